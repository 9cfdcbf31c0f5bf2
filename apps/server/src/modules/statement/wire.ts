import type { Currency } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput } from '@tallystick/protocol';
import { dayName } from './period.ts';
import type { CoinReport, ProfitReport } from './profit/report.ts';
import type { Span } from './service.ts';
import type { TaxYear } from './taxes.ts';

type CurrencyOf = (id: number) => Currency;

export function wireSpan({ period, complete }: Span) {
  return { from_ms: period.fromMs, to_ms: period.toMs, complete };
}

/** `counting` is the currency of the results. */
export function wireProfit(
  report: Span & ProfitReport,
  currencyOf: CurrencyOf,
  counting: Currency,
): CallOutput<'GET statement/profit'> {
  const counted = (minor: bigint): string => formatMinor(minor, counting.decimals);
  const orNull = (minor: bigint | null): string | null => (minor === null ? null : counted(minor));
  const wireCoin = (coin: CoinReport) => {
    const { code, decimals } = currencyOf(coin.currencyId);
    return {
      currency: code,
      realised: counted(coin.realisedMinor),
      bought: formatMinor(coin.boughtMinor, decimals),
      sold: formatMinor(coin.soldMinor, decimals),
      quantity: formatMinor(coin.quantityMinor, decimals),
      cost: counted(coin.costMinor),
      unknown_quantity: formatMinor(coin.unknownMinor, decimals),
      value: orNull(coin.valueMinor),
      unrealised: orNull(coin.unrealisedMinor),
    };
  };
  return {
    ...wireSpan(report),
    realised: counted(report.realisedMinor),
    realised_ever: counted(report.realisedEverMinor),
    unrealised: orNull(report.unrealisedMinor),
    net_deposits: counted(report.netDepositsMinor),
    value: orNull(report.valueMinor),
    coins: report.coins.map(wireCoin),
    days: report.days.map(({ day, realisedMinor, resultMinor }) => ({
      day: dayName(day),
      realised: counted(realisedMinor),
      result: orNull(resultMinor),
    })),
    unknown: report.unknown,
  };
}

/** `counting` is the currency of the results. */
export function wireTaxYear(year: Span & TaxYear, counting: Currency): CallOutput<'GET statement/tax_year'> {
  const counted = (minor: bigint): string => formatMinor(minor, counting.decimals);
  return {
    ...wireSpan(year),
    products: year.products.map(({ product, proceedsMinor, costMinor, events, unknown }) => ({
      ...{ product, proceeds: counted(proceedsMinor), cost: counted(costMinor) },
      ...{ result: counted(proceedsMinor - costMinor), events, unknown },
    })),
    fees: year.fees.map(({ product, currency, minor }) => ({
      product,
      currency: currency.code,
      amount: formatMinor(minor, currency.decimals),
    })),
    funding: year.funding.map(({ currency, minor }) => ({
      currency: currency.code,
      amount: formatMinor(minor, currency.decimals),
    })),
    transfers: year.transfers.map(({ currency, inMinor, outMinor }) => ({
      currency: currency.code,
      paid_in: formatMinor(inMinor, currency.decimals),
      paid_out: formatMinor(outMinor, currency.decimals),
    })),
  };
}
