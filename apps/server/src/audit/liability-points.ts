import type { ReadonlyExchange } from '@tallystick/core';
import { canonicalJson } from '@tallystick/verify/public-log/canonical';
import { liabilityTotals, type LiabilityTotal } from '../modules/liability/audit-points.ts';
import { liabilitiesBody } from '../modules/liability/record-body.ts';
import type { AuditContext } from './audit-check.ts';
import type { Difference } from './audit-result.ts';

/** Points in memory at a time. */
const PAGE = 500;

interface Row {
  readonly number: string;
  readonly sequence: string;
  readonly at_ms: string;
  readonly public_record: string | null;
  /** Of the record it names; null: there is none of liabilities. */
  readonly body: string | null;
  readonly before: string | null;
  readonly ends_row: boolean;
}

/** With the number and sequence of the point before, and whether the sequence ends a row of the journal. */
const POINTS = `select p.number, p.sequence, p.at_ms, p.public_record, r.body, b.sequence as before,
    coalesce((select j.last_sequence = p.sequence from journal j where j.first_sequence <= p.sequence
      order by j.first_sequence desc limit 1), false) as ends_row
  from audit_points p
  left join public_records r on r.number = p.public_record and r.kind = 'liabilities'
  left join audit_points b on b.number = p.number - 1
  where p.number > $1 order by p.number limit ${PAGE}`;

/**
 * Compares the audit points and the totals kept of them with what the public log says, record by record. The log itself is
 * compared with its signed heads before.
 */
export async function liabilityPoints({
  stored,
  exchange,
}: Pick<AuditContext, 'stored'> & {
  readonly exchange: Pick<ReadonlyExchange, 'currency'>;
}): Promise<Difference | null> {
  let last = 0;
  let known: readonly number[] = [];
  for (;;) {
    const { rows } = await stored.query<Row>(POINTS, [last]);
    for (const row of rows) {
      const number = Number(row.number);
      if (number !== last + 1) return differs('audit_points', number, 'a point before it is missing');
      const totals = await liabilityTotals(stored, number);
      const found = pointDiffers(row, totals) ?? totalsDiffer(number, totals, exchange);
      if (found !== null) return found;
      last = number;
      if (row.public_record === null) continue;
      const ids = totals.map(({ currencyId }) => currencyId);
      if (!known.every(id => ids.includes(id)))
        return differs('liability_totals', number, 'a currency of the point before is missing');
      known = ids;
    }
    if (rows.length < PAGE) break;
  }
  return (await unnamedRecord(stored)) ?? (await ofNoPoint(stored));
}

function pointDiffers(row: Row, totals: readonly LiabilityTotal[]): Difference | null {
  const number = Number(row.number);
  if (!row.ends_row) return differs('audit_points', number, 'no row of the journal ends at its sequence');
  if (row.before !== null && Number(row.before) >= Number(row.sequence))
    return differs('audit_points', number, 'it is not after the point before it');
  const point = { number, sequence: Number(row.sequence), atMs: Number(row.at_ms) };
  if (row.public_record === null) {
    // Only the newest may be under way: see `unnamedRecord` for one that was published.
    return totals.length === 0 ? null : differs('liability_totals', number, 'they were never published');
  }
  const computed = canonicalJson(liabilitiesBody(point, totals));
  if (computed === row.body) return null;
  const what = 'a point says otherwise than its record in the public log';
  const named = row.body === null ? null : (JSON.parse(row.body) as { readonly [key: string]: unknown });
  const isPoint = named?.['sequence'] !== point.sequence || named['at_ms'] !== point.atMs;
  const table = isPoint || named['point'] !== number ? 'audit_points' : 'liability_totals';
  return { table, key: `point=${number}`, stored: computed, computed: row.body, what };
}

/** What no record says: a currency without a tree has no leaves, and ids are those of the core. */
function totalsDiffer(
  number: number,
  totals: readonly LiabilityTotal[],
  exchange: Pick<ReadonlyExchange, 'currency'>,
): Difference | null {
  for (const { currencyId, code, decimals, root, totalMinor, leaves } of totals) {
    const currency = exchange.currency(currencyId);
    if (currency?.code !== code || currency.decimals !== decimals)
      return differs('liability_totals', number, `currency ${currencyId} is not ${code}`);
    if ((root === null) !== (leaves === 0) || (root === null) !== (totalMinor === 0n))
      return differs('liability_totals', number, `${code} has a total and no tree, or a tree of nothing`);
  }
  return null;
}

/** A published record whose point is gone or names another one. */
async function unnamedRecord(stored: AuditContext['stored']): Promise<Difference | null> {
  const { rows } = await stored.query<{ number: string }>(
    `select number from public_records r where kind = 'liabilities'
       and not exists (select from audit_points where public_record = r.number) order by number limit 1`,
  );
  const number = rows[0]?.number;
  if (number === undefined) return null;
  return differs('audit_points', Number(number), 'no point names this record of liabilities', 'record');
}

/** A constraint keeps rows from it, but not those of the database's owner. */
async function ofNoPoint(stored: AuditContext['stored']): Promise<Difference | null> {
  for (const table of ['liability_totals', 'liability_trees']) {
    const { rows } = await stored.query<{ point: string }>(
      `select point from ${table} where not exists (select from audit_points where number = point and public_record is not null)
        order by point limit 1`,
    );
    if (rows[0] !== undefined) return differs(table, Number(rows[0].point), 'there is no such point');
  }
  return null;
}

function differs(table: string, number: number, what: string, of = 'point'): Difference {
  return { table, key: `${of}=${number}`, stored: null, computed: null, what };
}
