import type { WireNotice } from '@tallystick/protocol';
import type { Notice } from './service.ts';

export function wireNotice({ listing, ...notice }: Notice): WireNotice {
  return {
    id: notice.id,
    kind: notice.kind,
    title: notice.title,
    summary: notice.summary,
    published_at_ms: notice.publishedAtMs,
    unread: notice.unread,
    topic: notice.topic,
    route: notice.route,
    listing: listing && {
      currency: listing.currency,
      market_id: listing.marketId,
      symbol: listing.symbol,
      issued_on: listing.issuedOn,
      listed_at_ms: listing.listedAtMs,
    },
  };
}
