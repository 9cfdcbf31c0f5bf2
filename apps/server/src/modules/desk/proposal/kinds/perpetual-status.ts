import type { PerpetualStatus } from '@tallystick/core';
import type { perpetualStatusChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { DeskExchange } from '../../desk-exchange.ts';
import { STRICTNESS } from '../../market/strictness.ts';
import type { ProposalKind } from '../kind.ts';

type Change = z.output<typeof perpetualStatusChange>;

/** Going on again after a stop, one contract or all. Stopping itself is no proposal: see perpetual/perpetuals.ts. */
export function perpetualStatusKind(exchange: DeskExchange): ProposalKind<Change> {
  /** The contracts it would loosen, with their statuses now. */
  const affected = (change: Change): { id: number; symbol: string; status: PerpetualStatus }[] =>
    exchange.perpetual.contracts().flatMap(({ marketId: id, symbol }) => {
      const status = exchange.perpetual.status(id);
      const meant = change.market_id === null || change.market_id === id;
      const looser = status !== null && STRICTNESS[change.status] < STRICTNESS[status];
      return meant && looser ? [{ id, symbol, status }] : [];
    });

  return {
    propose: 'market.resume_propose',
    confirm: 'market.resume_confirm',
    async prepare(_client, change) {
      const { market_id: marketId, status } = change;
      if (marketId !== null && exchange.perpetual.contract(marketId) === null) {
        throw new CallFailure('unknown_perpetual', { field: 'market_id' });
      }
      const contracts = affected(change);
      if (contracts.length === 0) throw new CallFailure('nothing_changed', { field: 'status' });
      return {
        subject: `perpetual:${marketId ?? 'all'}`,
        before: Object.fromEntries(contracts.map(one => [one.symbol, one.status])),
        after: Object.fromEntries(contracts.map(one => [one.symbol, status])),
      };
    },
    commands(change, before) {
      const then = before as Readonly<Record<string, PerpetualStatus>>;
      return affected(change)
        .filter(({ symbol, status }) => then[symbol] === status)
        .map(({ id }) => ({ type: 'setPerpetualStatus', marketId: id, status: change.status }));
    },
  };
}
