import type { Command } from '../command.ts';
import type { Event, EventOf, EventType } from '../event.ts';
import { Exchange } from '../exchange.ts';
import type { Market } from '../market/terms.ts';
import type { PlatformAccount } from '../ledger/account.ts';
import { formatMinor, parseDecimal } from '../money/decimal.ts';
import type { Outcome } from '../outcome.ts';
import type { OrderView, Side } from '../spot/order.ts';
import type { PlaceOrder } from '../spot/command.ts';
import { BTC_USDT, configureCommands, TEST_CURRENCIES, USDT } from './demo-exchange.ts';

export type OrderOptions = Partial<
  Pick<PlaceOrder, 'timeInForce' | 'postOnly' | 'clientOrderId' | 'marketId' | 'instructions'>
>;

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>;

/** An exchange with the test markets. It takes decimal strings, so that examples read like rules. */
export class Scenario {
  exchange = new Exchange();
  nowMs = 1_700_000_000_000;
  /** Events of the last accepted command. */
  events: readonly Event[] = [];

  constructor() {
    for (const command of configureCommands()) this.must(command);
  }

  try(command: Command): Outcome {
    const outcome = this.exchange.apply(command, this.nowMs);
    if (outcome.ok) {
      this.events = outcome.events;
      this.exchange.checkInvariants('all');
    }
    return outcome;
  }

