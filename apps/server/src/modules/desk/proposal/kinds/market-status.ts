import type { MarketStatus } from '@tallystick/core';
import type { marketStatusChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { DeskExchange } from '../../desk-exchange.ts';
import { STRICTNESS } from '../../market/strictness.ts';
import type { ProposalKind } from '../kind.ts';

type Change = z.output<typeof marketStatusChange>;

/** Going on again after a stop. Stopping itself is no proposal: see market/markets.ts. */
export function marketStatusKind(exchange: DeskExchange): ProposalKind<Change> {
  return {
    propose: 'market.resume_propose',
    confirm: 'market.resume_confirm',
    async prepare(_client, change) {
      const market = exchange.market(change.market_id);
      const status: MarketStatus | null = exchange.marketStatus(change.market_id);
      if (market === null || status === null) throw new CallFailure('unknown_market', { field: 'market_id' });
      if (STRICTNESS[change.status] >= STRICTNESS[status]) {
        throw new CallFailure('nothing_changed', { field: 'status' });
      }
      const { symbol } = market;
      return {
        subject: `market:${market.id}`,
        before: { symbol, status },
        after: { symbol, status: change.status },
      };
    },
    command: change => ({ type: 'setMarketStatus', marketId: change.market_id, status: change.status }),
  };
}
