import type { Ledger } from '../ledger/ledger.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { checkFunds, checkMinNotional, checkPriceBand, checkStop } from './admission.ts';
import type { AmendOrder } from './command.ts';
import type { Execution } from './execution.ts';
import { refuseExitPrices } from './exits.ts';
import { neededMinor } from './linked-orders.ts';
import type { OpenOrder } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import { MAX_SLICES } from './order.ts';
import type { SpotMarket } from './spot-market.ts';
import { sourceE8, valueNow } from './trigger-source.ts';
import { validateBudget, validatePrice, validateQuantity } from './validate-order.ts';

/** An order's figures as they will be. */
interface Amended {
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly budgetMinor: bigint | null;
  readonly triggerTicks: number | null;
}

/** Changes waiting orders. Each change is checked in full before it is made. */
export class Amending {
  readonly #ledger: Ledger;
  readonly #keeper: OpenOrders;
  readonly #execution: Execution;

  constructor(ledger: Ledger, keeper: OpenOrders, execution: Execution) {
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#execution = execution;
  }

  /** `refuseNew`: why the customer may not place this order now; asked unless the order only becomes smaller. */
  amend(
    market: SpotMarket,
    order: OpenOrder,
    command: AmendOrder,
    execute: boolean,
    refuseNew: () => Refusal | null,
  ): Refusal | null {
    const amended = {
      priceTicks: command.priceTicks ?? order.priceTicks,
      quantityLots: command.quantityLots ?? order.quantityLots,
      budgetMinor: command.budgetMinor ?? order.budgetMinor,
      triggerTicks: command.triggerTicks ?? order.triggerTicks,
    };
    const invalid = validate(market, order, command, amended);
    if (invalid !== null) return invalid;
    if (order.linked !== null) return refuse('order_is_linked', 'order_id');
    if (order.orderType === 'trailingStop')
      return refuseNew() ?? this.#amendTrailing(market, order, amended, execute);
    if (order.slot === 0) return refuseNew() ?? this.#amendStop(market, order, amended, execute);
    const isSmaller = amended.priceTicks === order.priceTicks && amended.quantityLots! < order.quantityLots!;
    return isSmaller
      ? this.#shrink(market, order, amended, execute)
      : (refuseNew() ?? this.#requeue(market, order, amended, execute));
  }

  /** Keeps its place in the queue. */
  #shrink(market: SpotMarket, order: OpenOrder, amended: Amended, execute: boolean): Refusal | null {
    const { listed } = market;
    const quantityLots = amended.quantityLots!;
    const refusal = checkMinNotional(listed, listed.valueMinor(order.priceTicks!, quantityLots), 'quantity');
    if (refusal !== null || !execute) return refusal;
    const shown = market.book.lotsAt(order.slot);
    order.quantityLots = quantityLots;
    // Of an iceberg the hidden lots go first.
    if (order.openLots < shown) market.book.fill(order.slot, shown - order.openLots);
    market.touchLevel(order.side, order.priceTicks!);
    this.#keeper.refreeze(order, frozenFor(market, order, amended));
    this.#keeper.touch(order);
    return null;
  }

