import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import { readReserveMessage } from '@tallystick/verify/reserves/message';
import { isSignedBy, type SignatureFormat } from '@tallystick/verify/reserves/signed-message';
import { isNetwork } from '../chains/networks.ts';
import { addressKey } from '../chains/watcher/chain-source.ts';
import { moneyDecimals } from '../modules/bank/rate.ts';
import type { AuditContext } from './audit-check.ts';
import type { Difference } from './audit-result.ts';

const PAGE = 500;
const RATE_DECIMALS = 18;

type Context = Pick<AuditContext, 'stored'> & { readonly exchange: Pick<ReadonlyExchange, 'currency'> };

/**
 * Compares what reserves rest on with what cannot be changed unnoticed: signed messages with their signatures, and bank
 * statements with the audit log, which names each one that a second person has confirmed.
 */
export async function reserveRows(context: Context): Promise<Difference | null> {
  return (await signatures(context)) ?? (await signaturesMissing(context)) ?? (await bankStatements(context));
}

async function signatures({ stored }: Context): Promise<Difference | null> {
  let last = '0';
  for (;;) {
    const { rows } = await stored.query<{
      id: string;
      network: string;
      address: string;
      address_key: string;
      format: SignatureFormat;
      message: string;
      signature: string;
      day_ms: string;
    }>(`select * from reserve_signatures where id > $1 order by id limit ${PAGE}`, [last]);
    for (const { id, network, address, address_key: key, format, message, signature, day_ms: day } of rows) {
      const read = readReserveMessage(message);
      const isIt =
        read?.network === network &&
        read.address === address &&
        Date.parse(`${read.day}T00:00:00Z`) === Number(day) &&
        isNetwork(network) &&
        addressKey(network, address) === key &&
        isSignedBy(format, address, message, signature);
      if (!isIt) return differs('reserve_signatures', id, 'the address has not signed what the row says');
    }
    if (rows.length < PAGE) return null;
    last = rows.at(-1)!.id;
  }
}

async function signaturesMissing({ stored }: Context): Promise<Difference | null> {
  const { rows } = await stored.query<{ kept: string; taken: string }>(
    `select (select count(*) from reserve_signatures)::text as kept,
       (select coalesce(sum(jsonb_array_length(after::jsonb)), 0) from desk_audit where action = 'reserves.signatures')::text
         as taken`,
  );
  const { kept, taken } = rows[0]!;
  if (kept === taken) return null;
  const what = 'there are more or fewer of them than the audit log says were taken in';
  return { table: 'reserve_signatures', key: 'count', stored: kept, computed: taken, what };
}

interface StatementRow {
  readonly id: string;
  readonly account: string | null;
  readonly holder: string;
  readonly currency_id: number;
  readonly money: string;
  readonly money_minor: string;
  readonly rate: string;
  readonly amount_minor: string;
  readonly as_of_ms: string;
  readonly sha256: string;
  readonly confirmed_by: number;
  /** Of the audit log; null: it has none. */
  readonly operator_id: number | null;
  readonly after: string | null;
}

async function bankStatements({ stored, exchange }: Context): Promise<Difference | null> {
  const { rows } = await stored.query<StatementRow>(
    `select coalesce(s.id::text, 'proposal ' || a.proposal) as id, s.account, s.holder, s.currency_id, s.money, s.money_minor,
         s.rate, s.amount_minor, s.as_of_ms, encode(s.document_sha256, 'hex') as sha256, s.confirmed_by, a.operator_id, a.after
       from bank_statements s full join (
         select (after::jsonb ->> 'proposal')::bigint as proposal, operator_id, after from desk_audit
          where action = 'bank_statement.confirm') a on a.proposal = s.proposal_id order by s.id`,
  );
  for (const row of rows) {
    const computed = row.after === null ? null : confirmed(row.after, row.operator_id);
    const said = row.account === null ? null : saidBy(row, exchange);
    if (said !== null && said === computed) continue;
    const what = 'a bank statement says otherwise than the audit log what two people entered';
    return { table: 'bank_statements', key: `id=${row.id}`, stored: said, computed, what };
  }
  return null;
}

/** Account, owner, balance, rate, what it counts as, moment, document, and who confirmed it. */
function confirmed(after: string, operatorId: number | null): string {
  const { change } = JSON.parse(after) as { readonly change: Readonly<Record<string, string>> };
  const { account, owner, balance, rate, counts_as: countsAs, as_of: asOf, sha256 } = change;
  const rateE18 = parseDecimal(rate ?? '', RATE_DECIMALS);
  return [account, owner, balance, rateE18, countsAs, asOf, sha256, operatorId].join(' · ');
}

function saidBy(row: StatementRow, exchange: Context['exchange']): string {
  const currency = exchange.currency(row.currency_id);
  return [
    row.account,
    row.holder,
    `${formatMinor(BigInt(row.money_minor), decimalsOf(row.money))} ${row.money}`,
    parseDecimal(row.rate, RATE_DECIMALS),
    `${formatMinor(BigInt(row.amount_minor), currency?.decimals ?? 0)} ${currency?.code}`,
    new Date(Number(row.as_of_ms)).toISOString(),
    row.sha256,
    row.confirmed_by,
  ].join(' · ');
}

function decimalsOf(money: string): number {
  return /^[A-Z]{3}$/.test(money) ? moneyDecimals(money) : 0;
}

function differs(table: string, id: string, what: string): Difference {
  return { table, key: `id=${id}`, stored: null, computed: null, what };
}
