import type { PublicRecordKind } from '@tallystick/verify/public-log/records';
import type { SignatureFormat } from '@tallystick/verify/reserves/signed-message';
import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
import { accountKey } from '@tallystick/verify/public-log/reserves-form';
import { as, StoredTable, type Stored } from '../../database/stored-table.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;

/** Whether something stands behind what customers are owed. */
export type Owner = 'customers' | 'house';

const hex = (stored: Buffer): string => stored.toString('hex');

const SIGNATURES = new StoredTable('reserve_signatures', {
  id: Number,
  network: as<Network>(),
  address: as<string>(),
  addressKey: as<string>(),
  format: as<SignatureFormat>(),
  message: as<string>(),
  signature: as<string>(),
  /** The day that the message names, at its beginning. */
  dayMs: Number,
  importedBy: Number,
  importedAtMs: Number,
});
export type Signature = Stored<typeof SIGNATURES>;

const STATEMENTS = new StoredTable('bank_statements', {
  id: Number,
  account: as<string>(),
  holder: as<Owner>(),
  currencyId: Number,
  money: as<string>(),
  moneyMinor: BigInt,
  rate: as<string>(),
  amountMinor: BigInt,
  asOfMs: Number,
  documentSha256: hex,
  enteredBy: Number,
  confirmedBy: Number,
  confirmedAtMs: Number,
});
export type BankStatement = Stored<typeof STATEMENTS>;

/** A point whose assets were published, under that number of the public log. */
export interface PublishedPoint {
  readonly point: number;
  readonly record: number;
  readonly atMs: number;
}

/** The newest signed message of each address. */
export function newestSignatures(db: Queries): Promise<Signature[]> {
  return SIGNATURES.find(
    db,
    'order by network, address_key, id desc',
    [],
    'select distinct on (network, address_key) * from reserve_signatures',
  );
}

export async function insertSignature(db: Queries, signature: Omit<Signature, 'id'>): Promise<void> {
  await SIGNATURES.insert(db, signature);
}

/** Statements, the newest of each account first. */
export function listStatements(db: Queries, limit: number): Promise<BankStatement[]> {
  return STATEMENTS.find(db, 'order by as_of_ms desc, id desc limit $1', [limit]);
}

/** The newest statement of each account, however its name is written. */
export async function newestStatements(db: Queries): Promise<BankStatement[]> {
  const found = await STATEMENTS.find(
    db,
    'order by account, as_of_ms desc, id desc',
    [],
    'select distinct on (account) * from bank_statements',
  );
  const newest = new Map<string, BankStatement>();
  for (const one of found.toSorted((a, b) => b.asOfMs - a.asOfMs || b.id - a.id)) {
    const key = accountKey(one.account);
    if (!newest.has(key)) newest.set(key, one);
  }
  return [...newest.values()].toSorted((a, b) => (a.account < b.account ? -1 : 1));
}

export async function insertStatement(
  db: Queries,
  { documentSha256, ...statement }: Omit<BankStatement, 'id'>,
  proposalId: number,
): Promise<void> {
  await STATEMENTS.insert(db, statement, {
    documentSha256: Buffer.from(documentSha256, 'hex'),
    proposalId,
  });
}

/** Whether exactly this was entered before. */
export async function isEntered(
  db: Queries,
  {
    account,
    asOfMs,
    moneyMinor,
    rate,
    holder,
    currencyId,
    money,
    documentSha256,
  }: Omit<BankStatement, 'id' | 'amountMinor' | 'enteredBy' | 'confirmedBy' | 'confirmedAtMs'>,
): Promise<boolean> {
  const newest = await STATEMENTS.first(db, 'where account = $1 and as_of_ms = $2 order by id desc limit 1', [
    account,
    asOfMs,
  ]);
  return (
    newest !== null &&
    newest.moneyMinor === moneyMinor &&
    Number(newest.rate) === Number(rate) &&
    newest.holder === holder &&
    newest.currencyId === currencyId &&
    newest.money === money &&
    newest.documentSha256 === documentSha256
  );
}

