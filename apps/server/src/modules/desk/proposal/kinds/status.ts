import type { MarketStatus } from '@tallystick/core';
import type { statusChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import { loosened, type Stoppables } from '../../market/status.ts';
import type { ProposalKind } from '../kind.ts';

type Change = z.output<typeof statusChange>;

/** Going on again after a stop, one or all. Stopping itself is no proposal: see market/status.ts. */
export function statusKind(of: Stoppables): ProposalKind<Change> {
  return {
    propose: 'market.resume_propose',
    confirm: 'market.resume_confirm',
    async prepare(_client, { market_id: marketId, status }) {
      const held = loosened(of, marketId, status);
      if (held.length === 0) throw new CallFailure('nothing_changed', { field: 'status' });
      return {
        subject: `${of.subject}:${marketId ?? 'all'}`,
        before: Object.fromEntries(held.map(one => [one.symbol, one.status])),
        after: Object.fromEntries(held.map(one => [one.symbol, status])),
      };
    },
    commands({ market_id: marketId, status }, before) {
      const then = before as Readonly<Record<string, MarketStatus>>;
      return loosened(of, marketId, status)
        .filter(one => then[one.symbol] === one.status)
        .map(({ id }) => of.command(id, status));
    },
  };
}
