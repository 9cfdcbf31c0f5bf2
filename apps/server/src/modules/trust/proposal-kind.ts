import { isDeepStrictEqual } from 'node:util';
import type { trustProductChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { refusalFailure } from '../../http/call-failure.ts';
import { configOf, normalTerms, termsOf } from './terms.ts';
import type { DeskExchange } from '../../approval/desk-exchange.ts';
import { refuseAbove } from '../../approval/ceilings.ts';
import type { ProposalKind } from '../../approval/proposal-kind.ts';

/** Percent of the principal for each remaining day. */
const MAX_PENALTY = '1';

type Change = z.output<typeof trustProductChange>;

/** A new product, new terms for one that nobody has bought yet, or a product switched on or off. */
export function trustProductKind(exchange: DeskExchange): ProposalKind<Change> {
  return {
    propose: 'trust.propose',
    confirm: 'trust.confirm',
    async prepare(_client, change) {
      const refusal = exchange.trust.judge(configOf(change));
      if (refusal !== null) throw refusalFailure(refusal);
      // Sold orders keep their penalty, so a product with orders can only be switched on or off.
      if (change.enabled) refuseAbove(MAX_PENALTY, { penalty_percent: change.penalty_percent });
      return {
        subject: `trust:${change.product_id}`,
        before: termsOf(exchange, change.product_id),
        after: normalTerms(exchange, change),
      };
    },
    commands(change, before) {
      const current = termsOf(exchange, change.product_id);
      if (isDeepStrictEqual(current, before)) return [configOf(change)];
      return isDeepStrictEqual(current, normalTerms(exchange, change)) ? [] : null;
    },
  };
}
