import { isDeepStrictEqual } from 'node:util';
import {
  splitPerpetual,
  type Command,
  type PerpetualConfig,
  type PerpetualContract,
  type ReadonlyExchange,
} from '@tallystick/core';
import { configOf as termsOf } from '@tallystick/core/perpetual/derive-terms';
import { HOUR_MS } from '@tallystick/core/durations';
import type { perpetualChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { listed, dryRun } from '../../engine/dry-run.ts';
import { CallFailure, refusalFailure } from '../../http/call-failure.ts';
import type { DeskExchange } from '../../approval/desk-exchange.ts';
import type { ProposalKind } from '../../approval/proposal-kind.ts';
import type { TermsNotice } from '../notice/terms-notice.ts';
import type { TermsField } from '../notice/terms-texts.ts';
import { percentOfPpm, ppmOfPercent } from '../../http/percent.ts';

type Change = z.output<typeof perpetualChange>;

/**
 * A contract's fees, limits, tiers and funding terms. Its tick and lot never change, positions keep the maintenance
 * rate of their order, and no field is a price or a result.
 */
export function perpetualKind(exchange: DeskExchange, notice: TermsNotice): ProposalKind<Change> {
  const current = (marketId: number): Change => {
    const contract = exchange.perpetual.contract(marketId);
    if (contract === null) throw new CallFailure('unknown_perpetual', { field: 'market_id' });
    return changeOf(exchange, contract);
  };
  const announced = (marketId: number): Change | null => {
    const config = exchange.terms.announcedPerpetual(marketId)?.config;
    return config === undefined ? null : changeOfConfig(config);
  };
  const before = (marketId: number) => {
    const now = current(marketId);
    const terms = announced(marketId);
    return terms === null ? now : { ...now, announced: changed(now, terms) };
  };
  return {
    propose: 'market.propose',
    confirm: 'market.confirm',
    async prepare(_client, change) {
      const marketId = change.market_id;
      const { now, later } = splitOf(exchange, current(marketId), change, notice.ms());
      return {
        subject: `perpetual:${marketId}`,
        before: before(marketId),
        after: later === null ? now : { ...now, ...notice.shown(changed(now, later)) },
      };
    },
    commands(change, then) {
      const marketId = change.market_id;
      if (isDeepStrictEqual(before(marketId), then)) {
        const perpetual = configOf(exchange, change);
        return [{ type: 'changePerpetualTerms', perpetual, noticeMs: notice.ms() }];
      }
      const target = announced(marketId) ?? current(marketId);
      return isDeepStrictEqual(target, normal(exchange, change)) ? [] : null;
    },
    async accepted(client, { market_id: marketId }) {
      const terms = announced(marketId);
      const at = exchange.terms.announcedPerpetual(marketId);
      const contract = exchange.perpetual.contract(marketId);
      if (terms === null || at === null || contract === null) return;
      await notice.publish(
        client,
        contract.symbol,
        at.effectiveAtMs,
        told(changed(current(marketId), terms)),
      );
    },
  };
}

/** The differences, with their new values. */
function changed(from: Change, to: Change): Partial<Change> {
  const differs = ([name, value]: [string, unknown]) => !isDeepStrictEqual(from[name as keyof Change], value);
  return Object.fromEntries(Object.entries(to).filter(differs));
}

/** As customers read it. */
function told({ tiers, ...terms }: Partial<Change>): Partial<Record<TermsField, string>> {
  const rates = tiers?.map(tier => `${tier.maintenance_percent} (≤ ${tier.up_to_value})`).join(', ');
  const texts = Object.entries(terms).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(texts), ...(rates === undefined ? {} : { maintenance_percent: rates }) };
}

