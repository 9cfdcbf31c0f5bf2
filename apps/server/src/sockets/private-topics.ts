import {
  CUSTOMER_ACCOUNTS,
  type AccountBalance,
  type CustomerAccount,
  type OptionView,
} from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type {
  Language,
  SocketMessage,
  WireFill,
  WireHolding,
  WireNotice,
  WireOption,
  WireOrder,
  WirePosition,
} from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type {
  PrivateTopics as CustomerTopics,
  CustomerOrders,
} from '../engine/market-data/private-topics.ts';
import type { MarketUnitsTable } from '../modules/market/units.ts';
import type { PositionTopics } from '../engine/market-data/position-topics.ts';
import type { NoticeService } from '../modules/notice/service.ts';
import { NoticeWatch } from '../modules/notice/watch.ts';
import { wireNotice } from '../modules/notice/wire.ts';
import { openOptions } from '../modules/option/store.ts';
import { wireOption } from '../modules/option/wire.ts';
import { openPositions } from '../modules/perpetual/store.ts';
import { waitingOrders } from '../modules/spot/store.ts';
import { wireFill, wireOrder } from '../modules/spot/wire.ts';
import { listHoldings } from '../modules/wallet/store.ts';
import { ALERTS, POSITIONS, positionChange, type PerpetualTopicsOptions } from './perpetual-topics.ts';
import { PrivateStream, type Numbered, type StreamKind } from './private-stream.ts';
import type { PrivateKind } from './topic-name.ts';

export interface PrivateTopicsOptions {
  readonly pool: pg.Pool;
  readonly customers: Pick<CustomerTopics, 'subscribeOrders' | 'subscribeBalances' | 'subscribeOptions'>;
  readonly units: MarketUnitsTable;
  readonly notices: NoticeService;
  readonly positions: PositionTopics;
  readonly perpetual: PerpetualTopicsOptions;
  readonly log: FastifyBaseLogger;
  /** Sends to the customer's sockets that watch the topic: `roomOf`. */
  readonly emit: (room: string, message: SocketMessage) => void;
  /** Shorter in tests. */
  readonly noticesEveryMs?: number;
}

const EVERY_MS = 100;
const NOTICES_SHOWN = 20;
const NOTICES_EVERY_MS = 3_000;

/** The customer whose topics a socket gets, and the language of notices. */
export interface Hearer {
  readonly customerId: number;
  readonly language: Language;
}

export function roomOf({ customerId, language }: Hearer, topic: PrivateKind): string {
  const room = `customer:${customerId}:${topic}`;
  return topic === 'notices' ? `${room}:${language}` : room;
}

interface OrderChange {
  readonly orders: ReadonlyMap<number, WireOrder>;
  readonly fills: readonly WireFill[];
}
type OrderDelta = { orders: WireOrder[]; fills: WireFill[] };

const ORDERS: StreamKind<OrderChange, OrderDelta, readonly WireOrder[]> = {
  merge: (waiting, change) =>
    waiting === null
      ? change
      : {
          orders: new Map([...waiting.orders, ...change.orders]),
          fills: [...waiting.fills, ...change.fills],
        },
  delta: change => ({ orders: [...change.orders.values()], fills: [...change.fills] }),
  overlay(state, changes) {
    const orders = new Map(state.map(order => [order.order_id, order]));
    for (const change of changes) {
      for (const [id, order] of change.orders) {
        if (order.status === 'waiting') orders.set(id, order);
        else orders.delete(id);
      }
    }
    return [...orders.values()];
  },
};

type BalanceChange = ReadonlyMap<string, WireHolding>;

const BALANCES: StreamKind<BalanceChange, readonly WireHolding[], readonly WireHolding[]> = {
  merge: (waiting, change) => new Map([...(waiting ?? []), ...change]),
  delta: change => [...change.values()],
  overlay(state, changes) {
    const holdings = new Map(state.map(holding => [holdingKey(holding), holding]));
    for (const change of changes) for (const [key, holding] of change) holdings.set(key, holding);
    return [...holdings.values()];
  },
};

type OptionChange = ReadonlyMap<number, WireOption>;