  must(command: Command): readonly Event[] {
    const outcome = this.try(command);
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(outcome.refusal)}`);
    return outcome.events;
  }

  /** The code of a command that must be refused; throws if it is accepted or changes anything. */
  refusal(command: Command): string {
    const before = this.exchange.stateHash();
    const outcome = this.exchange.apply(command, this.nowMs);
    if (outcome.ok) throw new Error(`${command.type} was accepted`);
    if (this.exchange.stateHash() !== before) throw new Error(`a refused ${command.type} changed the state`);
    return outcome.refusal.code;
  }

  /** Lets time pass as the sequencer does: all that is due happens at the new time. */
  pass(ms: number): void {
    this.nowMs += ms;
    const events: Event[] = [];
    while (this.exchange.dueAtMs() <= this.nowMs) events.push(...this.must({ type: 'passTime' }));
    this.events = events;
  }

  /** A new customer with these amounts in the spot account, e.g. `{ USDT: '1000' }`. */
  customer(customerId: number, funds: Readonly<Record<string, string>>): void {
    for (const command of this.fundingOf(customerId, funds)) this.must(command);
  }

  /** The commands of `customer`. */
  fundingOf(customerId: number, funds: Readonly<Record<string, string>>): Command[] {
    const commands: Command[] = [{ type: 'openCustomer', customerId }];
    for (const [code, amount] of Object.entries(funds)) {
      const { id, decimals } = currencyOf(code);
      commands.push({
        type: 'credit',
        customerId,
        account: 'spot',
        currencyId: id,
        amountMinor: minor(amount, decimals),
        from: 'faucet',
        reference: `faucet:${customerId}`,
      });
    }
    return commands;
  }

  index(price: string, marketId = BTC_USDT): readonly Event[] {
    const priceE8 = Number(minor(price, 8));
    const sources = [{ name: 'test', priceE8, atMs: this.nowMs }];
    return this.must({ type: 'recordIndexTick', marketId, priceE8, sources });
  }

  limitOrder(
    customerId: number,
    side: Side,
    quantity: string,
    price: string,
    options?: OrderOptions,
  ): PlaceOrder {
    const priceTicks = this.ticks(price, options?.marketId);
    const quantityLots = this.lots(quantity, options?.marketId);
    return { ...emptyOrder(customerId, side), orderType: 'limit', priceTicks, quantityLots, ...options };
  }

  marketOrder(customerId: number, side: Side, quantity: string, options?: OrderOptions): PlaceOrder {
    const quantityLots = this.lots(quantity, options?.marketId);
    return {
      ...emptyOrder(customerId, side),
      orderType: 'market',
      timeInForce: 'IOC',
      quantityLots,
      ...options,
    };
  }

  budgetOrder(customerId: number, budget: string, options?: OrderOptions): PlaceOrder {
    const budgetMinor = minor(budget, 6);
    return {
      ...emptyOrder(customerId, 'buy'),
      orderType: 'market',
      timeInForce: 'IOC',
      budgetMinor,
      ...options,
    };
  }

  stopLimitOrder(
    customerId: number,
    side: Side,
    quantity: string,
    price: string,
    trigger: string,
    options?: OrderOptions,
  ): PlaceOrder {
    const triggerTicks = this.ticks(trigger, options?.marketId);
    return {
      ...this.limitOrder(customerId, side, quantity, price, options),
      orderType: 'stopLimit',
      triggerTicks,
    };
  }

  /** A stop-market sell of a quantity. */
  stopSell(customerId: number, quantity: string, trigger: string, options?: OrderOptions): PlaceOrder {
    const triggerTicks = this.ticks(trigger, options?.marketId);
    return {
      ...this.marketOrder(customerId, 'sell', quantity, options),
      orderType: 'stopMarket',
      triggerTicks,
    };
  }

  /** A stop-market buy with a budget. */
  stopBuy(customerId: number, budget: string, trigger: string, options?: OrderOptions): PlaceOrder {
    const triggerTicks = this.ticks(trigger, options?.marketId);
    return { ...this.budgetOrder(customerId, budget, options), orderType: 'stopMarket', triggerTicks };
  }

  /** Changes a waiting order: decimals, what is left out stays. */
  amendment(
    orderId: number,
    change: Partial<Readonly<Record<'price' | 'quantity' | 'budget' | 'trigger', string>>>,
  ): CommandOf<'amendOrder'> {
    const { customerId, marketId } = this.exchange.order(orderId)!;
    return {
      type: 'amendOrder',
      customerId,
      orderId,
      priceTicks: change.price === undefined ? null : this.ticks(change.price, marketId),
      quantityLots: change.quantity === undefined ? null : this.lots(change.quantity, marketId),
      budgetMinor: change.budget === undefined ? null : minor(change.budget, 6),
      triggerTicks: change.trigger === undefined ? null : this.ticks(change.trigger, marketId),
    };
  }

  /** Places an order and returns it as the command left it. */
  place(order: PlaceOrder): OrderView {
    const changed = this.must(order).filter(event => event.type === 'orderChanged');
    const lastId = Math.max(...changed.map(event => event.order.orderId));
    return changed.find(event => event.order.orderId === lastId)!.order;
  }

  /** An order as the last command left it. */
  changed(orderId: number): OrderView | undefined {
    return this.eventsOf('orderChanged').find(event => event.order.orderId === orderId)?.order;
  }

  eventsOf<T extends EventType>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }

  /** Trades of the last command as `price × quantity`. */
  trades(): string[] {
    return this.eventsOf('traded').map(trade => {
      const market = this.exchange.market(trade.marketId)!;
      return `${price(market, trade.priceTicks)} × ${quantity(market, trade.quantityLots)}`;
    });
  }

  available(customerId: number, code: string): string {
    const { id, decimals } = currencyOf(code);
    const key = { ownerId: customerId, account: 'spot', currencyId: id } as const;
    return formatMinor(this.exchange.balance(key).availableMinor, decimals);
  }

  frozen(customerId: number, code: string): string {
    const { id, decimals } = currencyOf(code);
    const key = { ownerId: customerId, account: 'spot', currencyId: id } as const;
    return formatMinor(this.exchange.balance(key).frozenMinor, decimals);
  }

  fees(code: string): string {
    return this.platform('fees', code);
  }

  /** Balance of one of the house's accounts. */
  platform(account: PlatformAccount, code: string): string {
    const { id, decimals } = currencyOf(code);
    const key = { ownerId: 0, account, currencyId: id } as const;
    return formatMinor(this.exchange.balance(key).availableMinor, decimals);
  }

  /** Requests a withdrawal of USDT over the Tron chain. */
  withdrawal(
    customerId: number,
    withdrawalId: number,
    amount: string,
    fee: string,
  ): CommandOf<'requestWithdrawal'> {
    return {
      type: 'requestWithdrawal',
      customerId,
      withdrawalId,
      currencyId: USDT,
      amountMinor: minor(amount, 6),
      feeMinor: minor(fee, 6),
      via: 'custodyTron',
    };
  }

  /** A deposit of USDT over the Tron chain into the spot account. */
  deposit(customerId: number, amount: string, reference = 'deposit:1'): CommandOf<'credit'> {
    return { ...this.#deposit(customerId, amount, reference), type: 'credit', from: 'custodyTron' };
  }

  reversal(customerId: number, amount: string, reference = 'deposit:1'): CommandOf<'reverseCredit'> {
    return { ...this.#deposit(customerId, amount, reference), type: 'reverseCredit', to: 'custodyTron' };
  }

  #deposit(customerId: number, amount: string, reference: string) {
    return {
      customerId,
      account: 'spot' as const,
      currencyId: USDT,
      amountMinor: minor(amount, 6),
      reference,
    };
  }

  /** Both sides as `price × quantity`, best first. */
  book(marketId = BTC_USDT): { bids: string[]; asks: string[] } {
    const market = this.exchange.market(marketId)!;
    const text = ([ticks, lots]: readonly [number, number]) =>
      `${price(market, ticks)} × ${quantity(market, lots)}`;
    const { bids, asks } = this.exchange.depth(marketId, 100);
    return { bids: bids.map(text), asks: asks.map(text) };
  }

  ticks(text: string, marketId = BTC_USDT): number {
    return steps(text, this.exchange.market(marketId)!.tickSize);
  }

  lots(text: string, marketId = BTC_USDT): number {
    return steps(text, this.exchange.market(marketId)!.lotSize);
  }
}

export function emptyOrder(customerId: number, side: Side): PlaceOrder {
  return {
    type: 'placeOrder',
    customerId,
    marketId: BTC_USDT,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: null,
    quantityLots: null,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  };
}

function currencyOf(code: string): { id: number; decimals: number } {
  const currency = TEST_CURRENCIES.find(candidate => candidate.code === code);
  if (currency === undefined) throw new Error(`no test currency ${code}`);
  return currency;
}

function minor(text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, decimals);
  if (parsed === null) throw new Error(`not a decimal: ${text}`);
  return parsed;
}

function steps(text: string, step: string): number {
  const scaled = minor(text, 12);
  const size = minor(step, 12);
  if (scaled % size !== 0n) throw new Error(`${text} is not a multiple of ${step}`);
  return Number(scaled / size);
}

function price(market: Market, ticks: number): string {
  return formatMinor(BigInt(ticks) * minor(market.tickSize, 12), 12);
}

function quantity(market: Market, lots: number): string {
  return formatMinor(BigInt(lots) * minor(market.lotSize, 12), 12);
}
