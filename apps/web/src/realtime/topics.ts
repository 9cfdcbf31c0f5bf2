import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { CandleSuffix } from '@tallystick/protocol';
import type {
  CandleKind,
  Interval,
  WireCandle,
  WireDepth,
  WireFill,
  WireHolding,
  WireLevel,
  WireNotice,
  WireOrder,
  WirePerpetualAlert,
  WirePerpetualFill,
  WirePerpetualOrder,
  WirePerpetualTicker,
  WirePosition,
  WirePublicTrade,
  WireTicker,
} from '@tallystick/protocol';
import { compareDecimals } from '#lib/decimal.ts';
import { storeFor } from './connection.ts';
import type { TopicReducer, TopicStore } from './topic-store.ts';

/** Trades kept on screen. */
const MAX_TRADES = 60;
/** Candles kept before the running one. */
const MAX_CANDLES = 20;
/** Changes of orders kept for readers. */
const MAX_CHANGES = 100;

export type TickersById = ReadonlyMap<number, WireTicker>;
export type PerpetualTickersById = ReadonlyMap<number, WirePerpetualTicker>;

function byMarket<Ticker extends { readonly market_id: number }>(
  tickers: readonly Ticker[],
): ReadonlyMap<number, Ticker> {
  return new Map(tickers.map(ticker => [ticker.market_id, ticker]));
}

/** All tickers by market id. */
export function tickersTopic(): TopicStore<'tickers', TickersById> {
  return storeFor('tickers', {
    open: byMarket,
    apply: (state, changed) => new Map([...state, ...byMarket(changed)]),
  });
}

/** Mark, index, last price and funding of every perpetual contract, by the id of the market it follows. */
export function perpetualTickersTopic(): TopicStore<'perpetual_tickers', PerpetualTickersById> {
  return storeFor('perpetual_tickers', {
    open: byMarket,
    apply: (state, changed) => new Map([...state, ...byMarket(changed)]),
  });
}

/** Replaces levels by price and keeps the side sorted, best first; quantity zero removes a level. */
export function mergeLevels(
  levels: readonly WireLevel[],
  changes: readonly WireLevel[],
  side: 'bids' | 'asks',
): WireLevel[] {
  const byPrice = new Map(levels.map(level => [level[0], level]));
  for (const level of changes) {
    if (/^0*\.?0*$/.test(level[1])) byPrice.delete(level[0]);
    else byPrice.set(level[0], level);
  }
  const order = side === 'asks' ? 1 : -1;
  return [...byPrice.values()].toSorted((a, b) => order * compareDecimals(a[0], b[0]));
}

type Book = WireDepth;
type Trades = readonly WirePublicTrade[];

const bookReducer: TopicReducer<`depth:${number}` | `perpetual_depth:${number}`, Book> = {
  open: depth => depth,
  apply: (depth, delta) => ({
    ...depth,
    bids: mergeLevels(depth.bids, delta.bids, 'bids'),
    asks: mergeLevels(depth.asks, delta.asks, 'asks'),
  }),
};

const tradesReducer: TopicReducer<`trades:${number}` | `perpetual_trades:${number}`, Trades> = {
  open: (trades): Trades => trades,
  apply: (trades, delta) => [...delta, ...trades].slice(0, MAX_TRADES),
};

/** Which of a market's two books: that of the coin itself, or that of the perpetual contract on its index. */
export type BookKind = 'spot' | 'perpetual';

/** An order book, best prices first on both sides. */
export function depthTopic(
  marketId: number,
  kind: BookKind = 'spot',
): TopicStore<`depth:${number}` | `perpetual_depth:${number}`, Book> {
  return storeFor(kind === 'spot' ? `depth:${marketId}` : `perpetual_depth:${marketId}`, bookReducer);
}

/** The latest trades of a book, newest first. */
export function tradesTopic(
  marketId: number,
  kind: BookKind = 'spot',
): TopicStore<`trades:${number}` | `perpetual_trades:${number}`, Trades> {
  return storeFor(kind === 'spot' ? `trades:${marketId}` : `perpetual_trades:${marketId}`, tradesReducer);
}

/**
 * The running candle and the few before it that were seen, oldest first. Readers may look less often than candles end, and
 * must not miss a candle's last change. Charts read it imperatively with `watch` and `read`, not through React state.
 */
export function candleTopic(
  marketId: number,
  interval: Interval,
  kind: CandleKind = 'spot',
): TopicStore<`candles:${number}:${Interval}${CandleSuffix}`, readonly WireCandle[]> {
  const suffix: CandleSuffix = kind === 'spot' ? '' : `:${kind}`;
  return storeFor(`candles:${marketId}:${interval}${suffix}`, {
    open: (candle): readonly WireCandle[] => (candle ? [candle] : []),
    apply: (candles, candle) =>
      [...candles.filter(known => known.open_ms < candle.open_ms), candle].slice(-MAX_CANDLES),
  });
}

export interface OrdersState {
  /** Waiting orders by id. */
  readonly waiting: ReadonlyMap<number, WireOrder>;
  /**
   * The newest changes, newest first, for histories and fill messages. Several deltas may come between two reads, so
   * readers remember the revision (orders) or trade id (fills) they have seen.
   */
  readonly changed: readonly { readonly revision: number; readonly order: WireOrder }[];
  readonly fills: readonly WireFill[];
  /** Grows with every delta. */
  readonly revision: number;
}

