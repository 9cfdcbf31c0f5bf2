import {
  PLATFORM_OWNER,
  type AccountBalance,
  type AccountKey,
  type Event,
  type OptionView,
  type OrderView,
  type ReadonlyExchange,
  type Trade,
} from '@tallystick/core';
import type { CommittedBatch } from '../batch.ts';
import { Topic, type TopicListener, type Unsubscribe } from './topic.ts';

/** A trade of the customer's with its time. */
export interface CustomerTrade extends Trade {
  readonly atMs: number;
}

/** What one commit changed for one customer; orders complete, in their latest state. */
export interface CustomerOrders {
  readonly orders: readonly OrderView[];
  readonly trades: readonly CustomerTrade[];
}

interface Watched {
  readonly orders: Topic<CustomerOrders>;
  readonly balances: Topic<readonly AccountBalance[]>;
  readonly options: Topic<readonly OptionView[]>;
}

/** Only streams of customers who are listening; others are looked up when needed. */
export class PrivateTopics {
  readonly #watched = new Map<number, Watched>();
  readonly #exchange: Pick<ReadonlyExchange, 'balance'>;
  readonly #onError: (error: unknown) => void;

  /** `exchange`: with the state after the batch that is being published. */
  constructor(exchange: Pick<ReadonlyExchange, 'balance'>, onError: (error: unknown) => void) {
    this.#exchange = exchange;
    this.#onError = onError;
  }

  subscribeOrders(customerId: number, listener: TopicListener<CustomerOrders>): Unsubscribe {
    return this.#release(customerId, this.#watch(customerId).orders.subscribe(listener));
  }

  subscribeBalances(customerId: number, listener: TopicListener<readonly AccountBalance[]>): Unsubscribe {
    return this.#release(customerId, this.#watch(customerId).balances.subscribe(listener));
  }

  /** Each in its latest state of the commit. */
  subscribeOptions(customerId: number, listener: TopicListener<readonly OptionView[]>): Unsubscribe {
    return this.#release(customerId, this.#watch(customerId).options.subscribe(listener));
  }

  /** Sequence of the newest delta of a stream; 0 when nobody has been listening. */
  sequence(customerId: number, stream: keyof Watched): number {
    return this.#watched.get(customerId)?.[stream].sequence ?? 0;
  }

  committed(batch: CommittedBatch): void {
    if (this.#watched.size === 0) return;
    const orders = new Map<number, Map<number, OrderView>>();
    const trades = new Map<number, CustomerTrade[]>();
    const options = new Map<number, Map<number, OptionView>>();
    const accounts = new Map<number, Map<string, AccountKey>>();
    for (const { events, atMs } of batch.commands) {
      for (const event of events) {
        this.#sort(event, atMs, orders, trades);
        if (event.type === 'optionChanged') this.#sortOption(event.option, options);
        if (event.type === 'posted') for (const entry of event.entries) this.#sortAccount(entry, accounts);
      }
    }
    for (const customerId of new Set([...orders.keys(), ...trades.keys()])) {
      this.#watched.get(customerId)?.orders.publish({
        orders: [...(orders.get(customerId)?.values() ?? [])],
        trades: trades.get(customerId) ?? [],
      });
    }
    for (const [customerId, changed] of options) {
      this.#watched.get(customerId)?.options.publish([...changed.values()]);
    }
    for (const [customerId, changed] of accounts) {
      const balances = [...changed.values()].map(key => ({ ...key, ...this.#exchange.balance(key) }));
      this.#watched.get(customerId)?.balances.publish(balances);
    }
  }

  #sort(
    event: Event,
    atMs: number,
    orders: Map<number, Map<number, OrderView>>,
    trades: Map<number, CustomerTrade[]>,
  ): void {
    if (event.type === 'orderChanged') {
      const { order } = event;
      if (!this.#watched.has(order.customerId)) return;
      entryOf(orders, order.customerId, () => new Map<number, OrderView>()).set(order.orderId, order);
    } else if (event.type === 'traded') {
      const { type: _, ...trade } = event;
      for (const customerId of new Set([trade.takerCustomerId, trade.makerCustomerId])) {
        if (this.#watched.has(customerId)) entryOf(trades, customerId, () => []).push({ ...trade, atMs });
      }
    }
  }

  #sortOption(option: OptionView, options: Map<number, Map<number, OptionView>>): void {
    if (!this.#watched.has(option.customerId)) return;
    entryOf(options, option.customerId, () => new Map<number, OptionView>()).set(option.optionId, option);
  }

  #sortAccount(key: AccountKey, accounts: Map<number, Map<string, AccountKey>>): void {
    const { ownerId, account, currencyId } = key;
    if (ownerId === PLATFORM_OWNER || !this.#watched.has(ownerId)) return;
    const changed = entryOf(accounts, ownerId, () => new Map<string, AccountKey>());
    entryOf(changed, `${account} ${currencyId}`, () => ({ ownerId, account, currencyId }));
  }

  #watch(customerId: number): Watched {
    return entryOf(this.#watched, customerId, () => ({
      orders: new Topic<CustomerOrders>(this.#onError),
      balances: new Topic<readonly AccountBalance[]>(this.#onError),
      options: new Topic<readonly OptionView[]>(this.#onError),
    }));
  }

  #release(customerId: number, unsubscribe: Unsubscribe): Unsubscribe {
    return () => {
      unsubscribe();
      const watched = this.#watched.get(customerId);
      if (watched === undefined) return;
      const topics: readonly { readonly watched: boolean }[] = Object.values(watched);
      if (!topics.some(topic => topic.watched)) this.#watched.delete(customerId);
    };
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
