import { describe, expect, it } from 'vitest';
import type { ShownBalances } from '#lib/shown-balances.ts';
import type { BalanceProof } from '../api/liability.ts';
import { shownAt } from './shown-at.ts';

const AT_MS = 1_700_000_000_000;

function proofOf(minor: string, interest?: string): BalanceProof {
  const parts = [
    { part: 'spot', amount: minor },
    ...(interest === undefined ? [] : [{ part: 'interest', amount: interest }]),
  ];
  return {
    kind: 'tallystick liability proof 1',
    record: {
      number: 1,
      at_ms: AT_MS,
      previous_hash: '0'.repeat(64),
      body: {
        point: 1,
        sequence: 5,
        at_ms: AT_MS,
        tree: [{ currency: 'USDT', decimals: 6, root: '0'.repeat(64), total: minor, leaves: 1 }],
        beside: [],
      },
    },
    statements: [
      {
        point: 1,
        currency: 'USDT',
        decimals: 6,
        holder: 'ann@example.com',
        salt: '0'.repeat(64),
        parts,
        leaves: [],
        beside: [],
      },
    ],
    log: null,
  };
}

const seen = (fromMs: number, toMs: number, amount: string): ShownBalances => ({
  fromMs: AT_MS + fromMs,
  toMs: AT_MS + toMs,
  held: { USDT: amount },
});

describe('what a device showed at an audit point', () => {
  it('is what it saw unchanged before and after, whether it is proven or not', () => {
    const kept = [seen(-50, 50, '1.5')];
    expect(shownAt(proofOf('1500000'), kept)).toEqual({ shown: { USDT: '1500000' }, atMs: AT_MS });
    expect(shownAt(proofOf('1400000'), kept).shown).toEqual({ USDT: '1500000' });
  });

  it('is either side of a change around that moment, if it is proven', () => {
    const kept = [seen(-50, -10, '1.5'), seen(20, 90, '2')];
    expect(shownAt(proofOf('1500000'), kept)).toMatchObject({ atMs: AT_MS - 10 });
    expect(shownAt(proofOf('2000000'), kept)).toMatchObject({ atMs: AT_MS + 20 });
    expect(shownAt(proofOf('1700000'), kept)).toEqual({ shown: null, atMs: null });
  });

  it('is nothing on a device that was not there', () => {
    expect(shownAt(proofOf('1500000'), [])).toEqual({ shown: null, atMs: null });
  });

  it('has interest that was earned and not booked, which wallets do not show', () => {
    const kept = [seen(-50, 50, '1.5')];
    expect(shownAt(proofOf('1500000', '7'), kept).shown).toEqual({ USDT: '1500007' });
  });
});
