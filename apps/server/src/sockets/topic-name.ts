import type { ErrorCode } from '@tallystick/protocol';
import type { Interval } from '@tallystick/protocol/calls/market';
import { isInterval } from '../modules/market/service.ts';

export const PRIVATE_KINDS = ['orders', 'balances', 'notices', 'options'] as const;
export type PrivateKind = (typeof PRIVATE_KINDS)[number];

export type TopicName =
  | { readonly kind: 'tickers'; readonly topic: 'tickers' }
  | { readonly kind: 'depth'; readonly topic: `depth:${number}`; readonly marketId: number }
  | { readonly kind: 'trades'; readonly topic: `trades:${number}`; readonly marketId: number }
  | { readonly kind: 'index'; readonly topic: `index:${number}`; readonly marketId: number }
  | { readonly kind: 'candles'; readonly topic: `candles:${number}:${Interval}`; readonly marketId: number }
  | { readonly kind: 'private'; readonly topic: PrivateKind };

export type PublicName = Exclude<TopicName, { kind: 'private' }>;

const MARKET_ID = /^[1-9]\d{0,8}$/;

/** What a client asks for, or why there is no such thing. Whether the market exists is not looked at. */
export function parseTopic(topic: unknown): TopicName | ErrorCode {
  if (typeof topic !== 'string') return 'invalid_input';
  if (topic === 'tickers') return { kind: 'tickers', topic };
  if (isPrivateKind(topic)) return { kind: 'private', topic };
  const [kind, id = '', interval, ...rest] = topic.slice(0, 64).split(':');
  if (rest.length > 0) return 'not_found';
  if (kind !== 'depth' && kind !== 'trades' && kind !== 'candles' && kind !== 'index') return 'not_found';
  if (!MARKET_ID.test(id)) return 'unknown_market';
  const marketId = Number(id);
  if (kind === 'candles') {
    if (!isInterval(interval)) return 'interval_unknown';
    return { kind, topic: `candles:${marketId}:${interval}`, marketId };
  }
  if (interval !== undefined) return 'not_found';
  if (kind === 'index') return { kind, topic: `index:${marketId}`, marketId };
  return kind === 'depth'
    ? { kind, topic: `depth:${marketId}`, marketId }
    : { kind, topic: `trades:${marketId}`, marketId };
}

function isPrivateKind(topic: string): topic is PrivateKind {
  return (PRIVATE_KINDS as readonly string[]).includes(topic);
}