export function ordersTopic(): TopicStore<'orders', OrdersState> {
  return storeFor('orders', {
    open: (orders): OrdersState => ({
      waiting: new Map(orders.map(order => [order.order_id, order])),
      changed: [],
      fills: [],
      revision: 0,
    }),
    apply: (state, delta) => {
      const waiting = new Map(state.waiting);
      for (const order of delta.orders) {
        if (order.status === 'waiting') waiting.set(order.order_id, order);
        else waiting.delete(order.order_id);
      }
      const revision = state.revision + 1;
      const changed = delta.orders.map(order => ({ revision, order }));
      return {
        waiting,
        changed: [...changed, ...state.changed].slice(0, MAX_CHANGES),
        fills: [...delta.fills, ...state.fills].slice(0, MAX_CHANGES),
        revision,
      };
    },
  });
}

export interface PositionsState {
  /** Orders waiting to open and positions, by id. */
  readonly open: ReadonlyMap<number, WirePosition>;
  /** The newest changes, newest first: readers remember the revision they have seen. */
  readonly changed: readonly { readonly revision: number; readonly position: WirePosition }[];
  readonly fills: readonly WirePerpetualFill[];
  /** Grows with every delta. */
  readonly revision: number;
}

export function positionsTopic(): TopicStore<'positions', PositionsState> {
  return storeFor('positions', {
    open: (positions): PositionsState => ({
      open: new Map(positions.map(position => [position.position_id, position])),
      changed: [],
      fills: [],
      revision: 0,
    }),
    apply: (state, delta) => {
      const open = new Map(state.open);
      for (const position of delta.positions) {
        if (position.status === 'pending' || position.status === 'holding') {
          open.set(position.position_id, position);
        } else open.delete(position.position_id);
      }
      const revision = state.revision + 1;
      const changed = delta.positions.map(position => ({ revision, position }));
      return {
        open,
        changed: [...changed, ...state.changed].slice(0, MAX_CHANGES),
        fills: [...delta.fills, ...state.fills].slice(0, MAX_CHANGES),
        revision,
      };
    },
  });
}

export interface ContractOrdersState {
  /** Waiting orders of hedge and net mode, by id. */
  readonly open: ReadonlyMap<number, WirePerpetualOrder>;
  /** Grows with every delta, and with it the history of orders may. */
  readonly revision: number;
}

export function contractOrdersTopic(): TopicStore<'perpetual_orders', ContractOrdersState> {
  return storeFor('perpetual_orders', {
    open: (orders): ContractOrdersState => ({
      open: new Map(orders.map(order => [order.order_id, order])),
      revision: 0,
    }),
    apply: (state, changed) => {
      const open = new Map(state.open);
      for (const order of changed) {
        if (order.status === 'open') open.set(order.order_id, order);
        else open.delete(order.order_id);
      }
      return { open, revision: state.revision + 1 };
    },
  });
}

/** Liquidations and other events of positions that the customer did not order, newest first. */
export function perpetualAlertsTopic(): TopicStore<'perpetual_alerts', readonly WirePerpetualAlert[]> {
  return storeFor('perpetual_alerts', {
    open: (alerts): readonly WirePerpetualAlert[] => alerts,
    apply: (alerts, delta) =>
      [...delta, ...alerts.filter(known => !delta.some(one => one.alert_id === known.alert_id))].slice(
        0,
        MAX_CHANGES,
      ),
  });
}

export type HoldingKey = `${WireHolding['account']}:${number}`;

/** Balances by `account:currency_id`. */
export function balancesTopic(): TopicStore<'balances', ReadonlyMap<HoldingKey, WireHolding>> {
  const key = (holding: WireHolding): HoldingKey => `${holding.account}:${holding.currency_id}`;
  return storeFor('balances', {
    open: (holdings): ReadonlyMap<HoldingKey, WireHolding> =>
      new Map(holdings.map(holding => [key(holding), holding])),
    apply: (state, changed) => {
      const next = new Map(state);
      for (const holding of changed) next.set(key(holding), holding);
      return next;
    },
  });
}

export function noticesTopic(): TopicStore<'notices', readonly WireNotice[]> {
  return storeFor('notices', {
    open: (notices): readonly WireNotice[] => notices,
    apply: (notices, delta) => [
      ...delta,
      ...notices.filter(known => !delta.some(({ id }) => id === known.id)),
    ],
  });
}

interface Readable<State> {
  readonly read: () => State | undefined;
  readonly watch: (listener: () => void) => () => void;
}

const idle: Readable<never> = { read: () => undefined, watch: () => () => undefined };

/**
 * Reads a part of a topic; the component renders again only when that part changes. `select` should return
 * something the state already holds, or a primitive. Pass undefined instead of a store to watch nothing.
 */
export function useTopic<State, Part>(
  store: Readable<State> | undefined,
  select: (state: State) => Part,
  same: (a: Part, b: Part) => boolean = Object.is,
): Part | undefined {
  const source: Readable<State> = store ?? idle;
  const last = useRef<{ state: State; select: unknown; part: Part } | undefined>(undefined);
  const read = useCallback((): Part | undefined => {
    const state = source.read();
    if (state === undefined) return undefined;
    const kept = last.current;
    if (kept && kept.state === state && kept.select === select) return kept.part;
    const part = select(state);
    const stable = kept && same(kept.part, part) ? kept.part : part;
    last.current = { state, select, part: stable };
    return stable;
  }, [source, select, same]);
  return useSyncExternalStore(source.watch, read);
}
