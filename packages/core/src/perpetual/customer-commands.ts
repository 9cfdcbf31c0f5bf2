import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Customers } from '../customer/customer.ts';
import type { Quote } from '../spot/command.ts';
import { replaced } from '../spot/replaced.ts';
import { replaceHalves } from '../spot/several-orders.ts';
import { checkOpening, checkStops } from './admission.ts';
import { Amending } from './amending.ts';
import type { Choices } from './choices.ts';
import { Closes } from './closes.ts';
import type { AmendPerpetualOrder, PerpetualCommand, PlacePerpetualOrder } from './command.ts';
import { initialMargin, liquidationPriceE8, valueAtTicks } from './formulas.ts';
import type { Margins } from './margin.ts';
import type { PerpetualMatching } from './matching.ts';
import { MergedOrders } from './merged-orders.ts';
import { POSITION_MODES, type Modes } from './modes.ts';
import { Orders } from './orders.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { oppositeSide, type PerpetualTrader, type Position, type WaitingOrder } from './position.ts';
import type { PositionSide } from './position-view.ts';
import type { OpenPositions } from './open-positions.ts';
import type { Risk } from './risk.ts';
import type { Settlement } from './settlement.ts';
import { validateOrder, validateStop, type DecidedOrder } from './validate-order.ts';

/** Commands of operators; all others are customers'. */
type OperatorCommand = 'configurePerpetual' | 'setPerpetualStatus';
export type TraderCommand = Exclude<PerpetualCommand, { type: OperatorCommand }>;
/** What `check` judges without applying it. */
export type CheckedContractCommand = PlacePerpetualOrder | AmendPerpetualOrder;

/**
 * Customers' commands on orders and positions. A frozen customer opens nothing and takes no margin out; closing,
 * cancelling, stops and adding margin still work, because the risk of open positions goes on, too.
 */
export class CustomerCommands {
  readonly #customers: Customers;
  readonly #markets: ReadonlyMap<number, PerpetualMarket>;
  readonly #keeper: OpenPositions;
  readonly #risk: Risk;
  readonly #orders: Orders;
  readonly #merged: MergedOrders;
  readonly #closes: Closes;
  readonly #margins: Margins;
  readonly #choices: Choices;
  readonly #modes: Modes;
  readonly #amending: Amending;
  readonly #log: EventLog;

  constructor(
    ledger: Ledger,
    customers: Customers,
    limits: Limits,
    markets: ReadonlyMap<number, PerpetualMarket>,
    keeper: OpenPositions,
    settlement: Settlement,
    matching: PerpetualMatching,
    risk: Risk,
    margins: Margins,
    choices: Choices,
    modes: Modes,
    log: EventLog,
  ) {
    this.#log = log;
    this.#customers = customers;
    this.#markets = markets;
    this.#keeper = keeper;
    this.#risk = risk;
    this.#margins = margins;
    this.#choices = choices;
    this.#orders = new Orders(ledger, limits, keeper, settlement, matching);
    this.#merged = new MergedOrders(keeper, settlement, matching, this.#orders);
    this.#closes = new Closes(ledger, keeper, settlement, matching, this.#orders);
    this.#amending = new Amending(keeper, this.#orders, this.#merged);
    this.#modes = modes;
  }

