import { expect, test } from 'vitest';
import { humanised } from './humanised.ts';

test('makes readable text of unknown keys', () => {
  expect(humanised('transaction_id')).toBe('Transaction id');
  expect(humanised('custodyBitcoin')).toBe('Custody bitcoin');
});
