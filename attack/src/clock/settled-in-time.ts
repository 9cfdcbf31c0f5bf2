import { verifyOption } from '@tallystick/verify';
import type { Check } from '../attack.ts';
import { OPTION_S, type Proof } from './option.ts';
import { WITHIN_MS } from './until.ts';

/**
 * Whether each option was settled when due and as its prices in the log say. While the clock is wrong there are no
 * prices, so the stake is refunded if the newest price before the end was too old. Either result is correct; which one
 * occurs depends on when the clock was set.
 */
export function settledInTime(proofs: readonly Proof[]): Check {
  const seen = proofs.map(proof => ({ proof, lateMs: lateMsOf(proof), ...verifyOption(proof) }));
  const held = seen.filter(({ verdict, lateMs }) => verdict === 'right' && lateMs > 0 && lateMs < WITHIN_MS);
  return {
    promise: `${OPTION_S} s options bought before are settled when they are due or the clock is right again, as their prices say`,
    seen: seen
      .map(({ proof, lateMs, verdict }) => `${ended(proof)}, ${lateMs} ms late: ${verdict}`)
      .join('; '),
    held: proofs.length > 0 && held.length === proofs.length,
  };
}

function lateMsOf({ receipt: { settled_at_ms: settledAtMs, delivery_at_ms: deliveryAtMs } }: Proof): number {
  return (settledAtMs ?? Infinity) - deliveryAtMs;
}

function ended({ receipt, log }: Proof): string {
  const before = log.range.ticks.filter(
    ({ market_id: market, at_ms: atMs }) => market === receipt.market_id && atMs <= receipt.delivery_at_ms,
  );
  const newest = before.at(-1);
  const age = newest === undefined ? 'no price' : `a price ${receipt.delivery_at_ms - newest.at_ms} ms old`;
  return `${receipt.result} by ${age} of at most ${receipt.stale_ms}`;
}
