import { sampleProof, settled } from '@tallystick/verify/testing/sample-proof';
import { describe, expect, it } from 'vitest';
import { settledInTime } from './settled-in-time.ts';

type Proofs = Parameters<typeof settledInTime>[0];
type Proof = Proofs[number];

const fresh = sampleProof().proof as Proof;
/** No fresh price near the end, as while the clock is wrong. */
const old = sampleProof({ silent: [20, 33] }).proof as Proof;
const WEEK_MS = 7 * 24 * 3_600_000;

const withReceipt = (proof: Proof, change: Partial<Proof['receipt']>): Proof => ({
  ...proof,
  receipt: { ...proof.receipt, ...change },
});
const lateBy = (proof: Proof, ms: number) =>
  withReceipt(proof, { settled_at_ms: proof.receipt.delivery_at_ms + ms });
const held = (...proofs: Proofs) => settledInTime(proofs).held;

describe('options bought before the clock went wrong', () => {
  it('may settle by their prices, or refund the stake without a fresh one', () => {
    expect(fresh.receipt.result).toBe('rise');
    expect(old.receipt.result).toBe('stale_exit');
    expect(held(fresh)).toBe(true);
    expect(held(old)).toBe(true);
    expect(held(fresh, old)).toBe(true);
    expect(held(lateBy(fresh, 59_999))).toBe(true);
  });

  it.each([
    ['end otherwise', withReceipt(fresh, { result: 'fall', payout_minor: '0' })],
    [
      'give the stake back though there was a fresh price',
      withReceipt(fresh, { exit: null, result: 'stale_exit', payout_minor: fresh.receipt.stake_minor }),
    ],
    ['go by a price that was too old', settledByOldPrice()],
    ['pay something else', withReceipt(fresh, { payout_minor: '90000001' })],
    ['end a week late', lateBy(fresh, WEEK_MS)],
    ['give the stake back a week late', lateBy(old, WEEK_MS)],
    ['end a minute late', lateBy(fresh, 60_000)],
    ['end before they are due', lateBy(fresh, -1)],
    ['end at the moment they are due, when a better price may still come', lateBy(fresh, 0)],
    ['do not end', withReceipt(fresh, { result: null, exit: null, payout_minor: null, settled_at_ms: null })],
  ])('may not %s', (_what, wrong) => {
    expect(held(wrong)).toBe(false);
    expect(held(fresh, wrong)).toBe(false);
    expect(settledInTime([fresh, wrong]).seen.split('; ')).toHaveLength(2);
  });

  it('fail the check if there are none', () => {
    expect(held()).toBe(false);
  });
});

/** Claims to be settled by the last price, although that was older than the terms allow. */
function settledByOldPrice(): Proof {
  const { receipt, log } = old;
  const anyAge = settled({ ...receipt, stale_ms: 60_000 }, log.range.ticks);
  return withReceipt(old, { exit: anyAge.exit, result: anyAge.result, payout_minor: anyAge.payout_minor });
}
