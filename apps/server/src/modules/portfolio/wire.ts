import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { WirePortfolio } from '@tallystick/protocol';
import { E18, type MarginGroup, type PortfolioFacts } from '@tallystick/protocol/portfolio/facts';
import { portfolioOf } from '@tallystick/protocol/portfolio/portfolio';
import { percentOfPpm } from '../../http/percent.ts';
import { wireCurrency } from '../market/currencies.ts';

export function wirePortfolio(
  facts: PortfolioFacts,
  exchange: Pick<ReadonlyExchange, 'currency'>,
): WirePortfolio {
  const decimals = new Map(facts.coins.map(coin => [coin.currencyId, coin.decimals]));
  const amount = (minor: bigint, currencyId: number) => formatMinor(minor, decimals.get(currencyId) ?? 0);
  return {
    at_ms: facts.atMs,
    unit_currency_id: facts.unitId,
    currencies: facts.coins.flatMap(({ currencyId, priceE18, source, pricedAtMs }) => {
      const currency = exchange.currency(currencyId);
      if (currency === null) return [];
      const price = priceE18 === null ? null : formatMinor(priceE18, E18);
      return [{ currency: wireCurrency(currency), price, price_source: source, price_at_ms: pricedAtMs }];
    }),
    parts: facts.parts.map(({ product, kind, currencyId, amountMinor }) => ({
      ...{ product, kind, currency_id: currencyId, amount: amount(amountMinor, currencyId) },
    })),
    margin_groups: facts.groups.map(group => wireGroup(group, amount)),
    waiting: facts.waiting.map(({ currencyId, frozenMinor, ...one }) => ({
      ...one,
      currency_id: currencyId,
      amount: amount(frozenMinor, currencyId),
    })),
    deposits: facts.deposits.map(one => ({
      order_id: one.orderId,
      currency_id: one.currencyId,
      principal: amount(one.principalMinor, one.currencyId),
      penalty: amount(one.penaltyMinor, one.currencyId),
      remaining_days: one.remainingDays,
    })),
    figures: wireFigures(facts, amount),
  };
}

type AmountText = (minor: bigint, currencyId: number) => string;

function wireGroup(
  { kind, currencyId, marginMinor, positions }: MarginGroup,
  amount: AmountText,
): WirePortfolio['margin_groups'][number] {
  return {
    kind,
    currency_id: currencyId,
    margin: amount(marginMinor, currencyId),
    positions: positions.map(one => ({
      position_id: one.positionId,
      market_id: one.marketId,
      symbol: one.symbol,
      direction: one.side,
      multiple: one.multiple,
      base_currency_id: one.baseCurrencyId,
      lots: one.lots,
      lot_size: formatMinor(one.lotE18, E18),
      tick_size: formatMinor(BigInt(one.tickE8), 8),
      open_value: amount(one.entryValueMinor, currencyId),
      maintenance_percent: percentOfPpm(one.maintenancePpm),
      mark_price: formatMinor(BigInt(one.markE8), 8),
      liquidation_price: one.liquidationE8 === null ? null : formatMinor(BigInt(one.liquidationE8), 8),
    })),
  };
}

function wireFigures(facts: PortfolioFacts, amount: AmountText): WirePortfolio['figures'] {
  const { equityMinor, atIndexMinor, account, exposure, losses } = portfolioOf(facts);
  const inUnit = (minor: bigint) => amount(minor, facts.unitId);
  return {
    equity: inUnit(equityMinor),
    equity_at_index: inUnit(atIndexMinor),
    contract_equity: inUnit(account.equityMinor),
    margin: inUnit(account.marginMinor),
    maintenance: inUnit(account.maintenanceMinor),
    margin_rate_percent: account.rateBps === null ? null : formatMinor(account.rateBps, 2),
    net_exposure: inUnit(exposure.netMinor),
    gross_exposure: inUnit(exposure.grossMinor),
    worst_loss: inUnit(losses.worstMinor),
    worst_losses: losses.lines.map(({ product, cause, lossMinor }) => ({
      ...{ product, cause, loss: inUnit(lossMinor) },
    })),
    waiting_loss: inUnit(losses.waiting.spotMinor + losses.waiting.contractMinor),
  };
}