/** Newest first; settled ones are removed. */
const OPTIONS: StreamKind<OptionChange, readonly WireOption[], readonly WireOption[]> = {
  merge: (waiting, change) => new Map([...(waiting ?? []), ...change]),
  delta: change => [...change.values()],
  overlay(state, changes) {
    const options = new Map(state.map(option => [option.option_id, option]));
    for (const change of changes) {
      for (const [id, option] of change) {
        if (option.state === 'settled') options.delete(id);
        else options.set(id, option);
      }
    }
    return [...options.values()].toSorted((a, b) => b.option_id - a.option_id);
  },
};

/** New ones in front; an existing notice keeps its place. */
const NOTICES: StreamKind<readonly WireNotice[], readonly WireNotice[], readonly WireNotice[]> = {
  merge: (waiting, change) => withNew(waiting ?? [], change),
  delta: change => change,
  overlay: (state, changes) => changes.reduce(withNew, state),
};

function withNew(notices: readonly WireNotice[], added: readonly WireNotice[]): readonly WireNotice[] {
  const known = new Set(notices.map(({ id }) => id));
  return [...added.filter(({ id }) => !known.has(id)), ...notices];
}

interface Watched {
  watchers: number;
  /** Delivers the snapshot between two deltas. */
  snapshot(deliver: (snapshot: Numbered<unknown>) => void): Promise<void>;
  stop(): void;
}

/** Orders, balances and notices of connected customers. */
export class PrivateTopics {
  readonly #options: PrivateTopicsOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #published: NoticeWatch;

  constructor(options: PrivateTopicsOptions) {
    this.#options = options;
    this.#published = new NoticeWatch({ ...options, everyMs: options.noticesEveryMs ?? NOTICES_EVERY_MS });
  }

  watch(hearer: Hearer, topic: PrivateKind): void {
    const room = roomOf(hearer, topic);
    const watched = this.#watched.get(room);
    if (watched === undefined) this.#watched.set(room, this.#open(hearer, topic, room));
    else watched.watchers++;
  }

  unwatch(hearer: Hearer, topic: PrivateKind): void {
    const room = roomOf(hearer, topic);
    const watched = this.#watched.get(room);
    if (watched === undefined || --watched.watchers > 0) return;
    watched.stop();
    this.#watched.delete(room);
  }

  /** Only for a watched topic. Rejects when the database does. */
  async snapshot(
    hearer: Hearer,
    topic: PrivateKind,
    deliver: (snapshot: Numbered<unknown>) => void,
  ): Promise<void> {
    await this.#watched.get(roomOf(hearer, topic))?.snapshot(deliver);
  }

