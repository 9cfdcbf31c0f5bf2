import { DAY_MS } from '@tallystick/core/durations';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { Queryable } from '../../../engine/projections/queryable.ts';
import { REFERRAL_DAYS } from '../../../engine/products/referral/tables.ts';
import { select } from '../../../engine/projections/select.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { DeskExchange } from '../../../approval/desk-exchange.ts';

type Period = DeskRequest<'GET desk/referral_report'>;
type Flag = DeskOutput<'GET desk/referral_flags'>['items'][number]['kinds'][number];

const MOST_DAYS = 366;
const MOST_ROWS = 50_000;

/** Throws invalid_input for a period that ends before it begins, or of more than a year. */
function checkPeriod({ from_day: from, to_day: to }: Period): void {
  if (to < from) throw new CallFailure('invalid_input', { field: 'to_day' });
  if (to - from >= MOST_DAYS) throw new CallFailure('invalid_input', { field: 'from_day' });
}

/** A period's rebates by day and currency, and the number of promoters who earned them. */
export async function readReport(
  db: Queryable,
  exchange: Pick<DeskExchange, 'currency'>,
  period: Period,
): Promise<DeskOutput<'GET desk/referral_report'>> {
  checkPeriod(period);
  const { rows: days } = await db.query<{
    utc_day: number;
    currency_id: number;
    fills: string;
    promoters: number;
    people: number;
    amount: string;
  }>(
    `select utc_day, currency_id, sum(fills) as fills, sum(amount_minor) as amount,
            count(distinct promoter_id)::integer as promoters, count(distinct customer_id)::integer as people
       from referral_days where utc_day between $1 and $2
      group by utc_day, currency_id order by utc_day desc, currency_id`,
    [period.from_day, period.to_day],
  );
  const { rows: counts } = await db.query<{ promoters: number; invited: number }>(
    `select count(distinct invited_by)::integer as promoters, count(*)::integer as invited
       from customers where invited_by is not null`,
  );
  const shown = units(exchange);
  const totals = Map.groupBy(days, row => row.currency_id);
  return {
    days: days.map(row => ({
      utc_day: row.utc_day,
      ...shown(row.currency_id, BigInt(row.amount)),
      fills: Number(row.fills),
      promoters: row.promoters,
      people: row.people,
    })),
    totals: [...totals].map(([currencyId, rows]) => ({
      ...shown(
        currencyId,
        rows.reduce((sum, row) => sum + BigInt(row.amount), 0n),
      ),
      fills: rows.reduce((sum, row) => sum + Number(row.fills), 0),
    })),
    promoters: counts[0]?.promoters ?? 0,
    invited: counts[0]?.invited ?? 0,
  };
}

/** Every line of the period as CSV. */
export async function exportReport(
  db: Queryable,
  exchange: Pick<DeskExchange, 'currency'>,
  period: Period,
): Promise<DeskOutput<'GET desk/referral_export'>> {
  checkPeriod(period);
  const rows = await select(
    db,
    REFERRAL_DAYS,
    `where utc_day between $1 and $2
      order by utc_day, promoter_id, customer_id, level, currency_id limit $3`,
    [period.from_day, period.to_day, MOST_ROWS + 1],
  );
  const shown = units(exchange);
  const lines = rows.slice(0, MOST_ROWS).map(row => {
    const { currency, amount } = shown(row.currencyId, row.amountMinor);
    const day = new Date(row.utcDay * DAY_MS).toISOString().slice(0, 10);
    // Figures and codes only, so no cell can be a formula.
    return [day, row.promoterId, row.customerId, row.level, row.fills, amount, currency].join(',');
  });
  const heading = 'day,promoter,customer,level,fills,amount,currency';
  return {
    csv: [heading, ...lines, ''].join('\r\n'),
    rows: lines.length,
    complete: rows.length <= MOST_ROWS,
  };
}

export interface FlaggedPair {
  readonly promoter_id: number;
  readonly promoter: string;
  readonly customer_id: number;
  readonly customer: string;
  readonly kinds: Flag[];
  readonly created_at_ms: string;
}

/** Invitations with warning signs, newest customer first. */
export async function listFlaggedPairs(
  db: Queryable,
  beforeId: number | null,
  limit: number,
): Promise<FlaggedPair[]> {
  const { rows } = await db.query<FlaggedPair>(
    `select f.promoter_id, p.nickname as promoter, f.customer_id, c.nickname as customer, c.created_at_ms,
            array_agg(f.kind order by f.kind) as kinds
       from referral_flags f
       join customers p on p.id = f.promoter_id
       join customers c on c.id = f.customer_id
      where $1::bigint is null or f.customer_id < $1
      group by 1, 2, 3, 4, 5 order by f.customer_id desc limit $2`,
    [beforeId, limit],
  );
  return rows;
}

function units(exchange: Pick<DeskExchange, 'currency'>) {
  return (currencyId: number, minor: bigint): { readonly currency: string; readonly amount: string } => {
    const currency = exchange.currency(currencyId);
    return {
      currency: currency?.code ?? String(currencyId),
      amount: formatMinor(minor, currency?.decimals ?? 0),
    };
  };
}
