import type {
  Command,
  ContractChoice,
  CrossFigures,
  Event,
  MarginType,
  PerpetualOrderView,
  PlacePerpetualOrder,
  PositionMode,
  PositionView,
  ReadonlyExchange,
} from '@tallystick/core';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../../http/submit.ts';
import { listHoldings } from '../wallet/store.ts';
import { orderAsPosition } from '../../engine/products/perpetual/order-as-position.ts';
import { choiceIn, newestPosition, ordersIn, positionIn, positionsIn } from './answers.ts';
import {
  findOrder,
  findPosition,
  listOrders,
  listPerpetualFills,
  listPositions,
  openPositions,
  type FillFilter,
  type OrderFilter,
  type PerpetualFill,
  type PositionFilter,
} from './store.ts';

export interface PerpetualOptions {
  readonly pool: pg.Pool;
  readonly history: HistoryPool;
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'perpetual'>;
}

/** What a customer chooses when placing an order. */
export type NewPosition = Omit<PlacePerpetualOrder, 'type' | 'customerId'>;

export interface ClosingOrder {
  /** Null: all. */
  readonly lots: number | null;
  /** Null: a market order. */
  readonly priceTicks: number | null;
  readonly worstPriceTicks: number | null;
}

/** A position after a command, with the command's fills. */
export interface TradedPosition {
  readonly position: PositionView;
  readonly fills: readonly PerpetualFill[];
}

/**
 * Customers' calls on contracts, in ticks, lots and minor units. Positions are passed as `find` returned them, so
 * nobody can touch another customer's. Refusals are CallFailures in the core's words.
 */
export class PerpetualService {
  readonly #options: PerpetualOptions;

  constructor(options: PerpetualOptions) {
    this.#options = options;
  }

