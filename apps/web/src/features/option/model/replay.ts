import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { writtenPrice } from '@tallystick/verify/amounts';
import type { LogEvidence } from '@tallystick/verify/evidence';
import { verifyReplay } from '@tallystick/verify/proof';
import type { Report } from '@tallystick/verify/report';
import { replayOption, type DerivedTick } from '@tallystick/verify/settlement';
import type { IndexTick } from './plot.ts';

/** An option's result, recomputed on this device from the published ticks. */
export interface Replay {
  /** Comparison with the booked result. */
  readonly report: Report;
  /** The market's ticks since the entry, oldest first. */
  readonly ticks: readonly IndexTick[];
  readonly entry: IndexTick | undefined;
  /** The payout of the other direction, as a decimal string. */
  readonly otherPayout: string;
}

function shown({ number, atMs, priceE8 }: Pick<DerivedTick, 'number' | 'atMs' | 'priceE8'>): IndexTick {
  return { number, atMs, price: writtenPrice(priceE8) };
}

/**
 * Settles the option of a receipt again, with the exchange's own function. `range` are ticks of the price log in
 * order, from the receipt's chain head until after the delivery.
 */
export function replay(receipt: WireOptionReceipt, range: LogEvidence['range']): Replay {
  const direction = receipt.direction === 'rise' ? 'fall' : 'rise';
  const { entry } = replayOption(receipt, range.ticks);
  const other = replayOption({ ...receipt, direction }, range.ticks);
  const ticks = range.ticks.filter(
    tick =>
      tick.market_id === receipt.market_id &&
      tick.number > receipt.chain_head.number &&
      tick.at_ms <= receipt.delivery_at_ms,
  );
  return {
    report: verifyReplay(receipt, range),
    ticks: ticks.map(({ number, at_ms: atMs, price_e8: priceE8 }) => shown({ number, atMs, priceE8 })),
    entry: entry === null ? undefined : shown(entry),
    otherPayout: formatMinor(other.payoutMinor, receipt.decimals),
  };
}
