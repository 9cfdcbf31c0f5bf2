import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { AmendPerpetualOrder } from './command.ts';
import type { ContractOrder } from './contract-order.ts';
import type { MergedOrders } from './merged-orders.ts';
import type { OpenPositions } from './open-positions.ts';
import type { Orders } from './orders.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { askingOf, type Position, type WaitingOrder } from './position.ts';
import { isPrice, validateLots, validateMultiple, type DecidedOrder } from './validate-order.ts';

/** Why the customer opens nothing now. */
type Forbidden = () => Refusal | null;

/** Changes waiting orders. Each change is checked in full before it is made. */
export class Amending {
  readonly #keeper: OpenPositions;
  readonly #orders: Orders;
  readonly #merged: MergedOrders;

  constructor(keeper: OpenPositions, orders: Orders, merged: MergedOrders) {
    this.#keeper = keeper;
    this.#orders = orders;
    this.#merged = merged;
  }

  /** `forbidden` is asked unless the order only becomes smaller. */
  amend(
    market: PerpetualMarket,
    waiting: WaitingOrder,
    command: AmendPerpetualOrder,
    forbidden: Forbidden,
    execute: boolean,
  ): Refusal | null {
    const { order, position, effect } = waiting;
    // A limit close of mode `each` is replaced by the next `closePosition`.
    if (order === null && effect === 'close') return refuse('amend_not_possible', 'order_id');
    const now = order?.terms ?? { lots: position.orderedLots, priceTicks: position.priceTicks };
    const lots = command.lots ?? now.lots;
    const priceTicks = command.priceTicks ?? now.priceTicks!;
    const invalid = this.#validate(market, waiting, command);
    if (invalid !== null) return invalid;
    if (lots === now.lots && priceTicks === now.priceTicks) return refuse('amend_changes_nothing');
    if (priceTicks === now.priceTicks && lots < now.lots) {
      if (execute) this.#shrink(market, waiting, lots);
      return null;
    }
    return order === null
      ? this.#requeueEach(market, position, command, { lots, priceTicks }, forbidden, execute)
      : this.#requeueMerged(market, waiting, order, command, { lots, priceTicks }, forbidden, execute);
  }

  #validate(
    market: PerpetualMarket,
    waiting: WaitingOrder,
    { lots, priceTicks, postOnly }: AmendPerpetualOrder,
  ): Refusal | null {
    const { contract } = market;
    if (typeof postOnly !== 'boolean') return refuse('invalid_order', 'post_only');
    if (priceTicks !== null && !isPrice(priceTicks, contract)) return refuse('invalid_price', 'price');
    if (lots === null) return null;
    const invalid = validateLots(lots, contract.maxOrderLots);
    if (invalid !== null) return invalid;
    const gone = goneLots(waiting);
    if (lots > gone) return null;
    return refuse('amend_below_filled', 'lots', { filled: gone });
  }

  /** Keeps its place. Of a reducing order, lots may have been cut before: those go first. */
  #shrink(market: PerpetualMarket, waiting: WaitingOrder, lots: number): void {
    const { order } = waiting;
    const most = lots - goneLots(waiting);
    if (order !== null) order.terms = { ...order.terms, lots };
    this.#keeper.shrink(market, waiting, Math.max(0, waiting.lots - most));
  }

  /** What is open of a position of its own has its own terms: no other lots join it. */
  #requeueEach(
    market: PerpetualMarket,
    position: Position,
    { postOnly }: AmendPerpetualOrder,
    figures: Pick<DecidedOrder, 'lots' | 'priceTicks'>,
    forbidden: Forbidden,
    execute: boolean,
  ): Refusal | null {
    if (position.openedLots > 0) return refuse('amend_not_possible', 'order_id');
    const refusal = forbidden() ?? validateMultiple(position.multiple, market.contract);
    if (refusal !== null) return refusal;
    const { trader, side, multiple, takeProfitTicks, stopLossTicks } = position;
    const asked = position.instructions === null ? {} : { instructions: position.instructions };
    const amended: DecidedOrder = {
      type: 'placePerpetualOrder',
      customerId: trader.customerId,
      marketId: market.id,
      side,
      orderType: 'limit',
      multiple,
      worstPriceTicks: null,
      postOnly,
      takeProfitTicks,
      stopLossTicks,
      clientOrderId: position.clientOrderId,
      ...figures,
      ...asked,
    };
    return this.#orders.place(market, trader, amended, execute, position);
  }

  #requeueMerged(
    market: PerpetualMarket,
    waiting: WaitingOrder,
    order: ContractOrder,
    { customerId, postOnly }: AmendPerpetualOrder,
    figures: Pick<DecidedOrder, 'lots' | 'priceTicks'>,
    forbidden: Forbidden,
    execute: boolean,
  ): Refusal | null {
    const { terms } = order;
    const { position } = waiting;
    const opening = waiting.effect === 'open' ? position : null;
    const notOffered = opening === null ? null : validateMultiple(terms.multiple, market.contract);
    if (notOffered !== null) return notOffered;
    const amended: DecidedOrder = {
      ...terms,
      type: 'placePerpetualOrder',
      customerId,
      marketId: market.id,
      worstPriceTicks: null,
      postOnly,
      // Those that it has not handed over yet.
      takeProfitTicks: opening?.takeProfitTicks ?? null,
      stopLossTicks: opening?.stopLossTicks ?? null,
      ...figures,
    };
    const manner = { execute, amended: { order, waiting } };
    return this.#merged.place(market, position.trader, amended, forbidden(), manner);
  }
}

/** Lots of the order that are filled, or were taken off because they would have met its customer's own. */
function goneLots(waiting: WaitingOrder): number {
  const { order, position } = waiting;
  const filled = order === null ? position.openedLots : order.filledLots;
  return filled + (askingOf(waiting)?.preventedLots ?? 0);
}
