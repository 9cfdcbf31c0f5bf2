import type { Command, Event, PerpetualOrderView, PositionView, ReadonlyExchange } from '@tallystick/core';
import type { AmendPerpetualOrder } from '@tallystick/core/perpetual/command';
import type { BatchPart, CancelScope, ReplaceMode } from '@tallystick/core/spot/command';
import type { CancelTimerView } from '@tallystick/core/spot/event';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure, refusalFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../../http/submit.ts';
import { refusedParts } from '../spot/service.ts';
import { ordersIn, positionsIn } from './answers.ts';
import type { NewPosition } from './service.ts';
import type { PerpetualFill } from './store.ts';

export type Amendment = Omit<AmendPerpetualOrder, 'type' | 'customerId'>;
export type NewPart = Extract<BatchPart, { readonly do: `${string}Contract` }>;

/** What became of an order: in hedge and net mode the order itself, otherwise the position that it is or closes. */
export interface ChangedOrder {
  readonly order: PerpetualOrderView | null;
  readonly position: PositionView | null;
  readonly fills: readonly PerpetualFill[];
}

interface Replaced {
  readonly cancelled: ChangedOrder | null;
  readonly notCancelled: CallFailure | null;
  readonly placed: ChangedOrder | null;
  readonly notPlaced: CallFailure | null;
}

interface WaitingOrdersOptions {
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'perpetual' | 'check' | 'lastAtMs' | 'cancelTimer'>;
}

/** What programs do with orders of contracts, in any mode. Refusals are CallFailures in the core's words. */
export class WaitingOrders {
  readonly #options: WaitingOrdersOptions;

  constructor(options: WaitingOrdersOptions) {
    this.#options = options;
  }

  /** Throws what the order would be refused for now. */
  check(customerId: number, chosen: NewPosition, nowMs: number): void {
    const { exchange } = this.#options;
    const command = { type: 'placePerpetualOrder', customerId, ...chosen } as const;
    const refusal = exchange.check(command, Math.max(nowMs, exchange.lastAtMs));
    if (refusal !== null) throw refusalFailure(refusal);
  }

  async amend(customerId: number, change: Amendment, key: string): Promise<ChangedOrder> {
    const command = { type: 'amendPerpetualOrder', customerId, ...change } as const;
    const events = await this.#submit(command, key, { ...change });
    return changedIn(events, customerId, change.orderId, change.orderId);
  }

