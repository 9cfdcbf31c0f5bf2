import type { MarketStatus } from '@tallystick/core';
import type { statusChange } from '@tallystick/protocol/desk/changes';
import { toWire } from '../../../../http/words.ts';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import { meant, resumable, type Stoppables } from '../../market/status.ts';
import type { ProposalKind } from '../../../../approval/proposal-kind.ts';

type Change = z.output<typeof statusChange>;

/**
 * Resumes one or all after a stop, prolongs a full halt, or repeats one soon after. A stop itself needs no proposal:
 * see market/status.ts.
 */
export function statusKind(of: Stoppables): ProposalKind<Change> {
  return {
    propose: 'market.resume_propose',
    confirm: 'market.resume_confirm',
    async prepare(_client, change) {
      const { market_id: marketId, status } = change;
      const held = reached(of, change);
      if (held.length === 0) throw new CallFailure('nothing_changed', { field: 'status' });
      const { minutes, cause, note } = change;
      // After a full halt a market is close-only for some minutes.
      const next = (now: MarketStatus) =>
        status === 'open' ? (now === 'halted' ? 'recovery' : 'open') : { status, minutes, cause, note };
      return {
        subject: `${of.subject}:${marketId ?? 'all'}`,
        before: Object.fromEntries(
          held.map(one => {
            const now = toWire(one.status);
            return [one.symbol, status === 'open' ? now : { status: now }];
          }),
        ),
        after: Object.fromEntries(held.map(one => [one.symbol, next(one.status)])),
      };
    },
    commands(change, before) {
      const then = before as Readonly<Record<string, string | { readonly status: string }>>;
      const statusThen = (symbol: string) => {
        const found = then[symbol];
        return typeof found === 'object' ? found.status : found;
      };
      return reached(of, change)
        .filter(one => statusThen(one.symbol) === toWire(one.status))
        .map(({ id }) =>
          change.status === 'open' ? of.resume(id) : of.halt(id, change.status, change, true),
        );
    },
  };
}

function reached(of: Stoppables, { market_id: marketId, status }: Change) {
  return status === 'open' ? resumable(of, marketId) : meant(of, marketId);
}
