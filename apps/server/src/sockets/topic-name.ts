import type { CandleSuffix, ErrorCode } from '@tallystick/protocol';
import { CANDLE_KINDS, type CandleKind, type Interval } from '@tallystick/protocol/calls/market';
import { isInterval } from '../modules/market/service.ts';

export const PRIVATE_KINDS = [
  'orders',
  'balances',
  'notices',
  'options',
  'positions',
  'perpetual_orders',
  'perpetual_alerts',
] as const;
export type PrivateKind = (typeof PRIVATE_KINDS)[number];

export type TopicName =
  | { readonly kind: 'tickers'; readonly topic: 'tickers' }
  | { readonly kind: 'rates'; readonly topic: 'rates' }
  | { readonly kind: 'depth'; readonly topic: `depth:${number}`; readonly marketId: number }
  | { readonly kind: 'trades'; readonly topic: `trades:${number}`; readonly marketId: number }
  | { readonly kind: 'perpetual_tickers'; readonly topic: 'perpetual_tickers' }
  | {
      readonly kind: 'perpetual_depth';
      readonly topic: `perpetual_depth:${number}`;
      readonly marketId: number;
    }
  | {
      readonly kind: 'perpetual_trades';
      readonly topic: `perpetual_trades:${number}`;
      readonly marketId: number;
    }
  | { readonly kind: 'index'; readonly topic: `index:${number}`; readonly marketId: number }
  | {
      readonly kind: 'candles';
      readonly topic: `candles:${number}:${Interval}${CandleSuffix}`;
      readonly marketId: number;
      readonly of: CandleKind;
    }
  | { readonly kind: 'private'; readonly topic: PrivateKind };

export type PublicName = Exclude<TopicName, { kind: 'private' }>;

type BookName = Extract<PublicName, { kind: 'depth' | 'perpetual_depth' }>;

/** A book's snapshot says its number itself, too, as it does when it is read by a call. */
export function isBook(name: PublicName): name is BookName {
  return name.kind === 'depth' || name.kind === 'perpetual_depth';
}

const MARKET_ID = /^[1-9]\d{0,8}$/;

/** Parses a topic's name, or says why it is invalid. Does not check whether the market exists. */
export function parseTopic(topic: unknown): TopicName | ErrorCode {
  if (typeof topic !== 'string') return 'invalid_input';
  if (topic === 'tickers' || topic === 'perpetual_tickers' || topic === 'rates') {
    return { kind: topic, topic } as TopicName;
  }
  if (isPrivateKind(topic)) return { kind: 'private', topic };
  const [kind, id = '', interval, of, ...rest] = topic.slice(0, 64).split(':');
  if (rest.length > 0 || !isMarketKind(kind)) return 'not_found';
  if (of !== undefined && (kind !== 'candles' || !isContractKind(of))) return 'not_found';
  if (!MARKET_ID.test(id)) return 'unknown_market';
  const marketId = Number(id);
  if (kind === 'candles') {
    if (!isInterval(interval)) return 'interval_unknown';
    const suffix: CandleSuffix = of === undefined ? '' : `:${of}`;
    return { kind, topic: `candles:${marketId}:${interval}${suffix}`, marketId, of: of ?? 'spot' };
  }
  if (interval !== undefined) return 'not_found';
  return { kind, topic: `${kind}:${marketId}`, marketId } as TopicName;
}

const MARKET_KINDS = ['depth', 'trades', 'candles', 'index', 'perpetual_depth', 'perpetual_trades'] as const;

function isMarketKind(kind: string | undefined): kind is (typeof MARKET_KINDS)[number] {
  return (MARKET_KINDS as readonly (string | undefined)[]).includes(kind);
}

/** Candles of spot trades have no kind in their name. */
function isContractKind(text: string | undefined): text is Exclude<CandleKind, 'spot'> {
  return text !== 'spot' && (CANDLE_KINDS as readonly (string | undefined)[]).includes(text);
}

function isPrivateKind(topic: string): topic is PrivateKind {
  return (PRIVATE_KINDS as readonly string[]).includes(topic);
}