  /** Either order may be null with why it was refused, not both. */
  async replace(
    customerId: number,
    cancelOrderId: number,
    replaceMode: ReplaceMode,
    chosen: NewPosition,
    key: string,
  ): Promise<Replaced> {
    const holder = this.#holderOf(customerId, cancelOrderId);
    const events = await this.#submit(
      { type: 'replacePerpetualOrder', customerId, cancelOrderId, replaceMode, ...chosen },
      key,
      { cancelOrderId, replaceMode, chosen: JSON.stringify(chosen) },
    );
    const refused = refusedParts(events);
    const notCancelled = refused.get('cancel') ?? null;
    const notPlaced = refused.get('place') ?? null;
    const newId = notPlaced === null ? this.#idsIn(events, customerId).at(-1)! : null;
    return {
      cancelled: notCancelled === null ? changedIn(events, customerId, cancelOrderId, holder) : null,
      notCancelled,
      placed: newId === null ? null : changedIn(events, customerId, newId, newId),
      notPlaced,
    };
  }

  /** The outcome of each part, in their order: parts that are failures already are not sent. */
  async batch(
    customerId: number,
    parts: readonly (NewPart | CallFailure)[],
    key: string,
  ): Promise<(ChangedOrder | CallFailure)[]> {
    const sent = parts.flatMap(part => (part instanceof CallFailure ? [] : [part]));
    if (sent.length === 0) return parts.flatMap(part => (part instanceof CallFailure ? [part] : []));
    const holders = sent.map(part =>
      part.do === 'placeContract' ? 0 : this.#holderOf(customerId, part.orderId),
    );
    const command = { type: 'orderBatch', customerId, parts: sent } as const;
    const events = await this.#submit(command, key, { parts: JSON.stringify(sent) });
    const refused = refusedParts(events);
    const isPlaced = (part: NewPart, i: number): boolean => part.do === 'placeContract' && !refused.has(i);
    // New orders have the highest ids of all that changed, in the order of their parts.
    const count = sent.filter(isPlaced).length;
    const newIds = count === 0 ? [] : this.#idsIn(events, customerId).slice(-count);
    const outcomes = sent.map((part, i) => {
      const refusal = refused.get(i);
      if (refusal !== undefined) return refusal;
      if (part.do !== 'placeContract') return changedIn(events, customerId, part.orderId, holders[i]!);
      const newId = newIds[sent.slice(0, i).filter(isPlaced).length]!;
      return changedIn(events, customerId, newId, newId);
    });
    let next = 0;
    return parts.map(part => (part instanceof CallFailure ? part : outcomes[next++]!));
  }

  cancelTimers(customerId: number): CancelTimerView[] {
    const { exchange } = this.#options;
    return exchange.perpetual
      .contracts()
      .flatMap(({ marketId }) => exchange.cancelTimer(customerId, marketId, 'perpetual') ?? []);
  }

  /** `afterMs` null: off. */
  async setCancelTimer(
    customerId: number,
    marketId: number,
    afterMs: number | null,
    scope: CancelScope,
  ): Promise<CancelTimerView | null> {
    const { bus, exchange } = this.#options;
    const line = 'perpetual';
    await submitCommand(bus, { type: 'setCancelTimer', customerId, marketId, afterMs, scope, line }, {});
    return exchange.cancelTimer(customerId, marketId, line);
  }

  /** The contract of a waiting order of the customer. Throws unknown_order for any other. */
  marketOf(customerId: number, orderId: number): number {
    const { perpetual } = this.#options.exchange;
    const found =
      perpetual.ordersOf(customerId).find(one => one.orderId === orderId) ??
      perpetual.positionsOf(customerId).find(one => one.positionId === orderId) ??
      this.#closedBy(customerId, orderId);
    if (found === undefined) throw new CallFailure('unknown_order', { field: 'order_id' });
    return found.marketId;
  }

  #closedBy(customerId: number, orderId: number): PositionView | undefined {
    const positions = this.#options.exchange.perpetual.positionsOf(customerId);
    return positions.find(({ closing }) => closing?.orderId === orderId);
  }

  /** The position that tells of an order in mode `each`: its own, or the one it closes. */
  #holderOf(customerId: number, orderId: number): number {
    return this.#closedBy(customerId, orderId)?.positionId ?? orderId;
  }

  /** Ids of orders that the command changed, ascending; merged positions have ids of their own and are none. */
  #idsIn(events: readonly Event[], customerId: number): number[] {
    const { perpetual } = this.#options.exchange;
    const positions = positionsIn(events, customerId).filter(
      ({ marketId }) => perpetual.positionMode(customerId, marketId) === 'each',
    );
    const orderIds = ordersIn(events, customerId).map(({ orderId }) => orderId);
    return [...orderIds, ...positions.map(({ positionId }) => positionId)].toSorted((a, b) => a - b);
  }

  async #submit(
    command: Extract<Command, { readonly customerId: number }>,
    key: string,
    chosen: Parameters<typeof hashInput>[0],
  ): Promise<readonly Event[]> {
    const inputHash = hashInput({ command: command.type, ...chosen });
    const scope = `customer:${command.customerId}:perpetual`;
    const accepted = await submitCommand(this.#options.bus, command, {
      idempotency: { scope, key, inputHash },
    });
    return accepted.events;
  }
}

function changedIn(
  events: readonly Event[],
  customerId: number,
  orderId: number,
  positionId: number,
): ChangedOrder {
  const order = ordersIn(events, customerId).find(one => one.orderId === orderId) ?? null;
  const position =
    order === null ? positionsIn(events, customerId).find(one => one.positionId === positionId) : undefined;
  const fills = events.flatMap((event): PerpetualFill[] => {
    if (event.type !== 'perpetualTraded') return [];
    if (event.takerOrderId === orderId) return [{ role: 'taker', trade: event }];
    return event.makerOrderId === orderId ? [{ role: 'maker', trade: event }] : [];
  });
  return { order, position: position ?? null, fills };
}
