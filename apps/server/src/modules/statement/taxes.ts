import type { Currency } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import type { EntryReason } from '../../engine/projections/ledger-entries.ts';
import { formatMinor } from '@tallystick/core/money/decimal';
import { TAX_PRODUCTS } from '@tallystick/protocol/calls/statement';
import type { MarketUnitsTable } from '../market/units.ts';
import type { PerpetualUnitsTable } from '../perpetual/units.ts';
import { tradeRange } from './bounds.ts';
import type { KindSum } from './lines.ts';
import type { Period } from './period.ts';
import type { ProductSum, TaxProduct } from './profit/book.ts';

interface InCurrency {
  readonly currency: Currency;
  readonly minor: bigint;
}

interface Fee extends InCurrency {
  readonly product: 'spot' | 'contracts';
}

/** Results are in the reporting currency. */
export interface TaxYear {
  readonly products: readonly (ProductSum & { readonly product: TaxProduct })[];
  /** Fees paid, positive, by currency; the results already include them. */
  readonly fees: readonly Fee[];
  /** Contracts: received minus paid. */
  readonly funding: readonly InCurrency[];
  readonly transfers: readonly {
    readonly currency: Currency;
    readonly inMinor: bigint;
    readonly outMinor: bigint;
  }[];
}

interface Units {
  readonly units: MarketUnitsTable;
  readonly perpetualUnits: PerpetualUnitsTable;
}

const PAID_IN: readonly EntryReason[] = ['deposit', 'faucet'];
const PAID_OUT: readonly EntryReason[] = ['withdrawal', 'depositReversal'];

/** A tax year from its sums. */
export function taxYearOf(
  products: ReadonlyMap<TaxProduct, ProductSum>,
  kinds: readonly KindSum[],
  fees: readonly Fee[],
  currencyOf: (id: number) => Currency,
): TaxYear {
  const ids = [...new Set(kinds.map(({ currencyId }) => currencyId))].toSorted((a, b) => a - b);
  const sumOf = (id: number, reasons: readonly EntryReason[]): bigint =>
    kinds
      .filter(({ currencyId, reason }) => currencyId === id && reasons.includes(reason))
      .reduce((sum, { creditsMinor, debitsMinor }) => sum + creditsMinor + debitsMinor, 0n);
  return {
    products: TAX_PRODUCTS.map(product => ({ product, ...(products.get(product) ?? NONE) })),
    fees,
    funding: ids.flatMap(id => {
      const minor = sumOf(id, ['perpetualFunding']);
      return minor === 0n ? [] : [{ currency: currencyOf(id), minor }];
    }),
    transfers: ids.flatMap(id => {
      const [inMinor, outMinor] = [sumOf(id, PAID_IN), -sumOf(id, PAID_OUT)];
      if (inMinor === 0n && outMinor === 0n) return [];
      return [{ currency: currencyOf(id), inMinor, outMinor }];
    }),
  };
}

const NONE: ProductSum = { proceedsMinor: 0n, costMinor: 0n, events: 0, unknown: 0 };

/** Fees paid in the period, from trades and liquidations. */
export async function feesOf(
  db: Reads,
  { units, perpetualUnits }: Units,
  customerId: number,
  period: Period,
): Promise<Fee[]> {
  const sums = new Map<string, Fee>();
  const add = (product: Fee['product'], currency: Currency, minor: bigint): void => {
    const key = `${product}:${currency.id}`;
    sums.set(key, { product, currency, minor: (sums.get(key)?.minor ?? 0n) + minor });
  };
  const spot = await tradeRange(db, 'trades', period.fromMs, period.toMs);
  const ofSpot = await db.query<{ market_id: number; buys: boolean; fee: string }>(
    `select market_id, buys, sum(fee) as fee from (
       select market_id, taker_side = 'buy' as buys, taker_fee_minor as fee from trades
        where taker_customer_id = $1 and trade_id >= $2 and trade_id < $3
       union all
       select market_id, taker_side = 'sell', maker_fee_minor from trades
        where maker_customer_id = $1 and trade_id >= $2 and trade_id < $3) as sides
      group by market_id, buys order by market_id, buys`,
    [customerId, spot.first, spot.end],
  );
  for (const { market_id: id, buys, fee } of ofSpot.rows) {
    add('spot', buys ? units.of(id).base : units.of(id).quote, BigInt(fee));
  }
  const contracts = await tradeRange(db, 'perpetual_trades', period.fromMs, period.toMs);
  const ofContracts = await db.query<{ market_id: number; fee: string }>(
    `select market_id, sum(fee) as fee from (
       select market_id, taker_fee_minor as fee from perpetual_trades
        where taker_customer_id = $1 and trade_id >= $2 and trade_id < $3
       union all
       select market_id, maker_fee_minor from perpetual_trades
        where maker_customer_id = $1 and trade_id >= $2 and trade_id < $3
       union all
       select market_id, fee_minor + liquidation_fee_minor from perpetual_liquidations
        where customer_id = $1 and at_ms >= $4 and at_ms < $5) as sides
      group by market_id order by market_id`,
    [customerId, contracts.first, contracts.end, period.fromMs, period.toMs],
  );
  for (const { market_id: id, fee } of ofContracts.rows) {
    add('contracts', perpetualUnits.of(id).quote, BigInt(fee));
  }
  return [...sums.values()];
}

export const TAX_COLUMNS = [
  'section',
  'product',
  'currency',
  'proceeds',
  'cost',
  'result',
  'events',
  'unknown',
] as const;

/** The year as rows of `TAX_COLUMNS`; `counting` is the currency of the results. */
export function taxRows(year: TaxYear, counting: Currency): string[][] {
  const amounts = (section: string, currency: Currency, minor: bigint, product = ''): string[] => [
    section,
    product,
    currency.code,
    ...['', '', formatMinor(minor, currency.decimals), '', ''],
  ];
  const counted = (minor: bigint): string => formatMinor(minor, counting.decimals);
  return [
    ...year.products.map(({ product, proceedsMinor, costMinor, events, unknown }) => [
      ...['result', product, counting.code, counted(proceedsMinor), counted(costMinor)],
      ...[counted(proceedsMinor - costMinor), String(events), String(unknown)],
    ]),
    ...year.fees.map(({ product, currency, minor }) => amounts('fees', currency, minor, product)),
    ...year.funding.map(({ currency, minor }) => amounts('funding', currency, minor, 'contracts')),
    ...year.transfers.flatMap(({ currency, inMinor, outMinor }) => [
      amounts('paid_in', currency, inMinor),
      amounts('paid_out', currency, outMinor),
    ]),
  ];
}
