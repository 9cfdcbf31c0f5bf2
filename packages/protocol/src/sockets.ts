import type { ErrorCode } from './errors.ts';
import type { CandleKind, Interval } from './calls/market.ts';
import type {
  WireCandle,
  WireChatCase,
  WireChatMessage,
  WireDepth,
  WireFill,
  WireLevel,
  WireNotice,
  WireOption,
  WireOrder,
  WirePerpetualAlert,
  WirePerpetualOrder,
  WirePerpetualFill,
  WirePerpetualTicker,
  WirePosition,
  WirePublicTrade,
  WireRate,
  WireTicker,
} from './wire.ts';

/** What a topic of candles ends with: nothing for spot. */
export type CandleSuffix = '' | `:${Exclude<CandleKind, 'spot'>}`;

/**
 * Realtime over socket.io at path `/api/socket.io` (websocket, polling fallback).
 *
 * The client emits `subscribe` with a topic and gets the topic's snapshot in the acknowledgement; from then on
 * `message` carries deltas of that topic, numbered without gaps from the snapshot's sequence. A client that sees a
 * gap subscribes again. Private topics need the session token in the handshake (`auth: { token }`).
 *
 * Clients that read too slowly get no more deltas. Once everything sent was read, `resync` names the topics to
 * subscribe to again; so it does when a topic goes on from another source, whose numbers are higher. Clients that do not read at all, or flood, are disconnected. A subscription refused with
 * `rate_limited` may be retried after some seconds.
 */
export interface PublicTopics {
  /** All tickers; a delta carries those that changed. */
  tickers: { snapshot: WireTicker[]; delta: WireTicker[] };
  /** What one USDT is worth in the currencies of states; a delta carries those that changed. For showing amounts only. */
  rates: { snapshot: WireRate[]; delta: WireRate[] };
  /** Delta levels replace the level at that price; quantity `0` removes it. */
  [depth: `depth:${number}`]: { snapshot: WireDepth; delta: { bids: WireLevel[]; asks: WireLevel[] } };
  /** Newest first. */
  [trades: `trades:${number}`]: { snapshot: WirePublicTrade[]; delta: WirePublicTrade[] };
  /**
   * The running candle; a delta replaces it or begins the next (told by `open_ms`). Without a kind at its end: of the
   * market's spot trades. With one: of its contract's own trades, its mark or its index.
   */
  [candles: `candles:${number}:${Interval}${CandleSuffix}`]: {
    snapshot: WireCandle | null;
    delta: WireCandle;
  };
  /**
   * Numbered index ticks of a market, oldest first: the prices that options are settled by. Snapshot: the newest 900;
   * delta: new ones.
   */
  [index: `index:${number}`]: { snapshot: WireIndexTick[]; delta: WireIndexTick[] };
  /** All perpetual contracts with mark, index and funding; a delta carries those that changed. */
  perpetual_tickers: { snapshot: WirePerpetualTicker[]; delta: WirePerpetualTicker[] };
  /** The contract's own book and trades; quantities are base units. */
  [depth: `perpetual_depth:${number}`]: {
    snapshot: WireDepth;
    delta: { bids: WireLevel[]; asks: WireLevel[] };
  };
  [trades: `perpetual_trades:${number}`]: { snapshot: WirePublicTrade[]; delta: WirePublicTrade[] };
}

export interface PrivateTopics {
  /** Snapshot: all waiting orders. Delta: each order that changed, whatever its status, with new fills. */
  orders: { snapshot: WireOrder[]; delta: { orders: WireOrder[]; fills: WireFill[] } };
  /** Second options. Snapshot: those not settled, newest first. Delta: each that was bought, entered or settled. */
  options: { snapshot: WireOption[]; delta: WireOption[] };
  /** Available and frozen per account and currency code; a delta carries those that changed. */
  balances: { snapshot: WireHolding[]; delta: WireHolding[] };
  /** Snapshot: all pending and holding. Delta: each that changed, whatever its status, with new fills. */
  positions: {
    snapshot: WirePosition[];
    delta: { positions: WirePosition[]; fills: WirePerpetualFill[] };
  };
  /** Orders of hedge and net mode. Snapshot: all that wait. Delta: each that changed, whatever its status. */
  perpetual_orders: { snapshot: WirePerpetualOrder[]; delta: WirePerpetualOrder[] };
  /** Events of positions that the customer did not cause, newest first. The snapshot has those of the last minutes. */
  perpetual_alerts: { snapshot: WirePerpetualAlert[]; delta: WirePerpetualAlert[] };
  /** The newest ones, newest first. A delta carries new ones, of which the snapshot may already contain one. */
  notices: { snapshot: WireNotice[]; delta: WireNotice[] };
}

/** A tick's number in the price log, its price, and when it was recorded. */
export type WireIndexTick = readonly [number: number, price: string, atMs: number];

export interface WireHolding {
  readonly account: 'spot' | 'option' | 'contract' | 'trust';
  readonly currency_id: number;
  readonly available: string;
  readonly frozen: string;
}

export interface Topics extends PublicTopics, PrivateTopics {}
export type Topic = keyof Topics & string;

export interface SocketMessage<T extends Topic = Topic> {
  readonly topic: T;
  readonly sequence: number;
  readonly data: Topics[T]['delta'];
}

export type SubscribeReply<T extends Topic = Topic> =
  | {
      readonly ok: true;
      readonly sequence: number;
      readonly data: Topics[T]['snapshot'];
      readonly server_time_ms: number;
      readonly clock_ahead_ms: number;
    }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      /** Id of a failure on our side, for the desk. */
      readonly error_id?: string;
    };

export interface ServerToClient {
  message: (message: SocketMessage) => void;
  /** Deltas of these topics were skipped: each continues after a new subscription. */
  resync: (missed: { readonly topics: readonly Topic[] }) => void;
  /** The session was revoked or expired: private topics have ended. */
  session_ended: (reason: { readonly code: 'session_invalid' }) => void;
  /** `clock_ahead_ms`: how far a demo's clock was advanced; 0 in live. */
  server_time: (time: { readonly server_time_ms: number; readonly clock_ahead_ms: number }) => void;
}

export interface ClientToServer {
  subscribe: (topic: string, reply: (answer: SubscribeReply) => void) => void;
  unsubscribe: (topic: string) => void;
}

/**
 * Live chat, in a namespace of its own: `CHAT_NAMESPACE`, with `auth: { token }` or `{ visitor }` in the handshake.
 * Messages are sent by calls (`chat/send`); changes arrive here. Only messages are numbered: after (re)connecting a
 * client asks `chat/messages` for what follows its last one.
 */
export interface ChatServerToClient {
  changed: (news: { readonly case: WireChatCase; readonly messages: readonly WireChatMessage[] }) => void;
  /** The other side is typing; valid for `CHAT_TYPING_MS`. */
  typing: (who: { readonly case_id: number }) => void;
  /** Messages were skipped for a slow connection: ask again. */
  resync: () => void;
}

export interface ChatClientToServer {
  /** At most every second or two; more are ignored. */
  typing: () => void;
}

export const CHAT_NAMESPACE = '/chat';
/** The desk’s: see desk/chat-socket.ts. */
export const DESK_NAMESPACE = '/desk';
export const CHAT_TYPING_MS = 4_000;

export const SOCKET_PATH = '/api/socket.io';
