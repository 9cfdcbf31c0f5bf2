import { expect, it } from 'vitest';
import { hashInput } from './hash-input.ts';

it('depends on every field and its value, not on their order', () => {
  const hash = hashInput({ market: 1, price: '1.0', amount: 5n, note: null });
  expect(hash).toMatch(/^[\w-]{22}$/);
  expect(hashInput({ note: null, amount: 5n, price: '1.0', market: 1, absent: undefined })).toBe(hash);
  const others = [
    { market: 2, price: '1.0', amount: 5n, note: null },
    { market: 1, price: '1.00', amount: 5n, note: null },
    { market: 1, price: '1.0', amount: 5, note: null },
    { market: 1, price: '1.0', amount: 5n },
    { market: '1', price: '1.0', amount: 5n, note: null },
  ];
  for (const other of others) expect(hashInput(other)).not.toBe(hash);
});

it('has not changed: hashes are stored with earlier keys', () => {
  expect(hashInput({ market: 1, price: '1.0', amount: 5n, note: null })).toBe('J7hDILT5KnvUnKU84Hy0Iu');
});