/** Splits the change into what acts at once and what after the notice. Throws for terms the exchange would refuse. */
function splitOf(exchange: DeskExchange, now: Change, change: Change, noticeMs: number) {
  const contract = exchange.perpetual.contract(change.market_id)!;
  const perpetual = configOf(exchange, normal(exchange, change));
  trialWith(exchange, configOf(exchange, now), { type: 'changePerpetualTerms', perpetual, noticeMs });
  const { now: atOnce, later } = splitPerpetual(configOf(exchange, changeOf(exchange, contract)), perpetual);
  return { now: changeOfConfig(atOnce), later: later === null ? null : changeOfConfig(later) };
}

/** Terms in the shape of a proposal to change them. */
function changeOfConfig(config: PerpetualConfig): Change {
  return {
    market_id: config.marketId,
    maker_fee_percent: percentOfPpm(config.makerFeePpm),
    taker_fee_percent: percentOfPpm(config.takerFeePpm),
    price_band_percent: percentOfPpm(config.priceBandPpm),
    liquidation_fee_percent: percentOfPpm(config.liquidationFeePpm),
    interest_percent: percentOfPpm(config.interestPpm),
    funding_cap_percent: percentOfPpm(config.fundingCapPpm),
    funding_interval_hours: config.fundingIntervalMs / HOUR_MS,
    max_order_lots: config.maxOrderLots,
    max_open_interest_lots: config.maxOpenInterestLots,
    max_customer_value: config.maxCustomerNotional,
    multiples: [...config.multiples],
    tiers: config.tiers.map(tier => ({
      up_to_value: tier.maxNotional,
      max_multiple: tier.maxMultiple,
      maintenance_percent: percentOfPpm(tier.maintenancePpm),
    })),
  };
}

/** The contract's current terms in that shape. */
function changeOf(exchange: Pick<ReadonlyExchange, 'currency'>, contract: PerpetualContract): Change {
  return changeOfConfig(termsOf(contract, exchange.currency(contract.quoteCurrencyId)!));
}

function configOf(exchange: DeskExchange, change: Change): PerpetualConfig {
  const contract = exchange.perpetual.contract(change.market_id);
  if (contract === null) throw new CallFailure('unknown_perpetual', { field: 'market_id' });
  return {
    marketId: contract.marketId,
    tickSize: contract.tickSize,
    lotSize: contract.lotSize,
    fundingIntervalMs: change.funding_interval_hours * HOUR_MS,
    staleAfterMs: contract.staleAfterMs,
    multiples: change.multiples,
    tiers: change.tiers.map(tier => ({
      maxNotional: tier.up_to_value,
      maxMultiple: tier.max_multiple,
      maintenancePpm: ppmOfPercent(tier.maintenance_percent),
    })),
    makerFeePpm: ppmOfPercent(change.maker_fee_percent),
    takerFeePpm: ppmOfPercent(change.taker_fee_percent),
    priceBandPpm: ppmOfPercent(change.price_band_percent),
    liquidationFeePpm: ppmOfPercent(change.liquidation_fee_percent),
    interestPpm: ppmOfPercent(change.interest_percent),
    fundingCapPpm: ppmOfPercent(change.funding_cap_percent),
    maxOrderLots: change.max_order_lots,
    maxOpenInterestLots: change.max_open_interest_lots,
    maxCustomerNotional: change.max_customer_value,
  };
}

/** The terms as the core reads them; invalid ones are refused here. */
function normal(exchange: DeskExchange, change: Change): Change {
  const trial = trialWith(exchange, configOf(exchange, change));
  return changeOf(trial, trial.perpetual.contract(change.market_id)!);
}

function trialWith(
  exchange: DeskExchange,
  perpetual: PerpetualConfig,
  ...then: readonly Command[]
): ReadonlyExchange {
  const market = exchange.market(perpetual.marketId);
  if (market === null) throw new CallFailure('unknown_perpetual', { field: 'market_id' });
  const trial = dryRun([
    ...listed(exchange, [{ ...market, minNotional: '0' }]),
    { type: 'configurePerpetual', perpetual },
    ...then,
  ]);
  if (trial.refusal !== null) throw refusalFailure(trial.refusal);
  return trial.exchange;
}
