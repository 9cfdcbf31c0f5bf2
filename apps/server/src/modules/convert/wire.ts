import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireConversion } from '@tallystick/protocol';
import { percentOf, priceText } from './figures.ts';
import type { ConversionRow, DustRow } from './store.ts';

type Told = Pick<ReadonlyExchange, 'currency'>;

/** An amount with its currency's code. */
export function amountOf(exchange: Told, currencyId: number, minor: bigint) {
  const currency = exchange.currency(currencyId);
  if (currency === null) throw new Error(`there is no currency ${currencyId}`);
  return { currency: currency.code, amount: formatMinor(minor, currency.decimals) };
}

export function wireConversion(
  exchange: Told,
  row: Omit<ConversionRow, 'sequence'> | Omit<DustRow, 'sequence'>,
): WireConversion {
  return row.kind === 'market' ? wireMarket(exchange, row) : wireDust(exchange, row);
}

export function conversionId(firstOrderId: number): string {
  return `order:${firstOrderId}`;
}

function wireMarket(exchange: Told, row: Omit<ConversionRow, 'sequence'>): WireConversion {
  const { viaCurrencyId, restMinor } = row;
  return {
    conversion_id: conversionId(row.orderIds[0] ?? 0),
    kind: 'market',
    paid: [amountOf(exchange, row.fromCurrencyId, row.paidMinor)],
    received: amountOf(exchange, row.toCurrencyId, row.receivedMinor),
    least: amountOf(exchange, row.toCurrencyId, row.minReceivedMinor),
    rest: viaCurrencyId === null || restMinor === 0n ? null : amountOf(exchange, viaCurrencyId, restMinor),
    order_ids: [...row.orderIds],
    lines: [],
    spread_percent: null,
    at_ms: row.atMs,
  };
}

function wireDust(exchange: Told, row: Omit<DustRow, 'sequence'>): WireConversion {
  const received = row.lines.reduce((sum, line) => sum + line.receivedMinor, 0n);
  return {
    conversion_id: `dust:${row.dustId}`,
    kind: 'dust',
    paid: row.lines.map(line => amountOf(exchange, line.currencyId, line.amountMinor)),
    received: amountOf(exchange, row.toCurrencyId, received),
    least: null,
    rest: null,
    order_ids: [],
    lines: row.lines.map(line => ({
      ...amountOf(exchange, line.currencyId, line.amountMinor),
      received: amountOf(exchange, row.toCurrencyId, line.receivedMinor).amount,
      price: priceText(line.priceE8),
      tick_number: line.tickNumber,
    })),
    spread_percent: percentOf(row.spreadPpm),
    at_ms: row.atMs,
  };
}
