import { expect, test } from 'vitest';
import type { PriceAlert } from '../api/calls.ts';
import { draftOf, valueOf } from './draft.ts';

const ALERT: PriceAlert = {
  id: 1,
  market_id: 1,
  symbol: 'BTC/USDT',
  kind: 'change',
  value: '-2.5',
  direction: 'down',
  level: '58500',
  repeating: true,
  state: 'armed',
  created_at_ms: 0,
  fired_at_ms: null,
};

test('an alert comes out of its form as it went in', () => {
  for (const value of ['-2.5', '3']) expect(valueOf(draftOf({ ...ALERT, value }))).toBe(value);
  expect(draftOf(ALERT)).toEqual({ kind: 'change', typed: '2.5', direction: 'down', repeating: true });
});

test('a price has no sign, whatever was chosen for a percentage', () => {
  const draft = { ...draftOf(undefined), typed: '60000', direction: 'down' } as const;
  expect(valueOf(draft)).toBe('60000');
  expect(valueOf({ ...draft, kind: 'funding' })).toBe('-60000');
});

test('nothing and zero are not sent', () => {
  for (const typed of ['', '.', '0', '0.', '0.00'])
    expect(valueOf({ ...draftOf(undefined), typed })).toBeUndefined();
  expect(valueOf({ ...draftOf(undefined), typed: '5.' })).toBe('5');
});