  apply(command: TraderCommand, atMs: number): Refusal | null {
    if (!this.#customers.has(command.customerId)) return refuse('unknown_customer', 'customer_id');
    this.#keeper.nowMs = atMs;
    switch (command.type) {
      case 'placePerpetualOrder':
        return this.#place(command, atMs);
      case 'cancelPerpetualOrder':
        return this.#cancel(command, atMs);
      case 'cancelAllPerpetualOrders':
        return this.#inMarkets(
          command,
          atMs,
          (market, trader) => this.#closes.cancelAll(market, trader),
          keepsOrders,
        );
      case 'closeAllPositions':
        return this.#inMarkets(command, atMs, (market, trader) => this.#closes.closeAll(market, trader));
      case 'closePosition':
        return this.#withOpen(command, atMs, (market, position) => this.#close(market, position, command));
      case 'reversePosition':
        return this.#withOpen(command, atMs, (market, position) =>
          this.#reverse(market, position, command, atMs),
        );
      case 'offsetPositions':
        return this.#offset(command, atMs);
      case 'setStops':
        return this.#setStops(command, atMs);
      case 'addMargin':
        return this.#withOpen(
          command,
          atMs,
          (market, position) => this.#margins.add(market, position, command.amountMinor),
          keepsOrders,
        );
      case 'removeMargin':
        return this.#withOpen(command, atMs, (market, position) =>
          this.#customers.isFrozen(command.customerId)
            ? refuse('customer_frozen')
            : this.#margins.remove(market, position, command.amountMinor, atMs),
        );
      case 'changeLeverage':
        return this.#withOpen(command, atMs, (market, position) => {
          const isFrozen = this.#customers.isFrozen(command.customerId);
          return this.#margins.changeLeverage(market, position, command.multiple, isFrozen, atMs);
        });
      case 'setTopUp':
        return this.#setTopUp(command, atMs);
      case 'setLeverage':
        return this.#withMarket(command, market => this.#margins.setLeverage(market, command));
      case 'setTopUpDefault':
        return this.#withMarket(command, market => this.#margins.setTopUpDefault(market, command));
      case 'replacePerpetualOrders':
        return this.#replace(command, atMs);
      case 'setPositionMode':
        return this.#setMode(command);
      case 'amendPerpetualOrder':
        return this.#amend(command, atMs);
      case 'replacePerpetualOrder':
        return this.#replaceOne(command, atMs);
    }
  }

  /** Why the command would be refused now; null: it would be accepted. Nothing changes. */
  check(command: CheckedContractCommand, atMs: number): Refusal | null {
    if (!this.#customers.has(command.customerId)) return refuse('unknown_customer', 'customer_id');
    this.#keeper.nowMs = atMs;
    return command.type === 'placePerpetualOrder'
      ? this.#place(command, atMs, false)
      : this.#amend(command, atMs, false);
  }

  /** Cancels opening orders in every contract, because of a limit the customer set. */
  cancelOpenings(customerId: number, atMs: number): void {
    this.#keeper.nowMs = atMs;
    for (const market of this.#markets.values()) {
      const trader = market.traderIfSeen(customerId);
      if (trader === undefined) continue;
      for (const position of trader.all()) {
        if (position.opening !== null) this.#keeper.endOpening(market, position, 'ownLimit');
      }
      this.#keeper.touch(market);
    }
  }

  /** An order of any mode. */
  #place(command: PlacePerpetualOrder, atMs: number, execute = true): Refusal | null {
    const market = this.#markets.get(command.marketId);
    if (market === undefined) return refuse('unknown_perpetual', 'market_id');
    const mode = market.traderIfSeen(command.customerId)?.mode ?? 'each';
    if ((command.mode ?? mode) !== mode) return refuse('invalid_order', 'mode');
    const order = this.#decided(market, command);
    const refusal =
      mode === 'each'
        ? this.#placeEach(market, order, atMs, execute)
        : this.#placeMerged(market, order, atMs, execute);
    if (refusal === null && execute) this.#finish(market, atMs);
    return refusal;
  }

  #placeEach(market: PerpetualMarket, command: DecidedOrder, atMs: number, execute: boolean): Refusal | null {
    if (this.#customers.isFrozen(command.customerId)) return refuse('customer_frozen');
    if (command.reduceOnly === true) return refuse('invalid_order', 'reduce_only');
    return (
      validateOrder(command, market.contract) ??
      this.#refuseNew(command, atMs) ??
      checkOpening(market, atMs, command.postOnly) ??
      this.#orders.place(market, market.trader(command.customerId), command, execute)
    );
  }

  #placeMerged(
    market: PerpetualMarket,
    command: DecidedOrder,
    atMs: number,
    execute: boolean,
  ): Refusal | null {
    const invalid = validateOrder(command, market.contract) ?? this.#refuseNew(command, atMs);
    if (invalid !== null) return invalid;
    const trader = market.trader(command.customerId);
    const forbidden = this.#forbidsOpening(market, trader, command.side, atMs, command.postOnly);
    return this.#merged.place(market, trader, command, forbidden, { execute, amended: null });
  }

  #refuseNew({ customerId, clientOrderId, instructions }: DecidedOrder, atMs: number): Refusal | null {
    if (instructions === undefined) return null;
    if (clientOrderId !== null && this.#keeper.waiting.hasName(customerId, clientOrderId)) {
      return refuse('duplicate_client_order_id', 'client_order_id');
    }
    return (instructions.expiresAtMs ?? Infinity) <= atMs ? refuse('expiry_in_past', 'expires_at_ms') : null;
  }

  #amend(command: AmendPerpetualOrder, atMs: number, execute = true): Refusal | null {
    const { customerId, orderId, postOnly } = command;
    const found = this.#ownWaiting(customerId, orderId);
    if ('refusal' in found) return found.refusal;
    const { waiting, market } = found;
    const { trader, side } = waiting.position;
    const orderSide = waiting.order?.terms.side ?? side;
    const forbidden = (): Refusal | null => this.#forbidsOpening(market, trader, orderSide, atMs, postOnly);
    const refusal = this.#amending.amend(market, waiting, command, forbidden, execute);
    if (refusal === null && execute) this.#finish(market, atMs);
    return refusal;
  }

  #replaceOne(command: CommandOf<'replacePerpetualOrder'>, atMs: number): Refusal | null {
    const { cancelOrderId, replaceMode, ...placed } = command;
    const { customerId, marketId } = placed;
    return replaceHalves(this.#log, customerId, replaceMode, {
      cancel: () => this.#cancelIn(marketId, customerId, cancelOrderId, 'cancel_order_id', atMs),
      place: () => this.#place({ ...placed, type: 'placePerpetualOrder' }, atMs),
    });
  }

  /** Why a customer with merged positions opens nothing on a side now, whatever the order. */
  #forbidsOpening(
    market: PerpetualMarket,
    { customerId, held }: PerpetualTrader,
    side: PositionSide,
    atMs: number,
    onlyWaits = false,
  ): Refusal | null {
    if (this.#customers.isFrozen(customerId)) return refuse('customer_frozen');
    const position = held[side];
    const isClosing = position !== null && (position.triggered !== null || position.liquidationUnfinished);
    return checkOpening(market, atMs, onlyWaits) ?? (isClosing ? refuse('position_closing') : null);
  }

  #setMode({ customerId, marketId, mode }: CommandOf<'setPositionMode'>): Refusal | null {
    const market = this.#markets.get(marketId);
    if (market === undefined) return refuse('unknown_perpetual', 'market_id');
    if (!POSITION_MODES.includes(mode)) return refuse('invalid_order', 'mode');
    const refusal = this.#modes.set(market, market.trader(customerId), mode);
    // The mark reaches nothing by this: what survives it apart survives it together.
    if (refusal === null) this.#keeper.touch(market);
    return refusal;
  }

  /** An order that names no leverage has the one its customer chose, or else the smallest on offer. */
  #decided({ id, contract }: PerpetualMarket, command: PlacePerpetualOrder): DecidedOrder {
    const { multiple, customerId } = command;
    if (multiple !== null) return { ...command, multiple };
    const chosen = this.#choices.of(customerId, id).multiple ?? contract.multiples[0]!;
    return { ...command, multiple: chosen };
  }

  /** Another customer's order is refused like an unknown one. */
  #ownWaiting(
    customerId: number,
    orderId: number,
  ): { readonly waiting: WaitingOrder; readonly market: PerpetualMarket } | { readonly refusal: Refusal } {
    const waiting = this.#keeper.findWaiting(orderId);
    if (waiting === undefined) {
      const known = this.#keeper.wasHandedOut(orderId);
      return { refusal: refuse(known ? 'order_not_open' : 'unknown_order', 'order_id') };
    }
    const { trader } = waiting.position;
    if (trader.customerId !== customerId) return { refusal: refuse('unknown_order', 'order_id') };
    const market = this.#markets.get(trader.marketId)!;
    return market.keepsOrders ? { refusal: refuse('market_halted') } : { waiting, market };
  }

  #cancel({ customerId, orderId }: CommandOf<'cancelPerpetualOrder'>, atMs: number): Refusal | null {
    const found = this.#ownWaiting(customerId, orderId);
    if ('refusal' in found) return found.refusal;
    this.#keeper.endWaiting(found.market, found.waiting, 'cancelledByCustomer');
    this.#finish(found.market, atMs);
    return null;
  }

  /** An order that waits in another contract is refused like an unknown one. */
  #cancelIn(
    marketId: number,
    customerId: number,
    orderId: number,
    field: string,
    atMs: number,
  ): Refusal | null {
    const where = this.#keeper.findWaiting(orderId)?.position.trader.marketId ?? marketId;
    return where === marketId
      ? this.#cancel({ type: 'cancelPerpetualOrder', customerId, orderId }, atMs)
      : refuse('unknown_order', field);
  }

  #replace(command: CommandOf<'replacePerpetualOrders'>, atMs: number): Refusal | null {
    const { cancel, longs, shorts } = command;
    return replaced(cancel.length + longs.length + shorts.length, this.#replacements(command, atMs));
  }

  *#replacements(command: CommandOf<'replacePerpetualOrders'>, atMs: number): Generator<Refusal | null> {
    const { customerId, marketId, cancel, longs, shorts } = command;
    for (const orderId of cancel) yield this.#cancelIn(marketId, customerId, orderId, 'cancel', atMs);
    for (const quote of longs) yield this.#place(limitOrder(command, 'long', quote), atMs);
    for (const quote of shorts) yield this.#place(limitOrder(command, 'short', quote), atMs);
  }

  #reverse(
    market: PerpetualMarket,
    position: Position,
    command: CommandOf<'reversePosition'>,
    atMs: number,
  ): Refusal | null {
    const refusal = this.#forbidsOpening(market, position.trader, oppositeSide(position.side), atMs);
    return refusal ?? this.#closes.reverse(market, position, command.worstPriceTicks);
  }

  /** A merged position is closed by an order, of which several may wait. */
  #close(market: PerpetualMarket, position: Position, command: CommandOf<'closePosition'>): Refusal | null {
    const invalid = this.#closes.validate(market, position, command);
    if (invalid !== null) return invalid;
    return position.trader.isHeld(position)
      ? this.#merged.close(market, position, command)
      : this.#closes.close(market, position, command);
  }

  #offset(command: CommandOf<'offsetPositions'>, atMs: number): Refusal | null {
    const { customerId, longPositionId, shortPositionId } = command;
    const long = this.#find(customerId, longPositionId, 'long_position_id');
    if ('refusal' in long) return long.refusal;
    const short = this.#find(customerId, shortPositionId, 'short_position_id');
    if ('refusal' in short) return short.refusal;
    const market = this.#markets.get(long.position.trader.marketId)!;
    const areOpposite =
      long.position.trader === short.position.trader &&
      long.position.side === 'long' &&
      short.position.side === 'short';
    if (!areOpposite) return refuse('positions_not_opposite', 'short_position_id');
    if (long.position.lots === 0) return refuse('position_not_open', 'long_position_id');
    if (short.position.lots === 0) return refuse('position_not_open', 'short_position_id');
    if (market.status === 'halted') return refuse('market_halted');
    const refusal = this.#closes.offset(market, long.position, short.position, command.lots);
    if (refusal === null) this.#finish(market, atMs);
    return refusal;
  }

  #setStops(command: CommandOf<'setStops'>, atMs: number): Refusal | null {
    const { customerId, positionId, takeProfitTicks, stopLossTicks } = command;
    const found = this.#find(customerId, positionId, 'position_id');
    if ('refusal' in found) return found.refusal;
    const { position } = found;
    const market = this.#markets.get(position.trader.marketId)!;
    const { contract } = market;
    if (market.status === 'halted') return refuse('market_halted');
    if (position.triggered !== null) return refuse('stop_triggered');
    const invalid =
      validateStop(takeProfitTicks, contract, 'take_profit') ??
      validateStop(stopLossTicks, contract, 'stop_loss') ??
      checkStops(position.side, contract.tickE8, command, ...measuredFrom(market, position));
    if (invalid !== null) return invalid;
    position.takeProfitTicks = takeProfitTicks;
    position.stopLossTicks = stopLossTicks;
    market.armStops(position);
    market.touch(position, atMs);
    this.#finish(market, atMs);
    return null;
  }

  /** Of a pending or open position, in any contract: it moves nothing by itself. */
  #setTopUp({ customerId, positionId, limitMinor }: CommandOf<'setTopUp'>, atMs: number): Refusal | null {
    const found = this.#find(customerId, positionId, 'position_id');
    if ('refusal' in found) return found.refusal;
    const { position } = found;
    const market = this.#markets.get(position.trader.marketId)!;
    const refusal = this.#margins.setTopUp(market, position, limitMinor, atMs);
    if (refusal === null) this.#finish(market, atMs);
    return refusal;
  }

  #withMarket(
    { marketId }: { readonly marketId: number },
    act: (market: PerpetualMarket) => Refusal | null,
  ): Refusal | null {
    const market = this.#markets.get(marketId);
    return market === undefined ? refuse('unknown_perpetual', 'market_id') : act(market);
  }

  /** For commands about a position with open lots, in a contract that is not halted. */
  #withOpen(
    command: { readonly customerId: number; readonly positionId: number },
    atMs: number,
    act: (market: PerpetualMarket, position: Position) => Refusal | null,
    isHalted: (market: PerpetualMarket) => boolean = isStopped,
  ): Refusal | null {
    const found = this.#find(command.customerId, command.positionId, 'position_id');
    if ('refusal' in found) return found.refusal;
    const { position } = found;
    if (position.lots === 0) return refuse('position_not_open', 'position_id');
    const market = this.#markets.get(position.trader.marketId)!;
    if (isHalted(market)) return refuse('market_halted');
    const refusal = act(market, position);
    if (refusal === null) this.#finish(market, atMs);
    return refusal;
  }

  /** One contract, which must not be halted, or all that are not. */
  #inMarkets(
    command: { readonly customerId: number; readonly marketId: number | null },
    atMs: number,
    act: (market: PerpetualMarket, trader: ReturnType<PerpetualMarket['trader']>) => void,
    isHalted: (market: PerpetualMarket) => boolean = isStopped,
  ): Refusal | null {
    const { customerId, marketId } = command;
    if (marketId !== null) {
      const market = this.#markets.get(marketId);
      if (market === undefined) return refuse('unknown_perpetual', 'market_id');
      if (isHalted(market)) return refuse('market_halted');
    }
    for (const market of this.#markets.values()) {
      if (isHalted(market) || (marketId !== null && market.id !== marketId)) continue;
      const trader = market.traderIfSeen(customerId);
      // A restored contract does not know traders without orders and positions, so nothing may depend on former ones.
      if (trader === undefined || trader.positions === 0) continue;
      act(market, trader);
      this.#finish(market, atMs);
    }
    return null;
  }

  /** Another customer's position is refused like an unknown one. */
  #find(
    customerId: number,
    positionId: number,
    field: string,
  ): { readonly position: Position } | { readonly refusal: Refusal } {
    const position = this.#keeper.find(positionId);
    if (position === undefined || position.order !== null) {
      const known = position === undefined && this.#keeper.wasHandedOut(positionId);
      return { refusal: refuse(known ? 'position_not_open' : 'unknown_position', field) };
    }
    if (position.trader.customerId !== customerId) return { refusal: refuse('unknown_position', field) };
    return { position };
  }

  /** The fills may have opened positions whose thresholds the mark has already reached. */
  #finish(market: PerpetualMarket, atMs: number): void {
    this.#risk.run(market, atMs);
    this.#keeper.touch(market);
  }
}

