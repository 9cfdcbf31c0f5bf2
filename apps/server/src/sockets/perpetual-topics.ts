import type { WirePerpetualAlert, WirePerpetualFill, WirePosition } from '@tallystick/protocol';
import type pg from 'pg';
import type { CustomerPositions } from '../engine/market-data/position-topics.ts';
import type { Perpetual } from '../modules/perpetual/perpetual.ts';
import { findPositions } from '../modules/perpetual/store.ts';
import { wirePerpetualFill } from '../modules/perpetual/wire.ts';
import type { StreamKind } from './private-stream.ts';

export type PerpetualTopicsOptions = Pick<Perpetual, 'wire' | 'alerts' | 'units'>;

interface PositionChange {
  readonly positions: ReadonlyMap<number, WirePosition>;
  readonly fills: readonly WirePerpetualFill[];
}
type PositionDelta = { positions: WirePosition[]; fills: WirePerpetualFill[] };

/** Ended ones are removed. */
export const POSITIONS: StreamKind<PositionChange, PositionDelta, readonly WirePosition[]> = {
  merge: (waiting, change) =>
    waiting === null
      ? change
      : {
          positions: new Map([...waiting.positions, ...change.positions]),
          fills: [...waiting.fills, ...change.fills],
        },
  delta: change => ({ positions: [...change.positions.values()], fills: [...change.fills] }),
  overlay(state, changes) {
    const positions = new Map(state.map(position => [position.position_id, position]));
    for (const change of changes) {
      for (const [id, position] of change.positions) {
        if (position.status === 'pending' || position.status === 'holding') positions.set(id, position);
        else positions.delete(id);
      }
    }
    return [...positions.values()];
  },
};

/** New ones in front; existing ones keep their place. */
export const ALERTS: StreamKind<
  readonly WirePerpetualAlert[],
  readonly WirePerpetualAlert[],
  readonly WirePerpetualAlert[]
> = {
  merge: (waiting, change) => withNew(waiting ?? [], change),
  delta: change => change,
  overlay: (state, changes) => changes.reduce(withNew, state),
};

function withNew(
  alerts: readonly WirePerpetualAlert[],
  added: readonly WirePerpetualAlert[],
): readonly WirePerpetualAlert[] {
  const known = new Set(alerts.map(({ alert_id }) => alert_id));
  return [...added.filter(({ alert_id }) => !known.has(alert_id)), ...alerts];
}

/** A commit's changes in the wire's format; positions changed only by funding are read from the database. */
export async function positionChange(
  pool: pg.Pool,
  perpetual: PerpetualTopicsOptions,
  customerId: number,
  { positions, trades, fundedIds }: CustomerPositions,
): Promise<PositionChange> {
  const funded = fundedIds.length === 0 ? [] : await findPositions(pool, customerId, fundedIds);
  const fills: WirePerpetualFill[] = [];
  for (const trade of trades) {
    const of = perpetual.units.of(trade.marketId);
    if (trade.takerCustomerId === customerId) fills.push(wirePerpetualFill(trade, 'taker', of));
    if (trade.makerCustomerId === customerId) fills.push(wirePerpetualFill(trade, 'maker', of));
  }
  return {
    positions: new Map([...positions, ...funded].map(view => [view.positionId, perpetual.wire(view)])),
    fills,
  };
}
