import { useCallback } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useSession } from '#lib/session.ts';
import { positionsTopic, useTopic, type PositionsState } from '#realtime/topics.ts';
import { restingTicks } from '../model/positions.ts';

type Resting = ReturnType<typeof restingTicks>;
const NOBODY: Resting = { bids: new Set(), asks: new Set() };

function same(a: Resting, b: Resting): boolean {
  const equal = (one: ReadonlySet<bigint>, other: ReadonlySet<bigint>) =>
    one.size === other.size && [...one].every(ticks => other.has(ticks));
  return equal(a.bids, b.bids) && equal(a.asks, b.asks);
}

/** Prices of a contract's book at which the customer's own orders rest. */
export function useRestingTicks(market: WireMarket): Resting {
  const session = useSession();
  const select = useCallback((state: PositionsState) => restingTicks(state.open.values(), market), [market]);
  return useTopic(session ? positionsTopic() : undefined, select, same) ?? NOBODY;
}
