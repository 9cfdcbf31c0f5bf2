import { isDeepStrictEqual } from 'node:util';
import { Exchange, type PerpetualConfig, type PerpetualContract } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { perpetualChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { CallFailure, refusalFailure } from '../../../../http/call-failure.ts';
import type { DeskExchange } from '../../desk-exchange.ts';
import type { ProposalKind } from '../kind.ts';

type Change = z.output<typeof perpetualChange>;

/** 1 % = 10,000 ppm. */
const PPM_DECIMALS = 4;

/**
 * Fees, limits, tiers and funding terms of a contract. Its grid never changes, positions keep the maintenance rate they
 * were ordered with, and no field of it is a price or a result.
 */
export function perpetualKind(exchange: DeskExchange): ProposalKind<Change> {
  const current = (marketId: number): Change => {
    const contract = exchange.perpetual.contract(marketId);
    if (contract === null) throw new CallFailure('unknown_perpetual', { field: 'market_id' });
    return changeOf(exchange, contract);
  };
  return {
    propose: 'market.propose',
    confirm: 'market.confirm',
    async prepare(_client, change) {
      return {
        subject: `perpetual:${change.market_id}`,
        before: current(change.market_id),
        after: normal(exchange, change),
      };
    },
    commands(change, before) {
      const now = current(change.market_id);
      if (isDeepStrictEqual(now, before)) {
        return [{ type: 'configurePerpetual', perpetual: configOf(exchange, change) }];
      }
      return isDeepStrictEqual(now, normal(exchange, change)) ? [] : null;
    },
  };
}

/** Terms in the shape of a proposal to change them. */
function changeOf(exchange: Pick<Exchange, 'currency'>, contract: PerpetualContract): Change {
  const decimals = exchange.currency(contract.quoteCurrencyId)?.decimals ?? 0;
  return {
    market_id: contract.marketId,
    maker_fee_percent: percent(contract.makerFeePpm),
    taker_fee_percent: percent(contract.takerFeePpm),
    price_band_percent: percent(contract.priceBandPpm),
    liquidation_fee_percent: percent(contract.liquidationFeePpm),
    interest_percent: percent(contract.interestPpm),
    funding_cap_percent: percent(contract.fundingCapPpm),
    max_order_lots: contract.maxOrderLots,
    max_open_interest_lots: contract.maxOpenInterestLots,
    max_customer_value: formatMinor(contract.maxCustomerNotionalMinor, decimals),
    multiples: [...contract.multiples],
    tiers: contract.tiers.map(tier => ({
      up_to_value: formatMinor(tier.maxNotionalMinor, decimals),
      max_multiple: tier.maxMultiple,
      maintenance_percent: percent(tier.maintenancePpm),
    })),
  };
}

function configOf(exchange: DeskExchange, change: Change): PerpetualConfig {
  const contract = exchange.perpetual.contract(change.market_id);
  if (contract === null) throw new CallFailure('unknown_perpetual', { field: 'market_id' });
  return {
    marketId: contract.marketId,
    tickSize: contract.tickSize,
    lotSize: contract.lotSize,
    fundingIntervalMs: contract.fundingIntervalMs,
    staleAfterMs: contract.staleAfterMs,
    multiples: change.multiples,
    tiers: change.tiers.map(tier => ({
      maxNotional: tier.up_to_value,
      maxMultiple: tier.max_multiple,
      maintenancePpm: ppm(tier.maintenance_percent),
    })),
    makerFeePpm: ppm(change.maker_fee_percent),
    takerFeePpm: ppm(change.taker_fee_percent),
    priceBandPpm: ppm(change.price_band_percent),
    liquidationFeePpm: ppm(change.liquidation_fee_percent),
    interestPpm: ppm(change.interest_percent),
    fundingCapPpm: ppm(change.funding_cap_percent),
    maxOrderLots: change.max_order_lots,
    maxOpenInterestLots: change.max_open_interest_lots,
    maxCustomerNotional: change.max_customer_value,
  };
}

/** As the core reads it: an exchange of its own is asked, which also refuses what cannot be. */
function normal(exchange: DeskExchange, change: Change): Change {
  const market = exchange.market(change.market_id);
  if (market === null) throw new CallFailure('unknown_perpetual', { field: 'market_id' });
  const trial = new Exchange();
  for (const currency of exchange.currencies()) trial.apply({ type: 'configureCurrency', currency }, 0);
  trial.apply({ type: 'configureMarket', market: { ...market, minNotional: '0' } }, 0);
  const outcome = trial.apply({ type: 'configurePerpetual', perpetual: configOf(exchange, change) }, 0);
  if (!outcome.ok) throw refusalFailure(outcome.refusal);
  return changeOf(trial, trial.perpetual.contract(change.market_id)!);
}

function percent(value: number): string {
  return formatMinor(BigInt(value), PPM_DECIMALS);
}

function ppm(text: string): number {
  return Number(parseDecimal(text, PPM_DECIMALS, { signed: true }) ?? 0n);
}
