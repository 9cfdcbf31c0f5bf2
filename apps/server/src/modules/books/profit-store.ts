import type { Channel, ProfitSource } from '@tallystick/core';
import type pg from 'pg';
import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';
import type { Proof } from './proof.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;
export type ProfitState = 'announced' | 'leaving' | 'paid' | 'withdrawn';

const ACCOUNTS = new StoredTable('company_accounts', {
  id: Number,
  name: as<string>(),
  channel: as<Channel>(),
  destination: as<string>(),
  openedAtMs: Number,
});
export type CompanyAccount = Stored<typeof ACCOUNTS>;

const WITHDRAWALS = new StoredTable('profit_withdrawals', {
  id: Number,
  accountId: Number,
  account: as<string>(),
  channel: as<Channel>(),
  source: as<ProfitSource>(),
  currencyId: Number,
  amountMinor: BigInt,
  maker: as<string>(),
  confirmer: as<string>(),
  announcedAtMs: Number,
  dueAtMs: Number,
  state: as<ProfitState>(),
  attempt: Number,
  liabilitiesRecord: orNull(Number),
  reservesRecord: orNull(Number),
  provenAtMs: orNull(Number),
  liabilitiesMinor: orNull(BigInt),
  assetsMinor: orNull(BigInt),
  countedPosting: orNull(Number),
  attemptedAtMs: orNull(Number),
  failure: as<string | null>(),
  stopper: as<string | null>(),
  stopReason: as<string | null>(),
  endedAtMs: orNull(Number),
});
export type ProfitWithdrawal = Stored<typeof WITHDRAWALS>;

const SOURCE = `select w.*, a.name as account, a.channel, m.name as maker, c.name as confirmer, s.name as stopper
  from profit_withdrawals w join company_accounts a on a.id = w.account_id
  join operators m on m.id = w.made_by join operators c on c.id = w.confirmed_by
  left join operators s on s.id = w.stopped_by`;

export function findAccounts(db: Queries): Promise<CompanyAccount[]> {
  return ACCOUNTS.find(db, 'order by id');
}

export function findAccount(db: Queries, id: number): Promise<CompanyAccount | null> {
  return ACCOUNTS.first(db, 'where id = $1', [id]);
}

export async function isNameTaken(db: Queries, name: string): Promise<boolean> {
  return (await ACCOUNTS.first(db, 'where name = $1', [name])) !== null;
}

export async function insertAccount(
  db: Queries,
  account: Omit<CompanyAccount, 'id'> & { readonly proposalId: number },
): Promise<void> {
  await db.query(
    `insert into company_accounts (name, channel, destination, proposal_id, opened_at_ms)
     values ($1, $2, $3, $4, $5)`,
    [account.name, account.channel, account.destination, account.proposalId, account.openedAtMs],
  );
}

export interface NewWithdrawal {
  readonly accountId: number;
  readonly source: ProfitSource;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly proposalId: number;
  readonly confirmedBy: number;
  readonly announcedAtMs: number;
  readonly dueAtMs: number;
}

/** Returns its id. The maker is the proposal's. */
export async function insertWithdrawal(db: Queries, row: NewWithdrawal): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `insert into profit_withdrawals (account_id, source, currency_id, amount_minor, proposal_id, made_by,
                                     confirmed_by, announced_at_ms, due_at_ms, state)
     select $1, $2, $3, $4, id, made_by, $6, $7, $8, 'announced' from desk_proposals where id = $5 returning id`,
    [
      row.accountId,
      row.source,
      row.currencyId,
      row.amountMinor,
      row.proposalId,
      row.confirmedBy,
      row.announcedAtMs,
      row.dueAtMs,
    ],
  );
  return Number(rows[0]!.id);
}

export async function findWithdrawal(
  db: Queries,
  id: number,
  lock = false,
): Promise<ProfitWithdrawal | null> {
  const rest = `where w.id = $1${lock ? ' for update of w' : ''}`;
  return (await WITHDRAWALS.find(db, rest, [id], SOURCE))[0] ?? null;
}

/** Announced ones that are due, and those on their way. */
export function dueWithdrawals(db: Queries, nowMs: number): Promise<ProfitWithdrawal[]> {
  return WITHDRAWALS.find(
    db,
    `where w.state in ('announced', 'leaving') and w.due_at_ms <= $1 order by w.id`,
    [nowMs],
    SOURCE,
  );
}

export function listWithdrawals(
  db: Queries,
  beforeId: number | null,
  limit: number,
): Promise<ProfitWithdrawal[]> {
  const rest = 'where $1::bigint is null or w.id < $1 order by w.id desc limit $2';
  return WITHDRAWALS.find(db, rest, [beforeId, limit], SOURCE);
}

/** What has been announced and has not left, by currency. */
export async function announcedMinor(db: Queries): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await db.query<{ currency_id: number; minor: string }>(
    `select currency_id, sum(amount_minor)::text as minor from profit_withdrawals
      where state in ('announced', 'leaving') group by 1`,
  );
  return new Map(rows.map(row => [row.currency_id, BigInt(row.minor)]));
}

/** Notes what an attempt rests on, before the command is sent. False if it is not waiting any more. */
export async function beginAttempt(db: Queries, id: number, proof: Proof, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update profit_withdrawals set state = 'leaving', attempt = attempt + 1, liabilities_record = $2,
            reserves_record = $3, proven_at_ms = $4, liabilities_minor = $5, assets_minor = $6,
            counted_posting = $7, attempted_at_ms = $8
      where id = $1 and state = 'announced'`,
    [
      id,
      proof.liabilitiesRecord,
      proof.reservesRecord,
      proof.atMs,
      String(proof.liabilitiesMinor),
      String(proof.assetsMinor),
      proof.countedPosting,
      atMs,
    ],
  );
  return rowCount === 1;
}

/** Ends it, or lets it wait again after a refusal. False if somebody else did. */
export async function setState(
  db: Queries,
  { id, state }: Pick<ProfitWithdrawal, 'id' | 'state'>,
  next: { readonly state: ProfitState; readonly failure?: string | null; readonly endedAtMs?: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update profit_withdrawals set state = $3, failure = coalesce($4, failure), ended_at_ms = $5
      where id = $1 and state = $2`,
    [id, state, next.state, next.failure ?? null, next.endedAtMs ?? null],
  );
  return rowCount === 1;
}

export async function setStopped(
  db: Queries,
  id: number,
  operatorId: number,
  reason: string,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update profit_withdrawals set state = 'withdrawn', stopped_by = $2, stop_reason = $3, ended_at_ms = $4
      where id = $1 and state = 'announced'`,
    [id, operatorId, reason, atMs],
  );
  return rowCount === 1;
}

/** The ledger keeps everything, while the engine forgets the keys of commands. */
export async function isInLedger(db: Queries, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from ledger_entries where owner_id = 0 and reason = 'profitWithdrawal' and reference = $1 limit 1`,
    [referenceOf(id)],
  );
  return rowCount !== 0;
}

export function referenceOf(id: number): string {
  return `profit:${id}`;
}