  /** The reply is built from the command's own events: no query delays it after the commit. */
  async open(customerId: number, chosen: NewPosition, key: string): Promise<TradedPosition> {
    const events = await this.#submit(
      { type: 'placePerpetualOrder', customerId, ...chosen },
      { key, chosen },
    );
    // Ids rise: the newest is the order just placed, and there is none in mode `each`.
    const order = ordersIn(events, customerId).at(-1);
    if (order === undefined) return tradedIn(events, newestPosition(events, customerId));
    const held = order.status === 'open' ? undefined : positionsIn(events, customerId).at(-1);
    return { position: held ?? orderAsPosition(order), fills: fillsOf(events, order) };
  }

  /** An order that says it is for hedge or net mode. */
  async order(
    customerId: number,
    chosen: NewPosition,
    key: string,
  ): Promise<{ order: PerpetualOrderView; fills: readonly PerpetualFill[] }> {
    const events = await this.#submit(
      { type: 'placePerpetualOrder', customerId, ...chosen },
      { key, chosen },
    );
    const order = ordersIn(events, customerId).at(-1)!;
    return { order, fills: fillsOf(events, order) };
  }

  async cancelOrder(customerId: number, orderId: number): Promise<PerpetualOrderView> {
    const isKnown = (await findOrder(this.#options.pool, customerId, orderId)) !== null;
    if (!isKnown) throw new CallFailure('unknown_order', { field: 'order_id' });
    const events = await this.#submit({ type: 'cancelPerpetualOrder', customerId, orderId });
    return ordersIn(events, customerId).find(order => order.orderId === orderId)!;
  }

  orders(customerId: number, filter: OrderFilter): Promise<PerpetualOrderView[]> {
    const { history, exchange } = this.#options;
    return history.read(db => listOrders(db, exchange, customerId, filter));
  }

  mode(customerId: number, marketId: number): PositionMode {
    return this.#options.exchange.perpetual.positionMode(customerId, marketId);
  }

  async setMode(customerId: number, marketId: number, mode: PositionMode): Promise<void> {
    await this.#submit({ type: 'setPositionMode', customerId, marketId, mode });
  }

  marginType(customerId: number, marketId: number): MarginType {
    return this.#options.exchange.perpetual.marginType(customerId, marketId);
  }

  async setMarginType(customerId: number, marketId: number, marginType: MarginType): Promise<void> {
    await this.#submit({ type: 'setMarginType', customerId, marketId, marginType });
  }

  /** At the newest marks; null: nothing of the currency is set to cross. */
  crossAccount(customerId: number, currencyId: number): CrossFigures | null {
    return this.#options.exchange.perpetual.crossAccount(customerId, currencyId);
  }

  async close(
    { customerId, positionId }: PositionView,
    closing: ClosingOrder,
    key: string,
  ): Promise<TradedPosition> {
    const chosen = { positionId, ...closing };
    const events = await this.#submit({ type: 'closePosition', customerId, ...chosen }, { key, chosen });
    return tradedIn(events, positionIn(events, positionId));
  }

  /** A repeated key gets the first call's number of closed positions; what remains is current. */
  async closeAll(
    customerId: number,
    marketId: number | null,
    key: string,
  ): Promise<{ closed: number; remaining: number; positions: readonly PositionView[] }> {
    const events = await this.#submit(
      { type: 'closeAllPositions', customerId, marketId },
      { key, chosen: { marketId } },
    );
    const positions = positionsIn(events, customerId);
    const open = openPositions(this.#options.exchange, customerId);
    const remaining = open.filter(
      ({ status, marketId: of }) => status === 'holding' && (marketId ?? of) === of,
    ).length;
    return {
      closed: positions.filter(({ status }) => status === 'closed').length,
      remaining,
      positions,
    };
  }

  async reverse(
    { customerId, positionId }: PositionView,
    worstPriceTicks: number | null,
    key: string,
  ): Promise<{ closed: TradedPosition; opened: TradedPosition }> {
    const chosen = { positionId, worstPriceTicks };
    const events = await this.#submit({ type: 'reversePosition', customerId, ...chosen }, { key, chosen });
    const closed = positionIn(events, positionId);
    return {
      closed: tradedIn(events, closed),
      opened: tradedIn(
        events,
        positionsIn(events, customerId).findLast(({ side }) => side !== closed.side)!,
      ),
    };
  }

  /** Closes lots of both against each other; null: the smaller position's lots. */
  async offset(
    { customerId, positionId: longPositionId }: PositionView,
    { positionId: shortPositionId }: PositionView,
    lots: number | null,
    key: string,
  ): Promise<{ long: PositionView; short: PositionView }> {
    const chosen = { longPositionId, shortPositionId, lots };
    const events = await this.#submit({ type: 'offsetPositions', customerId, ...chosen }, { key, chosen });
    return { long: positionIn(events, longPositionId), short: positionIn(events, shortPositionId) };
  }

  /** A field left out stays, null removes it. */
  async setStops(
    position: PositionView,
    stops: {
      readonly takeProfitTicks?: number | null | undefined;
      readonly stopLossTicks?: number | null | undefined;
    },
  ): Promise<PositionView> {
    const { customerId, positionId } = position;
    // The core's position, because a command may have changed it a moment ago.
    const now = this.#options.exchange.perpetual.position(positionId) ?? position;
    const { takeProfitTicks = now.takeProfitTicks, stopLossTicks = now.stopLossTicks } = stops;
    const events = await this.#submit({
      type: 'setStops',
      customerId,
      positionId,
      takeProfitTicks,
      stopLossTicks,
    });
    return positionIn(events, positionId);
  }

  async addMargin(
    { customerId, positionId }: PositionView,
    amountMinor: bigint,
    key: string,
  ): Promise<PositionView> {
    const chosen = { positionId, amountMinor };
    const events = await this.#submit({ type: 'addMargin', customerId, ...chosen }, { key, chosen });
    return positionIn(events, positionId);
  }

  async removeMargin(
    { customerId, positionId }: PositionView,
    amountMinor: bigint,
    key: string,
  ): Promise<PositionView> {
    const chosen = { positionId, amountMinor };
    const events = await this.#submit({ type: 'removeMargin', customerId, ...chosen }, { key, chosen });
    return positionIn(events, positionId);
  }

  async changeLeverage({ customerId, positionId }: PositionView, multiple: number): Promise<PositionView> {
    const events = await this.#submit({ type: 'changeLeverage', customerId, positionId, multiple });
    return positionIn(events, positionId);
  }

  async setTopUp({ customerId, positionId }: PositionView, limitMinor: bigint): Promise<PositionView> {
    const events = await this.#submit({ type: 'setTopUp', customerId, positionId, limitMinor });
    return positionIn(events, positionId);
  }

  async setLeverage(customerId: number, marketId: number, multiple: number): Promise<ContractChoice> {
    return choiceIn(await this.#submit({ type: 'setLeverage', customerId, marketId, multiple }));
  }

  async setTopUpDefault(customerId: number, marketId: number, limitMinor: bigint): Promise<ContractChoice> {
    return choiceIn(await this.#submit({ type: 'setTopUpDefault', customerId, marketId, limitMinor }));
  }

  /** What orders and positions of the contract begin with. */
  choice(customerId: number, marketId: number): ContractChoice {
    return this.#options.exchange.perpetual.choice(customerId, marketId);
  }

  async cancel(customerId: number, orderId: number): Promise<PositionView> {
    const waiting = this.#waiting(customerId).find(({ orderIds }) => orderIds.includes(orderId));
    const events = await this.#submit({ type: 'cancelPerpetualOrder', customerId, orderId });
    const order = ordersIn(events, customerId).find(one => one.orderId === orderId);
    if (order !== undefined) return positionsIn(events, customerId).at(-1) ?? orderAsPosition(order);
    return positionIn(events, waiting?.positionId ?? orderId);
  }

  /** Returns the number of cancelled orders. */
  async cancelAll(customerId: number, marketId: number | null): Promise<number> {
    const waiting = this.#waiting(customerId);
    const events = await this.#submit({ type: 'cancelAllPerpetualOrders', customerId, marketId });
    const changed = new Set(positionsIn(events, customerId).map(({ positionId }) => positionId));
    return waiting
      .filter(({ positionId }) => changed.has(positionId))
      .reduce(
        (count, { orderIds }) => count + orderIds.length,
        ordersIn(events, customerId).filter(({ endReason }) => endReason === 'cancelledByCustomer').length,
      );
  }

  list(customerId: number, filter: PositionFilter): Promise<PositionView[]> {
    const { history, exchange } = this.#options;
    return history.read(db => listPositions(db, exchange, customerId, filter));
  }

  /**
   * Ended positions as well, so that a repeated call finds its position. Throws unknown_position, also for another's.
   */
  async find(customerId: number, positionId: number): Promise<PositionView> {
    const { pool } = this.#options;
    const view = await findPosition(pool, customerId, positionId);
    if (view !== null) return view;
    const order = await findOrder(pool, customerId, positionId);
    if (order === null) throw new CallFailure('unknown_position', { field: 'position_id' });
    return orderAsPosition(order);
  }

  fills(customerId: number, filter: FillFilter): Promise<PerpetualFill[]> {
    return this.#options.history.read(db => listPerpetualFills(db, customerId, filter));
  }

  /** From the contract account. */
  async balance(
    customerId: number,
    currencyId: number,
  ): Promise<{ readonly availableMinor: bigint; readonly frozenMinor: bigint }> {
    const held = (await listHoldings(this.#options.pool, customerId)).find(
      holding => holding.account === 'contract' && holding.currencyId === currencyId,
    );
    return held ?? { availableMinor: 0n, frozenMinor: 0n };
  }

  /**
   * The customer's waiting orders of mode `each` in the core. A command may change other positions too: the first one after a halt
   * liquidates every position that the mark has reached meanwhile.
   */
  #waiting(customerId: number): { readonly positionId: number; readonly orderIds: readonly number[] }[] {
    return this.#options.exchange.perpetual
      .positionsOf(customerId)
      .filter(({ marketId }) => this.mode(customerId, marketId) === 'each')
      .map(({ positionId, waitingLots, closing }) => ({
        positionId,
        orderIds: [...(waitingLots > 0 ? [positionId] : []), ...(closing === null ? [] : [closing.orderId])],
      }));
  }

  async #submit(
    command: Extract<Command, { readonly customerId: number }>,
    keyed?: { readonly key: string; readonly chosen: Parameters<typeof hashInput>[0] },
  ): Promise<readonly Event[]> {
    const options = keyed && {
      idempotency: {
        scope: `customer:${command.customerId}:perpetual`,
        key: keyed.key,
        inputHash: hashInput({ command: command.type, ...keyed.chosen }),
      },
    };
    return (await submitCommand(this.#options.bus, command, options ?? {})).events;
  }
}

function fillsOf(events: readonly Event[], { orderId }: PerpetualOrderView): PerpetualFill[] {
  return events.flatMap((event): PerpetualFill[] => {
    if (event.type !== 'perpetualTraded' || event.takerOrderId !== orderId) return [];
    return [{ role: 'taker', trade: event }];
  });
}

function tradedIn(events: readonly Event[], position: PositionView): TradedPosition {
  const { customerId, positionId } = position;
  const fills = events.flatMap((event): PerpetualFill[] => {
    if (event.type !== 'perpetualTraded') return [];
    const { takerCustomerId, takerPositionId, makerCustomerId, makerPositionId } = event;
    if (takerCustomerId === customerId && takerPositionId === positionId)
      return [{ role: 'taker', trade: event }];
    const made = makerCustomerId === customerId && makerPositionId === positionId;
    return made ? [{ role: 'maker', trade: event }] : [];
  });
  return { position, fills };
}