  #open(hearer: Hearer, topic: PrivateKind, room: string): Watched {
    switch (topic) {
      case 'orders':
        return this.#watchOrders(hearer.customerId, room);
      case 'balances':
        return this.#watchBalances(hearer.customerId, room);
      case 'notices':
        return this.#watchNotices(hearer, room);
      case 'options':
        return this.#watchOptions(hearer.customerId, room);
      case 'positions':
        return this.#watchPositions(hearer.customerId, room);
      case 'perpetual_alerts':
        return this.#watchAlerts(hearer.customerId, room);
    }
  }

  #watchOrders(customerId: number, room: string): Watched {
    const { customers, pool, units } = this.#options;
    const stream = this.#stream(ORDERS, room, 'orders');
    const unsubscribe = customers.subscribeOrders(customerId, ({ data }) =>
      stream.add(this.#orderChange(customerId, data)),
    );
    const read = async (): Promise<WireOrder[]> => {
      const orders = await waitingOrders(pool, customerId);
      return orders.map(order => wireOrder(order, units.of(order.marketId)));
    };
    return watchedOf(stream, read, unsubscribe);
  }

  #watchBalances(customerId: number, room: string): Watched {
    const { customers, pool } = this.#options;
    const stream = this.#stream(BALANCES, room, 'balances');
    const unsubscribe = customers.subscribeBalances(customerId, ({ data }) => {
      const holdings = data.filter(isCustomers).map(balance => this.#holding(balance));
      stream.add(new Map(holdings.map(holding => [holdingKey(holding), holding])));
    });
    const read = async (): Promise<WireHolding[]> => {
      const held = await listHoldings(pool, customerId);
      return held.map(holding => this.#holding(holding));
    };
    return watchedOf(stream, read, unsubscribe);
  }

  #watchOptions(customerId: number, room: string): Watched {
    const { customers, pool } = this.#options;
    const stream = this.#stream(OPTIONS, room, 'options');
    const unsubscribe = customers.subscribeOptions(customerId, ({ data }) =>
      stream.add(new Map(data.map(option => [option.optionId, this.#option(option)]))),
    );
    const read = async (): Promise<WireOption[]> => {
      const options = await openOptions(pool, customerId);
      return options.map(option => this.#option(option));
    };
    return watchedOf(stream, read, unsubscribe);
  }

  #watchPositions(customerId: number, room: string): Watched {
    const { pool, log, positions, perpetual } = this.#options;
    const stream = this.#stream(POSITIONS, room, 'positions');
    // Sequential: funded positions are read from the database, and a newer change must not overtake them.
    let queue = Promise.resolve();
    const unsubscribe = positions.subscribe(customerId, ({ data }) => {
      queue = queue
        .then(async () => stream.add(await positionChange(pool, perpetual, customerId, data)))
        .catch((error: unknown) => log.error({ err: error }, 'positions after funding could not be read'));
    });
    const read = async (): Promise<WirePosition[]> => {
      const open = await openPositions(pool, customerId);
      return open.map(perpetual.wire);
    };
    return watchedOf(stream, read, unsubscribe);
  }

  #watchAlerts(customerId: number, room: string): Watched {
    const { alerts } = this.#options.perpetual;
    const stream = this.#stream(ALERTS, room, 'perpetual_alerts');
    const unsubscribe = alerts.subscribe(customerId, added => stream.add(added));
    return watchedOf(stream, async () => alerts.recent(customerId), unsubscribe);
  }

  #watchNotices({ customerId, language }: Hearer, room: string): Watched {
    const stream = this.#stream(NOTICES, room, 'notices');
    const unsubscribe = this.#published.subscribe(customerId, language, notices =>
      stream.add(notices.map(wireNotice)),
    );
    const read = async (): Promise<readonly WireNotice[]> => {
      await this.#published.ready();
      const notices = await this.#options.notices.list(customerId, language, { limit: NOTICES_SHOWN });
      return notices.map(wireNotice);
    };
    return watchedOf(stream, read, unsubscribe);
  }

  #stream<Change, Delta, State>(
    kind: StreamKind<Change, Delta, State>,
    room: string,
    topic: PrivateKind,
  ): PrivateStream<Change, Delta, State> {
    return new PrivateStream(
      kind,
      ({ sequence, data }) =>
        this.#options.emit(room, { topic, sequence, data: data as SocketMessage['data'] }),
      EVERY_MS,
    );
  }

  #orderChange(customerId: number, { orders, trades }: CustomerOrders): OrderChange {
    const { units } = this.#options;
    const fills: WireFill[] = [];
    for (const trade of trades) {
      const marketUnits = units.of(trade.marketId);
      if (trade.takerCustomerId === customerId) fills.push(wireFill(trade, 'taker', marketUnits));
      if (trade.makerCustomerId === customerId) fills.push(wireFill(trade, 'maker', marketUnits));
    }
    return {
      orders: new Map(orders.map(order => [order.orderId, wireOrder(order, units.of(order.marketId))])),
      fills,
    };
  }

  #option(option: OptionView): WireOption {
    const { units } = this.#options;
    return wireOption(option, units.of(option.marketId), units.currency(option.currencyId));
  }

  #holding(balance: CustomersBalance): WireHolding {
    const { decimals } = this.#options.units.currency(balance.currencyId);
    return {
      account: balance.account,
      currency_id: balance.currencyId,
      available: formatMinor(balance.availableMinor, decimals),
      frozen: formatMinor(balance.frozenMinor, decimals),
    };
  }
}

type CustomersBalance = Omit<AccountBalance, 'ownerId' | 'account'> & { readonly account: CustomerAccount };

const customerAccounts: readonly string[] = CUSTOMER_ACCOUNTS;

function isCustomers(
  balance: AccountBalance,
): balance is AccountBalance & { readonly account: CustomerAccount } {
  return customerAccounts.includes(balance.account);
}

function holdingKey(holding: WireHolding): string {
  return `${holding.account}:${holding.currency_id}`;
}

function watchedOf<Change, Delta, State>(
  stream: PrivateStream<Change, Delta, State>,
  read: () => Promise<State>,
  unsubscribe: () => void,
): Watched {
  return {
    watchers: 1,
    snapshot: deliver => stream.snapshot(read, deliver),
    stop() {
      unsubscribe();
      stream.stop();
    },
  };
}
