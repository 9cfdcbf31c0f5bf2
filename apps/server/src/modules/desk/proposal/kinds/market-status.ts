import type { MarketStatus } from '@tallystick/core';
import type { marketStatusChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { DeskExchange } from '../../desk-exchange.ts';
import { STRICTNESS } from '../../market/strictness.ts';
import type { ProposalKind } from '../kind.ts';

type Change = z.output<typeof marketStatusChange>;

/** Going on again after a stop, one market or all. Stopping itself is no proposal: see market/markets.ts. */
export function marketStatusKind(exchange: DeskExchange): ProposalKind<Change> {
  /** The markets it would loosen, with their statuses now. */
  const affected = (change: Change): { id: number; symbol: string; status: MarketStatus }[] =>
    exchange.markets().flatMap(({ id, symbol }) => {
      const status = exchange.marketStatus(id);
      const meant = change.market_id === null || change.market_id === id;
      const looser = status !== null && STRICTNESS[change.status] < STRICTNESS[status];
      return meant && looser ? [{ id, symbol, status }] : [];
    });

  return {
    propose: 'market.resume_propose',
    confirm: 'market.resume_confirm',
    async prepare(_client, change) {
      const { market_id: marketId, status } = change;
      if (marketId !== null && exchange.market(marketId) === null) {
        throw new CallFailure('unknown_market', { field: 'market_id' });
      }
      const markets = affected(change);
      if (markets.length === 0) throw new CallFailure('nothing_changed', { field: 'status' });
      return {
        subject: `market:${marketId ?? 'all'}`,
        before: Object.fromEntries(markets.map(market => [market.symbol, market.status])),
        after: Object.fromEntries(markets.map(market => [market.symbol, status])),
      };
    },
    commands(change, before) {
      const then = before as Readonly<Record<string, MarketStatus>>;
      return affected(change)
        .filter(({ symbol, status }) => then[symbol] === status)
        .map(({ id }) => ({ type: 'setMarketStatus', marketId: id, status: change.status }));
    },
  };
}
