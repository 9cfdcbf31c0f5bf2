import type pg from 'pg';

export interface ConversionRow {
  readonly kind: 'market';
  readonly orderIds: readonly number[];
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  readonly paidMinor: bigint;
  readonly receivedMinor: bigint;
  readonly minReceivedMinor: bigint;
  readonly viaCurrencyId: number | null;
  readonly restMinor: bigint;
  readonly atMs: number;
  readonly sequence: number;
}

export interface DustRow {
  readonly kind: 'dust';
  readonly dustId: number;
  readonly toCurrencyId: number;
  readonly spreadPpm: number;
  readonly lines: readonly {
    readonly currencyId: number;
    readonly amountMinor: bigint;
    readonly receivedMinor: bigint;
    readonly tickNumber: number;
    readonly priceE8: bigint;
  }[];
  readonly atMs: number;
  readonly sequence: number;
}

interface MarketSql {
  order_id: string;
  second_order_id: string | null;
  from_currency_id: number;
  to_currency_id: number;
  paid_minor: string;
  received_minor: string;
  min_received_minor: string;
  via_currency_id: number | null;
  rest_minor: string;
  converted_at_ms: string;
  sequence: string;
}

interface DustSql {
  dust_id: string;
  currency_id: number;
  to_currency_id: number;
  amount_minor: string;
  received_minor: string;
  spread_ppm: number;
  tick_number: string;
  price_e8: string;
  converted_at_ms: string;
  sequence: string;
}

/** Of both kinds, newest first: of commands before `before`. */
export async function listConversions(
  pool: pg.Pool,
  customerId: number,
  before: number | null,
  limit: number,
): Promise<(ConversionRow | DustRow)[]> {
  const values = [customerId, before ?? Number.MAX_SAFE_INTEGER, limit];
  const [market, dust] = await Promise.all([
    pool.query<MarketSql>(
      `select * from conversions where customer_id = $1 and sequence < $2 order by sequence desc limit $3`,
      values,
    ),
    pool.query<DustSql>(
      `select * from dust_conversions where customer_id = $1 and sequence in (
          select distinct sequence from dust_conversions where customer_id = $1 and sequence < $2
          order by sequence desc limit $3)
        order by sequence desc, currency_id`,
      values,
    ),
  ]);
  return [...market.rows.map(marketOf), ...dustOf(dust.rows)]
    .toSorted((a, b) => b.sequence - a.sequence)
    .slice(0, limit);
}

/** Which of these orders a conversion placed, by order: the conversion's first order. */
export async function conversionsOfOrders(
  pool: pg.Pool,
  customerId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  if (orderIds.length === 0) return found;
  // The second order always comes next.
  const { rows } = await pool.query<{ order_id: string; second_order_id: string | null }>(
    `select order_id, second_order_id from conversions
      where customer_id = $1 and order_id between $2 and $3`,
    [customerId, Math.min(...orderIds) - 1, Math.max(...orderIds)],
  );
  for (const { order_id: first, second_order_id: second } of rows) {
    found.set(Number(first), Number(first));
    if (second !== null) found.set(Number(second), Number(first));
  }
  return found;
}

function marketOf(row: MarketSql): ConversionRow {
  const second = row.second_order_id;
  return {
    kind: 'market',
    orderIds: [Number(row.order_id), ...(second === null ? [] : [Number(second)])],
    fromCurrencyId: row.from_currency_id,
    toCurrencyId: row.to_currency_id,
    paidMinor: BigInt(row.paid_minor),
    receivedMinor: BigInt(row.received_minor),
    minReceivedMinor: BigInt(row.min_received_minor),
    viaCurrencyId: row.via_currency_id,
    restMinor: BigInt(row.rest_minor),
    atMs: Number(row.converted_at_ms),
    sequence: Number(row.sequence),
  };
}

function dustOf(rows: readonly DustSql[]): DustRow[] {
  return [...Map.groupBy(rows, row => row.dust_id).values()].map(lines => {
    const [first] = lines;
    if (first === undefined) throw new Error('a group without a row');
    return {
      kind: 'dust',
      dustId: Number(first.dust_id),
      toCurrencyId: first.to_currency_id,
      spreadPpm: first.spread_ppm,
      lines: lines.map(line => ({
        currencyId: line.currency_id,
        amountMinor: BigInt(line.amount_minor),
        receivedMinor: BigInt(line.received_minor),
        tickNumber: Number(line.tick_number),
        priceE8: BigInt(line.price_e8),
      })),
      atMs: Number(first.converted_at_ms),
      sequence: Number(first.sequence),
    };
  });
}
