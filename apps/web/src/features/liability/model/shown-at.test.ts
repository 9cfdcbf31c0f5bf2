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

const NOTHING = { shown: null, atMs: null, otherAtMs: [] };

describe('what a device showed at an audit point', () => {
  it('is what it saw unchanged before and after, whether it is proven or not', () => {
    const during = [seen(-50_000, 50_000, '1.5')];
    const around = [seen(-500_000, -100_000, '1.5'), seen(100_000, 200_000, '1.5')];
    expect(shownAt(proofOf('1500000'), during)).toEqual({
      shown: { USDT: '1500000' },
      atMs: AT_MS,
      otherAtMs: [],
    });
    for (const kept of [during, around]) {
      expect(shownAt(proofOf('1400000'), kept).shown).toEqual({ USDT: '1500000' });
      expect(shownAt({ ...proofOf('1'), statements: [] }, kept).shown).toEqual({ USDT: '1500000' });
    }
    expect(shownAt(proofOf('1400000'), around).atMs).toBe(AT_MS - 100_000);
  });

  it('is either side of a change around that moment, if it is proven', () => {
    const kept = [seen(-50_000, -10_000, '1.5'), seen(20_000, 90_000, '2')];
    expect(shownAt(proofOf('1500000'), kept)).toMatchObject({ atMs: AT_MS - 10_000 });
    expect(shownAt(proofOf('2000000'), kept)).toMatchObject({ atMs: AT_MS + 20_000 });
  });

  it('is named if it is another on both sides, or on the only one', () => {
    const kept = [seen(-50_000, -10_000, '1.5'), seen(20_000, 90_000, '2')];
    const other = proofOf('1700000');
    expect(shownAt(other, kept)).toEqual({ ...NOTHING, otherAtMs: [AT_MS - 10_000, AT_MS + 20_000] });
    expect(shownAt(other, kept.slice(1))).toEqual({ ...NOTHING, otherAtMs: [AT_MS + 20_000] });
    expect(shownAt(other, kept.slice(0, 1))).toEqual({ ...NOTHING, otherAtMs: [AT_MS - 10_000] });
  });

  it('may be older than it came in, as long as an answer is on its way', () => {
    const kept = [seen(-50_000, 3_000, '1.5'), seen(3_001, 90_000, '2')];
    expect(shownAt(proofOf('2000000'), kept)).toMatchObject({ atMs: AT_MS + 3_001 });
    expect(shownAt(proofOf('2000000'), [seen(-50_000, 6_000, '1.5')]).shown).toEqual({ USDT: '1500000' });
  });

  it('is nothing on a device that was not there', () => {
    expect(shownAt(proofOf('1500000'), [])).toEqual(NOTHING);
  });

  it('has interest that was earned and not booked, which wallets do not show', () => {
    const kept = [seen(-50_000, 50_000, '1.5')];
    expect(shownAt(proofOf('1500000', '7'), kept).shown).toEqual({ USDT: '1500007' });
  });
});
