import { lowerFees, type Fees } from './contract.ts';
import { feesOf, type Position } from './state.ts';

/**
 * What joins a merged position keeps its terms: the position then has the mean of both. Rate and fees weigh by lots, the
 * multiple by entry value; all are truncated. What the rate's truncation leaves over is kept for the next time. Call
 * before the lots are added.
 */
export function blend(
  into: Position,
  lots: bigint,
  entry: bigint,
  from: Pick<Position, 'multiple' | 'maintenance' | 'kept'>,
): void {
  const all = into.lots + lots;
  const rates = into.maintenance * into.lots + into.excess + from.maintenance * lots;
  const multiples = into.multiple * into.entry + from.multiple * entry;
  into.maintenance = rates / all;
  into.excess = rates % all;
  into.multiple = multiples / (into.entry + entry);
  if (into.kept === null && from.kept === null) return;
  const held = feesOf(into);
  const { fees } = into.market.contract;
  const joining = from.kept === null ? fees : lowerFees(from.kept, fees);
  const mean = (of: keyof Fees): bigint => (held[of] * into.lots + joining[of] * lots) / all;
  into.kept = { maker: mean('maker'), taker: mean('taker'), liquidation: mean('liquidation') };
}