/** The newest record of reserves in the public log; null before the first. */
export async function newestPublished(db: Queries): Promise<PublishedPoint | null> {
  const { rows } = await db.query<{ number: string; at_ms: string; point: string }>(
    `select number, at_ms, (body::jsonb ->> 'point') as point from public_records
      where kind = 'reserves' order by number desc limit 1`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { point: Number(row.point), record: Number(row.number), atMs: Number(row.at_ms) };
}

/** What was published of a currency at a point; minor units. */
export interface HistoryPoint {
  readonly record: number;
  readonly atMs: number;
  readonly liabilitiesMinor: bigint;
  readonly signedMinor: bigint;
  readonly observedMinor: bigint;
  readonly statementMinor: bigint;
}

/**
 * What was published of a currency since then, oldest first: read from the public log's records themselves.
 *
 * @param daily the last point of each UTC day alone
 */
export async function historyOf(
  db: Queries,
  currency: string,
  {
    decimals,
    sinceMs,
    daily,
    limit,
  }: {
    /** Amounts of another number of decimals are none of this currency. */
    readonly decimals: number;
    readonly sinceMs: number;
    readonly daily: boolean;
    readonly limit: number;
  },
): Promise<HistoryPoint[]> {
  const { rows } = await db.query<{
    number: string;
    at_ms: string;
    liabilities: string;
    signed: string;
    observed: string;
    statement: string;
  }>(
    `with chosen as materialized (
       select ${daily ? 'distinct on (at_ms / 86400000)' : ''} number from public_records
        where kind = 'reserves' and at_ms >= $2
        order by ${daily ? 'at_ms / 86400000 desc, ' : ''}number desc limit $3),
     published as materialized (
       select r.number, r.at_ms, r.body::jsonb as body, l.body::jsonb as owed
         from chosen join public_records r using (number)
         join public_records l on l.number = (r.body::jsonb ->> 'liabilities_record')::bigint)
     select number, at_ms,
            (select coalesce(sum((tree ->> 'total')::numeric), 0)::text from jsonb_array_elements(owed -> 'tree') as tree
              where tree ->> 'currency' = $1 and (tree ->> 'decimals')::int = $4) as liabilities,
            assets.*
       from published cross join lateral (
         select coalesce(sum(amount) filter (where proof = 'signed'), 0)::text as signed,
                coalesce(sum(amount) filter (where proof = 'observed'), 0)::text as observed,
                coalesce(sum(amount) filter (where proof = 'statement'), 0)::text as statement
           from jsonb_to_recordset(body -> 'assets') as asset (currency text, decimals int, owner text, proof text, amount numeric)
          where currency = $1 and decimals = $4 and owner = 'customers') as assets
      order by number`,
    [currency, sinceMs, limit, decimals],
  );
  return rows.map(row => ({
    record: Number(row.number),
    atMs: Number(row.at_ms),
    liabilitiesMinor: BigInt(row.liabilities),
    signedMinor: BigInt(row.signed),
    observedMinor: BigInt(row.observed),
    statementMinor: BigInt(row.statement),
  }));
}

/** An entry of the public log as it was hashed. */
export interface PublicRow {
  readonly number: number;
  readonly kind: PublicRecordKind;
  readonly body: string;
  readonly previousHash: string;
  readonly hash: string;
  readonly atMs: number;
}

const RECORDS = new StoredTable('public_records', {
  number: Number,
  kind: as<PublicRecordKind>(),
  body: as<string>(),
  previousHash: hex,
  hash: hex,
  atMs: Number,
});

export function publicRecord(db: Queries, number: number): Promise<PublicRow | null> {
  return RECORDS.first(db, 'where number = $1', [number]);
}

export function newestRecord(db: Queries): Promise<PublicRow | null> {
  return RECORDS.first(db, 'order by number desc limit 1', []);
}

/** What lies at addresses of ours, as custody has observed it last. */
export interface Held {
  readonly network: Network;
  readonly addressKey: string;
  readonly currencyId: number;
  readonly holder: 'hot' | 'cold' | 'deposit';
  /** In the chain's units. */
  readonly amount: bigint;
  readonly blockNumber: number;
}

const HELD = new StoredTable('custody_balances', {
  network: as<Network>(),
  addressKey: as<string>(),
  currencyId: Number,
  holder: as<Held['holder']>(),
  amount: BigInt,
  blockNumber: Number,
});

/** Of a network, hot and cold addresses one by one, all deposit addresses as one, whose key is empty. */
export function heldOn(db: Queries, network: Network): Promise<Held[]> {
  return HELD.find(
    db,
    'where network = $1 and amount > 0 group by 1, 2, 3, 4 order by 3, 4, 2',
    [network],
    `select network, case when holder = 'deposit' then '' else address_key end as address_key, currency_id, holder,
            sum(amount)::text as amount, max(block_number) as block_number from custody_balances`,
  );
}
