import type { MarketStatus } from '@tallystick/core';
import type { CallOutput, Language } from '@tallystick/protocol';
import { HALT_REASONS } from '@tallystick/protocol/calls/terms';
import type { StatusNow } from './service.ts';
import type { Incident } from './store.ts';

type WireNow = CallOutput<'GET status/now'>;
type WireIncident = CallOutput<'GET status/history'>['incidents'][number];
type Trading = WireNow['markets'][number]['spot'];

export function wireNow({ atMs, overall, markets, ways, payouts, latency, audit }: StatusNow): WireNow {
  return {
    at_ms: atMs,
    overall,
    markets: markets.map(one => ({
      market_id: one.marketId,
      symbol: one.symbol,
      spot: tradingOf(one.spot),
      contract: one.contract === null ? null : tradingOf(one.contract),
      price_age_ms: one.priceAgeMs,
      prices: one.prices,
    })),
    ways: [...ways],
    payouts,
    latency: latency && { orders: latency.orders, p50_ms: latency.p50Ms, p99_ms: latency.p99Ms },
    audit: {
      books: audit.books,
      compared_at_ms: audit.comparedAtMs,
      logs: audit.logs.map(({ log, state }) => ({ name: log, state })),
    },
  };
}

/** Parts are stored with what they are about, such as `spot:2` or `deposits:USDT TRC20`. */
export function wireIncident(
  incident: Incident,
  markets: readonly { readonly id: number; readonly symbol: string }[],
  language: Language,
): WireIncident {
  const [part = '', about = null] = incident.part.split(':');
  const isOfMarket = part === 'spot' || part === 'contract' || part === 'prices';
  const symbol = isOfMarket ? markets.find(({ id }) => id === Number(about))?.symbol : undefined;
  const text = incident.texts?.[language] ?? null;
  return {
    id: incident.id,
    kind: incident.kind,
    part: (part === 'note' ? 'exchange' : part) as WireIncident['part'],
    subject: symbol ?? about,
    cause: HALT_REASONS.find(reason => reason === incident.cause) ?? null,
    started_at_ms: incident.startedAtMs,
    ended_at_ms: incident.endedAtMs,
    title: text?.title ?? null,
    body: text?.body ?? null,
  };
}

/** Where orders can only be cancelled, positions can be closed: the status page says it so. */
function tradingOf(status: MarketStatus): Trading {
  return status === 'cancelOnly' ? 'close_only' : status;
}
