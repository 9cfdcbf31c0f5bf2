import { expect, it } from 'vitest';
import { csvRecord } from './csv.ts';

it('quotes as RFC 4180 requires, and disarms formulas', () => {
  expect(csvRecord(['a', 'b,c', 'd"e', 'f\r\ng', ''])).toBe('a,"b,c","d""e","f\r\ng",\r\n');
  expect(csvRecord(['=1+1', '+x', '@sum', '-cmd', '\ttab', "='a,b'"])).toBe(
    "'=1+1,'+x,'@sum,'-cmd,'\ttab,\"'='a,b'\"\r\n",
  );
  // Amounts start with a sign, but are numbers and no formulas.
  expect(csvRecord(['-12.5', '-0.00000001', '3'])).toBe('-12.5,-0.00000001,3\r\n');
});
