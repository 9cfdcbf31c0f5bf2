import { isDeepStrictEqual } from 'node:util';
import type { DustTerms } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { dustTermsChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { dryRun } from '../../engine/dry-run.ts';
import { refusalFailure } from '../../http/call-failure.ts';
import type { DeskExchange } from '../../approval/desk-exchange.ts';
import type { ProposalKind } from '../../approval/proposal-kind.ts';
import { percentOfPpm, ppmOfPercent } from '../../http/percent.ts';

type TermsChange = z.output<typeof dustTermsChange>;

/** USDT: the currency small balances are sold for. */
const PAID_IN = 3;

/** In percent and USDT. */
export function wireDustTerms(exchange: Pick<DeskExchange, 'currency'>, terms: DustTerms) {
  const decimals = exchange.currency(PAID_IN)?.decimals ?? 0;
  return {
    spread_percent: percentOfPpm(terms.spreadPpm),
    most: formatMinor(BigInt(terms.mostMinor), decimals),
    customer_daily: formatMinor(BigInt(terms.customerDailyMinor), decimals),
    daily: formatMinor(BigInt(terms.dailyMinor), decimals),
    stale_ms: terms.staleMs,
  };
}

/**
 * Terms for buying small balances. They act at once: nothing is open under the old terms, and customers see the terms
 * before they accept.
 */
export function dustTermsKind(exchange: DeskExchange): ProposalKind<TermsChange> {
  const decimals = (): number => exchange.currency(PAID_IN)?.decimals ?? 0;
  const shown = (terms: DustTerms) => wireDustTerms(exchange, terms);
  const termsOf = (change: TermsChange): DustTerms => {
    const minor = (amount: string): number => Number(parseDecimal(amount, decimals()) ?? -1n);
    return {
      spreadPpm: ppmOfPercent(change.spread_percent),
      mostMinor: minor(change.most),
      customerDailyMinor: minor(change.customer_daily),
      dailyMinor: minor(change.daily),
      staleMs: change.stale_ms,
    };
  };
  return {
    propose: 'dust.propose',
    confirm: 'dust.confirm',
    async prepare(_client, change) {
      const terms = termsOf(change);
      const { refusal } = dryRun([{ type: 'configureDust', terms }]);
      if (refusal !== null) throw refusalFailure(refusal);
      return { subject: 'dust:terms', before: shown(exchange.dust.terms), after: shown(terms) };
    },
    commands(change, then) {
      const terms = termsOf(change);
      if (isDeepStrictEqual(exchange.dust.terms, terms)) return [];
      return isDeepStrictEqual(shown(exchange.dust.terms), then) ? [{ type: 'configureDust', terms }] : null;
    },
  };
}
