import type { BoughtDust, ConvertLeg } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput, WireConversion } from '@tallystick/protocol';
import type { MarketUnitsTable } from '../market/units.ts';
import type { DustQuote } from './dust.ts';
import { percentOfPpm } from '../../http/percent.ts';
import { priceText, rateOf } from './figures.ts';
import type { ConvertQuote } from './service.ts';
import type { ConversionRow, DustRow } from './store.ts';

/** An amount with its currency's code. */
function amountOf(units: MarketUnitsTable, currencyId: number, minor: bigint) {
  const { code, decimals } = units.currency(currencyId);
  return { currency: code, amount: formatMinor(minor, decimals) };
}

export function wireQuote(
  units: MarketUnitsTable,
  { fromCurrencyId, toCurrencyId, legs, paidMinor, receivedMinor, ...quote }: ConvertQuote,
): CallOutput<'POST convert/quote'> {
  const from = units.currency(fromCurrencyId);
  const to = units.currency(toCurrencyId);
  const [first] = legs;
  const between = legs.length === 1 || first === undefined ? null : receivedId(units, first);
  return {
    quote: quote.quote,
    expires_at_ms: quote.expiresAtMs,
    holds_ms: quote.holdsMs,
    pay: amountOf(units, fromCurrencyId, paidMinor),
    receive: amountOf(units, toCurrencyId, receivedMinor),
    least: amountOf(units, toCurrencyId, quote.leastMinor),
    rate: rateOf(paidMinor, from.decimals, receivedMinor, to.decimals),
    inverse: rateOf(receivedMinor, to.decimals, paidMinor, from.decimals),
    spread_percent: quote.spreadPpm === null ? null : percentOfPpm(quote.spreadPpm),
    fee_percent: percentOfPpm(legs.reduce((sum, leg) => sum + leg.takerFeePpm, 0)),
    fees: legs.map(leg => amountOf(units, receivedId(units, leg), BigInt(leg.feeMinor))),
    rest: between === null || quote.restMinor === 0n ? null : amountOf(units, between, quote.restMinor),
    legs: legs.map(leg => wireLeg(units, leg)),
  };
}

function receivedId(units: MarketUnitsTable, { marketId, side }: ConvertLeg): number {
  const { base, quote } = units.of(marketId);
  return side === 'buy' ? base.id : quote.id;
}

function wireLeg(table: MarketUnitsTable, { marketId, side, lots, valueMinor }: ConvertLeg) {
  const units = table.of(marketId);
  return {
    market_id: marketId,
    symbol: units.market.symbol,
    side,
    quantity: units.quantity(lots),
    average_price: units.averagePrice(BigInt(valueMinor), lots) ?? '',
  };
}

export function wireDustQuote(
  units: MarketUnitsTable,
  { paidInId, terms, leftMinor, lines, chosen }: DustQuote,
): CallOutput<'POST convert/dust_quote'> {
  const paid = (minor: bigint) => amountOf(units, paidInId, minor);
  return {
    spread_percent: percentOfPpm(terms.spreadPpm),
    most: paid(BigInt(terms.mostMinor)),
    left: paid(leftMinor),
    items: lines.map(line => wireDustLine(units, line, terms.spreadPpm, paid)),
    chosen:
      chosen === null
        ? null
        : {
            quote: chosen.quote,
            currency_ids: [...chosen.currencyIds],
            receive: paid(chosen.receiveMinor),
            least: paid(chosen.leastMinor),
            expires_at_ms: chosen.expiresAtMs,
            holds_ms: chosen.holdsMs,
          },
  };
}

function wireDustLine(
  units: MarketUnitsTable,
  { currencyId, amountMinor, priceE8, receivedMinor }: BoughtDust,
  spreadPpm: number,
  paid: (minor: bigint) => { readonly amount: string },
) {
  // Value before the spread; the division's remainder is less than a unit.
  const valueMinor = (receivedMinor * 1_000_000n) / (1_000_000n - BigInt(spreadPpm));
  return {
    currency_id: currencyId,
    ...amountOf(units, currencyId, amountMinor),
    price: priceText(priceE8),
    value: paid(valueMinor).amount,
    receive: paid(receivedMinor).amount,
  };
}

export function wireConversion(
  units: MarketUnitsTable,
  row: Omit<ConversionRow, 'sequence'> | Omit<DustRow, 'sequence'>,
): WireConversion {
  return row.kind === 'market' ? wireMarket(units, row) : wireDust(units, row);
}

export function conversionId(firstOrderId: number): string {
  return `order:${firstOrderId}`;
}

function wireMarket(units: MarketUnitsTable, row: Omit<ConversionRow, 'sequence'>): WireConversion {
  const { viaCurrencyId, restMinor } = row;
  return {
    conversion_id: conversionId(row.orderIds[0] ?? 0),
    kind: 'market',
    paid: [amountOf(units, row.fromCurrencyId, row.paidMinor)],
    received: amountOf(units, row.toCurrencyId, row.receivedMinor),
    least: amountOf(units, row.toCurrencyId, row.minReceivedMinor),
    rest: viaCurrencyId === null || restMinor === 0n ? null : amountOf(units, viaCurrencyId, restMinor),
    order_ids: [...row.orderIds],
    lines: [],
    spread_percent: null,
    at_ms: row.atMs,
  };
}

function wireDust(units: MarketUnitsTable, row: Omit<DustRow, 'sequence'>): WireConversion {
  const received = row.lines.reduce((sum, line) => sum + line.receivedMinor, 0n);
  return {
    conversion_id: `dust:${row.dustId}`,
    kind: 'dust',
    paid: row.lines.map(line => amountOf(units, line.currencyId, line.amountMinor)),
    received: amountOf(units, row.toCurrencyId, received),
    least: null,
    rest: null,
    order_ids: [],
    lines: row.lines.map(line => ({
      ...amountOf(units, line.currencyId, line.amountMinor),
      received: amountOf(units, row.toCurrencyId, line.receivedMinor).amount,
      price: priceText(line.priceE8),
      tick_number: line.tickNumber,
    })),
    spread_percent: percentOfPpm(row.spreadPpm),
    at_ms: row.atMs,
  };
}