function limitOrder(
  { customerId, marketId, multiple, postOnly }: CommandOf<'replacePerpetualOrders'>,
  side: PlacePerpetualOrder['side'],
  [priceTicks, lots]: Quote,
): PlacePerpetualOrder {
  return {
    type: 'placePerpetualOrder',
    customerId,
    marketId,
    side,
    orderType: 'limit',
    lots,
    multiple,
    priceTicks,
    worstPriceTicks: null,
    postOnly,
    takeProfitTicks: null,
    stopLossTicks: null,
    clientOrderId: null,
  };
}

const isStopped = ({ status }: PerpetualMarket): boolean => status === 'halted';
const keepsOrders = (market: PerpetualMarket): boolean => market.keepsOrders;

/** The price a position's stops are measured from: the mark once lots are open, before that its limit price. */
function measuredFrom(
  market: PerpetualMarket,
  position: Position,
): [fromE8: number, liquidationE8: number | null] {
  if (position.lots > 0) return [market.mark!.markE8, position.liquidationE8];
  const { contract } = market;
  const { priceTicks, lots } = position.opening!;
  const entryValueMinor = valueAtTicks(contract, priceTicks, lots);
  const marginMinor = initialMargin(entryValueMinor, position.multiple);
  const exposure = { side: position.side, lots, entryValueMinor, marginMinor };
  return [priceTicks * contract.tickE8, liquidationPriceE8(contract, exposure, position.maintenancePpm)];
}
