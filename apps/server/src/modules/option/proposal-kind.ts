import { isDeepStrictEqual } from 'node:util';
import type { OptionTerms, OptionTermsConfig, ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { optionChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { listed, dryRun } from '../../engine/dry-run.ts';
import { CallFailure, refusalFailure } from '../../http/call-failure.ts';
import type { DeskExchange } from '../../approval/desk-exchange.ts';
import type { ProposalKind } from '../../approval/proposal-kind.ts';
import { percentOfPpm, ppmOfPercent } from '../../http/percent.ts';

export type OptionChange = z.output<typeof optionChange>;

/** Terms for second options sold from then on. Sold options keep the terms at purchase. */
export function optionKind(exchange: DeskExchange): ProposalKind<OptionChange> {
  const current = (marketId: number): OptionChange | null => {
    const terms = exchange.option.terms(marketId);
    return terms === null ? null : optionChangeOf(exchange, terms);
  };
  return {
    propose: 'option.propose',
    confirm: 'option.confirm',
    async prepare(_client, change) {
      const { market_id } = change;
      return {
        subject: `option:${market_id}`,
        before: current(market_id),
        after: normal(exchange, change),
      };
    },
    commands(change, before) {
      const now = current(change.market_id);
      if (isDeepStrictEqual(now, before)) return [{ type: 'configureOptions', terms: configOf(change) }];
      return isDeepStrictEqual(now, normal(exchange, change)) ? [] : null;
    },
  };
}

/** Terms in the shape of a proposal to change them. */
export function optionChangeOf(
  exchange: Pick<ReadonlyExchange, 'currency'>,
  terms: OptionTerms,
): OptionChange {
  return {
    market_id: terms.marketId,
    enabled: terms.enabled,
    stale_ms: terms.staleMs,
    times: terms.times.map(({ seconds, payoutPpm }) => ({
      seconds,
      payout_percent: percentOfPpm(payoutPpm),
    })),
    currencies: terms.currencies.map(currency => {
      const decimals = exchange.currency(currency.currencyId)?.decimals ?? 0;
      return {
        currency_id: currency.currencyId,
        min_stake: formatMinor(currency.minStakeMinor, decimals),
        max_stake: formatMinor(currency.maxStakeMinor, decimals),
        exposure_limit: formatMinor(currency.exposureLimitMinor, decimals),
      };
    }),
  };
}

function configOf(change: OptionChange): OptionTermsConfig {
  return {
    marketId: change.market_id,
    enabled: change.enabled,
    staleMs: change.stale_ms,
    times: change.times.map(({ seconds, payout_percent }) => ({
      seconds,
      payoutPpm: ppmOfPercent(payout_percent),
    })),
    currencies: change.currencies.map(currency => ({
      currencyId: currency.currency_id,
      minStake: currency.min_stake,
      maxStake: currency.max_stake,
      exposureLimit: currency.exposure_limit,
    })),
  };
}

/** The change as the core reads it; invalid terms are refused here. */
function normal(exchange: DeskExchange, change: OptionChange): OptionChange {
  const market = exchange.market(change.market_id);
  if (market === null) throw new CallFailure('unknown_market', { field: 'market_id' });
  const trial = dryRun([
    ...listed(exchange, [{ ...market, minNotional: '0' }]),
    { type: 'configureOptions', terms: configOf(change) },
  ]);
  if (trial.refusal !== null) throw refusalFailure(trial.refusal);
  return optionChangeOf(trial.exchange, trial.exchange.option.terms(change.market_id)!);
}
