import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WirePortfolio } from '../wire.ts';
import { E18, type PortfolioCoin, type PortfolioFacts, type PortfolioPosition } from './facts.ts';

type WireGroup = WirePortfolio['margin_groups'][number];

/** What the call's answer says, for the model. Throws RangeError for an amount that is none. */
export function readPortfolio(answer: WirePortfolio): PortfolioFacts {
  const coins = answer.currencies.map(
    ({ currency, price, price_source: source, price_at_ms: pricedAtMs }): PortfolioCoin => ({
      currencyId: currency.id,
      code: currency.code,
      decimals: currency.decimals,
      priceE18: price === null ? null : exact(price, E18),
      source,
      pricedAtMs,
    }),
  );
  const decimals = new Map(coins.map(coin => [coin.currencyId, coin.decimals]));
  const minor = (amount: string, currencyId: number) => exact(amount, decimals.get(currencyId) ?? 0);
  return {
    atMs: answer.at_ms,
    unitId: answer.unit_currency_id,
    coins,
    parts: answer.parts.map(({ product, kind, currency_id: currencyId, amount }) => ({
      ...{ product, kind, currencyId, amountMinor: minor(amount, currencyId) },
    })),
    groups: answer.margin_groups.map(({ kind, currency_id: currencyId, margin, positions }) => ({
      kind,
      currencyId,
      marginMinor: minor(margin, currencyId),
      positions: positions.map(one => readPosition(one, decimals.get(currencyId) ?? 0)),
    })),
    waiting: answer.waiting.map(({ currency_id: currencyId, amount, ...one }) => ({
      ...one,
      currencyId,
      frozenMinor: minor(amount, currencyId),
    })),
    deposits: answer.deposits.map(one => ({
      orderId: one.order_id,
      currencyId: one.currency_id,
      principalMinor: minor(one.principal, one.currency_id),
      penaltyMinor: minor(one.penalty, one.currency_id),
      remainingDays: one.remaining_days,
    })),
  };
}

function readPosition(one: WireGroup['positions'][number], quoteDecimals: number): PortfolioPosition {
  const lotE18 = exact(one.lot_size, E18);
  const tickE8 = exact(one.tick_size, PRICE_DECIMALS);
  const { liquidation_price: liquidation } = one;
  return {
    positionId: one.position_id,
    marketId: one.market_id,
    symbol: one.symbol,
    side: one.direction,
    multiple: one.multiple,
    baseCurrencyId: one.base_currency_id,
    lots: one.lots,
    lotE18,
    tickE8: Number(tickE8),
    quoteMinorPerTickLot:
      (tickE8 * lotE18 * 10n ** BigInt(quoteDecimals)) / 10n ** BigInt(PRICE_DECIMALS + E18),
    entryValueMinor: exact(one.open_value, quoteDecimals),
    maintenancePpm: Number(exact(one.maintenance_percent, PPM_DECIMALS)),
    markE8: Number(exact(one.mark_price, PRICE_DECIMALS)),
    liquidationE8: liquidation === null ? null : Number(exact(liquidation, PRICE_DECIMALS)),
  };
}

const PRICE_DECIMALS = 8;
/** 1 % = 10,000 ppm. */
const PPM_DECIMALS = 4;

function exact(text: string, decimals: number): bigint {
  const minor = parseDecimal(text, decimals, { signed: true });
  if (minor === null) throw new RangeError(`${text} is no amount of ${decimals} decimals`);
  return minor;
}