  /** Takes its turn again, like a new order: it may trade at once. */
  #requeue(market: SpotMarket, order: OpenOrder, amended: Amended, execute: boolean): Refusal | null {
    const { listed } = market;
    const priceTicks = amended.priceTicks!;
    const valueMinor = listed.valueMinor(priceTicks, amended.quantityLots!);
    const frozenMinor = frozenFor(market, order, amended);
    const refusal =
      checkMinNotional(listed, valueMinor, 'quantity') ??
      checkPriceBand(listed, priceTicks) ??
      this.#refuseFunds(market, order, frozenMinor);
    if (refusal !== null) return refusal;
    if (order.postOnly && market.book.crosses(order.side, priceTicks))
      return refuse('post_only_would_take', 'price');
    if (!execute) return null;
    market.unrest(order);
    this.#change(order, amended, frozenMinor);
    this.#execution.runLimit(market, order);
    return null;
  }

  #amendStop(market: SpotMarket, order: OpenOrder, amended: Amended, execute: boolean): Refusal | null {
    const { listed } = market;
    const frozenMinor = frozenFor(market, order, amended);
    const refusal =
      checkStop(listed, amended, order.triggerDirection!, sourceE8(listed, order)) ??
      this.#refuseFunds(market, order, frozenMinor);
    if (refusal !== null || !execute) return refusal;
    const watch = market.watchOf(order);
    watch.remove(order);
    this.#change(order, amended, frozenMinor);
    watch.add(order);
    return null;
  }

  /** Its quantity or budget; it follows on from where it was. */
  #amendTrailing(market: SpotMarket, order: OpenOrder, amended: Amended, execute: boolean): Refusal | null {
    const { listed } = market;
    const { quantityLots, budgetMinor } = amended;
    const frozenMinor = frozenFor(market, order, amended);
    const valueMinor = budgetMinor === null ? valueNow(listed, order, quantityLots!) : Number(budgetMinor);
    const refusal =
      checkMinNotional(listed, valueMinor, budgetMinor === null ? 'quantity' : 'budget') ??
      this.#refuseFunds(market, order, frozenMinor);
    if (refusal === null && execute) this.#change(order, amended, frozenMinor);
    return refusal;
  }

  #change(order: OpenOrder, amended: Amended, frozenMinor: number): void {
    order.priceTicks = amended.priceTicks;
    order.quantityLots = amended.quantityLots;
    order.budgetMinor = amended.budgetMinor;
    order.triggerTicks = amended.triggerTicks;
    // It is judged like a new order, and pays what a new one pays.
    order.keptMakerFeePpm = Infinity;
    order.keptTakerFeePpm = Infinity;
    this.#keeper.refreeze(order, frozenMinor);
    this.#keeper.touch(order);
  }

  #refuseFunds(market: SpotMarket, order: OpenOrder, frozenMinor: number): Refusal | null {
    const more = Math.max(0, frozenMinor - order.frozenMinor);
    return checkFunds(this.#ledger, market.listed, order.trader, order.side, more);
  }
}

/** The figures given are those that this order has, each within the market's limits, and at least one is another. */
function validate(
  market: SpotMarket,
  order: OpenOrder,
  command: AmendOrder,
  amended: Amended,
): Refusal | null {
  const { listed } = market;
  if (command.priceTicks !== null) {
    if (order.priceTicks === null) return refuse('invalid_order', 'price');
    const refusal = validatePrice(command.priceTicks, 'price', listed);
    if (refusal !== null) return refusal;
  }
  if (command.triggerTicks !== null) {
    if (order.slot !== 0 || order.orderType === 'trailingStop') return refuse('invalid_order', 'trigger');
    const refusal = validatePrice(command.triggerTicks, 'trigger', listed);
    if (refusal !== null) return refusal;
  }
  if (command.quantityLots !== null) {
    if (order.quantityLots === null) return refuse('invalid_order', 'quantity');
    const refusal = validateQuantity(command.quantityLots, listed);
    if (refusal !== null) return refusal;
    const gone = order.filledLots + order.preventedLots;
    if (command.quantityLots <= gone)
      return refuse('amend_below_filled', 'quantity', {
        filled: formatMinor(BigInt(gone * listed.baseMinorPerLot), listed.base.decimals),
      });
  }
  if (command.budgetMinor !== null) {
    if (order.budgetMinor === null) return refuse('invalid_order', 'budget');
    const refusal = validateBudget(command.budgetMinor);
    if (refusal !== null) return refusal;
  }
  const isSame =
    amended.priceTicks === order.priceTicks &&
    amended.quantityLots === order.quantityLots &&
    amended.budgetMinor === order.budgetMinor &&
    amended.triggerTicks === order.triggerTicks;
  if (isSame) return refuse('amend_changes_nothing');
  if (order.instructions === null) return null;
  if (order.visibleLots > 0 && amended.quantityLots! > order.visibleLots * MAX_SLICES)
    return refuse('invalid_order', 'quantity');
  return refuseExitPrices({ ...amended, orderType: order.orderType }, order.instructions);
}

/** What has to be frozen for what is still open. */
function frozenFor({ listed }: SpotMarket, order: OpenOrder, amended: Amended): number {
  const open =
    amended.budgetMinor === null ? amended.quantityLots! - order.filledLots - order.preventedLots : 0;
  return neededMinor(listed, { side: order.side, ...amended }, open);
}
