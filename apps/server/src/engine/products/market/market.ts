import type { Event } from '@tallystick/core';
import type { MarketCommand } from '@tallystick/core/market/command';
import type { MarketEvent } from '@tallystick/core/market/event';
import type { TermsCommand } from '@tallystick/core/terms/command';
import type { TermsEvent } from '@tallystick/core/terms/event';
import { PRICE_TICKS } from '../../projections/price-ticks.ts';
import { audited, type EngineProduct, journaled } from '../product.ts';

type MarketEvents = Exclude<MarketEvent, Extract<Event, { type: 'indexTicked' }>> | TermsEvent;

/** Currencies, markets and their terms. `Projections` handles index ticks itself. */
export const MARKET: EngineProduct<MarketCommand | TermsCommand, MarketEvents> = {
  commands: journaled<MarketCommand | TermsCommand>()({
    configureCurrency: 'currency',
    configureMarket: 'market',
    setMarketStatus: 'marketId status',
    recordIndexTick: 'marketId priceE8 sources',
    changeMarketTerms: 'market noticeMs',
    changePerpetualTerms: 'perpetual noticeMs',
    haltTrading: 'line marketId mode reason note forMs prolong',
    resumeTrading: 'line marketId',
  }),
  postings: {},
  // Older ticks are in files, whose last hash is in price_log_archives.
  tables: [audited(PRICE_TICKS, { where: 'number > $archived' })],
  batch: feed => ({
    tables: [],
    on: {
      currencyConfigured: ({ currency }) => feed.push('termsSet', null, { of: 'currency', id: currency.id }),
      marketConfigured: ({ market }) => feed.push('termsSet', null, { of: 'market', id: market.id }),
      marketStatusSet: ({ marketId, status }) =>
        feed.push('marketStatusSet', null, { line: 'spot', marketId, status }),
      termsAnnounced: ({ line, marketId, effectiveAtMs }) =>
        feed.push('termsAnnounced', null, { line, marketId, effectiveAtMs }),
      haltChanged({ line, marketId, halt }) {
        const { mode = null, reason = null, untilMs = null } = halt ?? {};
        feed.push('haltChanged', null, { line, marketId, mode, reason, untilMs });
      },
    },
  }),
};
