import { isDeepStrictEqual } from 'node:util';
import type { OptionView, OrderView } from '@tallystick/core';
import type { DepthDelta } from '../market-data/depth-book.ts';
import type { TopicListener } from '../market-data/topic.ts';
import type { TestEngine } from './test-engine.ts';

type DepthTopic = `depth:${number}` | `perpetual_depth:${number}`;

/** Reads the state once and then only numbered deltas, as a socket does. */
export class TopicFollower {
  /** By topic: `bid 600000` → lots. */
  readonly #levels = new Map<DepthTopic, Map<string, number>>();
  readonly #orders = new Map<number, OrderView>();
  readonly #options = new Map<number, OptionView>();
  readonly #faults: string[] = [];
  readonly #engine: TestEngine;
  readonly #customerIds: readonly number[];

  /** Call while nothing is pending. */
  constructor(engine: TestEngine, customerIds: readonly number[]) {
    this.#engine = engine;
    this.#customerIds = customerIds;
    const { exchange } = engine;
    for (const { id } of exchange.markets()) this.#followDepth(`depth:${id}`);
    for (const { marketId } of exchange.perpetual.contracts()) {
      this.#followDepth(`perpetual_depth:${marketId}`);
    }
    for (const option of exchange.option.open()) this.#options.set(option.optionId, option);
    for (const customerId of customerIds) this.#followCustomer(customerId);
  }

  /** Differences between the deltas and the actual state, in words. Call while nothing is pending. */
  faults(): string[] {
    const { exchange, marketData } = this.#engine;
    const faults = [...this.#faults];
    for (const [topic, levels] of this.#levels) {
      // Reading the state publishes pending changes.
      marketData.snapshot(topic);
      const id = Number(topic.split(':')[1]);
      const reader = topic.startsWith('perpetual') ? exchange.perpetual : exchange;
      const { bids, asks } = reader.depth(id, Infinity);
      const there = new Map<string, number>();
      for (const [price, lots] of bids) there.set(`bid ${price}`, lots);
      for (const [price, lots] of asks) there.set(`ask ${price}`, lots);
      if (!isDeepStrictEqual(levels, there)) faults.push(`levels of ${topic}`);
    }
    const waiting = this.#customerIds.flatMap(customerId => exchange.openOrders(customerId));
    const orders = new Map(waiting.map(order => [order.orderId, order]));
    if (!isDeepStrictEqual(this.#orders, orders)) faults.push('waiting orders');
    const options = new Map(exchange.option.open().map(option => [option.optionId, option]));
    if (!isDeepStrictEqual(this.#options, options)) faults.push('open options');
    for (const { marketId, openInterestLots } of marketData.snapshot('perpetual_tickers')!.data) {
      if (openInterestLots !== exchange.perpetual.openInterestLots(marketId)) {
        faults.push(`open interest of ${marketId}`);
      }
    }
    return faults;
  }

  #followDepth(topic: DepthTopic): void {
    const levels = new Map<string, number>();
    const take = ({ bids, asks }: DepthDelta): void => {
      for (const [price, lots] of bids) setLevel(levels, `bid ${price}`, lots);
      for (const [price, lots] of asks) setLevel(levels, `ask ${price}`, lots);
    };
    const { marketData } = this.#engine;
    const { sequence, data } = marketData.snapshot(topic)!;
    take(data);
    marketData.subscribe(topic, this.#inOrder(topic, sequence, take));
    this.#levels.set(topic, levels);
  }

  #followCustomer(customerId: number): void {
    const { exchange, marketData } = this.#engine;
    const { customers } = marketData;
    for (const order of exchange.openOrders(customerId)) this.#orders.set(order.orderId, order);
    customers.subscribeOrders(
      customerId,
      this.#inOrder(`orders of ${customerId}`, customers.sequence(customerId, 'orders'), ({ orders }) => {
        for (const order of orders) {
          if (order.status === 'waiting') this.#orders.set(order.orderId, order);
          else this.#orders.delete(order.orderId);
        }
      }),
    );
    customers.subscribeOptions(
      customerId,
      this.#inOrder(`options of ${customerId}`, customers.sequence(customerId, 'options'), options => {
        for (const option of options) {
          if (option.state === 'settled') this.#options.delete(option.optionId);
          else this.#options.set(option.optionId, option);
        }
      }),
    );
  }

  /** Notes missing and repeated messages. */
  #inOrder<D>(name: string, begin: number, take: (data: D) => void): TopicListener<D> {
    let last = begin;
    return ({ sequence, data }) => {
      if (sequence !== last + 1) this.#faults.push(`${name}: ${sequence} after ${last}`);
      last = sequence;
      take(data);
    };
  }
}

function setLevel(levels: Map<string, number>, level: string, lots: number): void {
  if (lots === 0) levels.delete(level);
  else levels.set(level, lots);
}
