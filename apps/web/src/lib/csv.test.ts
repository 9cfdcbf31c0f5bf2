import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('quotes what needs it, disarms formulas and leaves negative amounts alone', () => {
  const rows = [['-0.5', '=1+1', 'a,"b"', null, true, '-cmd', '+1']];
  expect(toCsv(['a', 'b'], rows)).toBe(`\uFEFFa,b\r\n-0.5,'=1+1,"a,""b""",,true,'-cmd,'+1\r\n`);
});
