import type { EventLog } from '../event-log.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { ConditionalOrders } from './conditional-orders.ts';
import { moveLots } from './merging.ts';
import type { OpenPositions } from './open-positions.ts';
import type { PositionMode } from './order-view.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { PerpetualTrader, Position } from './position.ts';
import type { PositionSide } from './position-view.ts';

export const POSITION_MODES: readonly PositionMode[] = ['each', 'hedge', 'net'];
export const BOTH_SIDES: readonly PositionSide[] = ['long', 'short'];

/** Changes what a customer's orders of a contract do, and makes their positions what the mode says. */
export class Modes {
  readonly #log: EventLog;
  readonly #keeper: OpenPositions;
  readonly #conditionals: ConditionalOrders;

  constructor(log: EventLog, keeper: OpenPositions, conditionals: ConditionalOrders) {
    this.#log = log;
    this.#keeper = keeper;
    this.#conditionals = conditionals;
  }

  /** Setting the mode that is set already changes nothing. */
  set(market: PerpetualMarket, trader: PerpetualTrader, mode: PositionMode): Refusal | null {
    if (trader.mode === mode) return null;
    // They name positions by the mode they were placed in.
    if (this.#conditionals.has(trader)) return refuse('orders_waiting', 'mode');
    const positions = trader.all();
    for (const { opening, closing, triggered, liquidationUnfinished } of positions) {
      if (opening !== null || closing !== null) return refuse('orders_waiting', 'mode');
      if (triggered !== null || liquidationUnfinished) return refuse('position_closing', 'mode');
    }
    const [longs, shorts] = BOTH_SIDES.map(side => positions.filter(position => position.side === side));
    if (mode === 'net' && longs!.length > 0 && shorts!.length > 0)
      return refuse('positions_opposite', 'mode');
    trader.mode = mode;
    this.#log.push({
      type: 'positionModeSet',
      customerId: trader.customerId,
      marketId: market.id,
      mode,
    });
    trader.held.long = mode === 'each' ? null : this.#merged(market, longs!);
    trader.held.short = mode === 'each' ? null : this.#merged(market, shorts!);
    // From now on its rate is its own: there is nothing to be averaged any more.
    if (mode === 'each') for (const position of positions) position.maintenanceRest = 0;
    return null;
  }

  /** The oldest position, which the others have become part of. */
  #merged(market: PerpetualMarket, [oldest, ...others]: readonly Position[]): Position | null {
    if (oldest === undefined) return null;
    for (const from of others) {
      const { lots, entryValueMinor, marginMinor } = from;
      moveLots(market, from, oldest);
      this.#log.push({
        type: 'positionsMerged',
        customerId: from.trader.customerId,
        marketId: market.id,
        side: from.side,
        fromPositionId: from.positionId,
        intoPositionId: oldest.positionId,
        lots,
        entryValueMinor,
        marginMinor,
        atMs: this.#keeper.nowMs,
      });
      this.#keeper.closed(market, from, 'merged');
    }
    if (others.length > 0) {
      market.arm(oldest);
      market.touch(oldest, this.#keeper.nowMs);
    }
    return oldest;
  }
}
