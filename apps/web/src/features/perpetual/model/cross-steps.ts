import type { WireLiquidation } from '@tallystick/protocol/wire';
import type { Direction } from './contract.ts';
import { minorOf } from './positions.ts';

/** A liquidation of a cross position, with the account that carried it. */
export type Step = WireLiquidation & { readonly account: NonNullable<WireLiquidation['account']> };

/**
 * The steps of one liquidation of an account in their order, from all its liquidations newest first: a step follows on
 * another if its account held only what the other's had held, without the position that was liquidated there or with its rest.
 */
export function stepsOf(records: readonly WireLiquidation[], of: WireLiquidation): readonly Step[] {
  const all = records.filter(isStep).toSorted((a, b) => a.liquidation_id - b.liquidation_id);
  const runs: Step[][] = [];
  for (const step of all) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && follows(step, last)) runs.at(-1)!.push(step);
    else runs.push([step]);
  }
  return runs.find(run => run.some(step => step.liquidation_id === of.liquidation_id)) ?? [of].filter(isStep);
}

function isStep(record: WireLiquidation): record is Step {
  return record.account !== null;
}

function follows(step: Step, before: Step): boolean {
  const held = new Set(before.account.positions.map(one => one.position_id));
  if (before.remaining_lots === 0) held.delete(before.position_id);
  return step.account.positions.every(one => held.has(one.position_id));
}

/** A position of a liquidated account as the record has it, with its result at the mark. */
export interface StepPosition {
  readonly positionId: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly mark: string;
  readonly resultMinor: bigint;
  readonly isLiquidated: boolean;
}

/** Digits after the point to which quantities are read. */
const QUANTITY_DECIMALS = 18;

/** The positions of a step's account, the largest loss first: the order in which they are liquidated. */
export function stepPositions(step: WireLiquidation, decimals: number): readonly StepPosition[] {
  return (step.account?.positions ?? [])
    .map(one => {
      const scale = 10n ** BigInt(QUANTITY_DECIMALS + QUANTITY_DECIMALS);
      const value =
        minorOf(one.mark_price, QUANTITY_DECIMALS) *
        minorOf(one.quantity, QUANTITY_DECIMALS) *
        10n ** BigInt(decimals);
      const entry = minorOf(one.open_value, decimals) * scale;
      return {
        positionId: one.position_id,
        symbol: one.symbol,
        direction: one.direction,
        mark: one.mark_price,
        resultMinor: (one.direction === 'long' ? value - entry : entry - value) / scale,
        isLiquidated: one.position_id === step.position_id,
      };
    })
    .toSorted((a, b) =>
      a.resultMinor < b.resultMinor ? -1 : a.resultMinor > b.resultMinor ? 1 : a.positionId - b.positionId,
    );
}
