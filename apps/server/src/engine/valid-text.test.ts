import type { Command } from '@tallystick/core';
import { expect, it } from 'vitest';
import { hasValidText } from './valid-text.ts';

const credit = (reference: string): Command => ({
  type: 'credit',
  customerId: 1,
  account: 'spot',
  currencyId: 1,
  amountMinor: 1n,
  from: 'faucet',
  reference,
});
const tick = (name: string): Command => ({
  type: 'recordIndexTick',
  marketId: 1,
  priceE8: 1,
  sources: [{ name, priceE8: 1, atMs: 1 }],
});

it.each([
  ['plain', true],
  ['', true],
  ['日本語 🙂 \u0001 "\\', true],
  ['a\0b', false],
  ['\ud800', false],
  ['\udc00x', false],
])('%j: %s', (text, storable) => {
  expect(hasValidText(credit(text), null)).toBe(storable);
  expect(hasValidText(tick(text), null)).toBe(storable);
  const key = { scope: 's', key: 'k', inputHash: 'h' };
  for (const field of ['scope', 'key', 'inputHash'] as const) {
    expect(hasValidText(credit('x'), { ...key, [field]: text })).toBe(storable);
  }
});
