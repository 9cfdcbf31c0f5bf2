import { expect, test } from 'vitest';
import { humanised } from './humanised.ts';

test('words keys it has no text for', () => {
  expect(humanised('transaction_id')).toBe('Transaction id');
  expect(humanised('custodyBitcoin')).toBe('Custody bitcoin');
});
