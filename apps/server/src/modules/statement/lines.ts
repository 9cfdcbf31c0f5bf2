import { CUSTOMER_ACCOUNTS, type CustomerAccount } from '@tallystick/core';
import type { EntryReason } from '../../engine/projections/ledger-entries.ts';
import type { Reads } from '../../database/reads.ts';
import { Conditions } from '../../http/page.ts';
import type { Range } from './bounds.ts';

/** The accounts and currencies of a statement. */
export interface Scope {
  readonly customerId: number;
  readonly account?: CustomerAccount | undefined;
  readonly currencyId?: number | undefined;
}

/** Sums of one account and currency. */
export interface Line {
  readonly account: CustomerAccount;
  readonly currencyId: number;
  readonly openingMinor: bigint;
  readonly creditsMinor: bigint;
  /** Zero or negative. */
  readonly debitsMinor: bigint;
  readonly closingMinor: bigint;
  readonly entries: number;
}

export interface KindSum {
  readonly reason: EntryReason;
  readonly currencyId: number;
  readonly creditsMinor: bigint;
  readonly debitsMinor: bigint;
  readonly entries: number;
}

interface Sum extends KindSum {
  readonly account: CustomerAccount;
}

export interface Lines {
  readonly lines: readonly Line[];
  readonly kinds: readonly KindSum[];
}

/** Summed by the database, independently of the listed entries: the two must agree. */
export async function readLines(db: Reads, scope: Scope, { first, end }: Range): Promise<Lines> {
  const opening = await sums(db, scope, 1, first);
  const moved = await sums(db, scope, first, end);
  const lines = new Map<string, Line>();
  for (const { account, currencyId, creditsMinor, debitsMinor } of opening) {
    const minor = creditsMinor + debitsMinor;
    const before = lines.get(lineKey(account, currencyId)) ?? emptyLine(account, currencyId);
    const openingMinor = before.openingMinor + minor;
    lines.set(lineKey(account, currencyId), { ...before, openingMinor, closingMinor: openingMinor });
  }
  for (const { account, currencyId, creditsMinor, debitsMinor, entries } of moved) {
    const before = lines.get(lineKey(account, currencyId)) ?? emptyLine(account, currencyId);
    lines.set(lineKey(account, currencyId), {
      ...before,
      creditsMinor: before.creditsMinor + creditsMinor,
      debitsMinor: before.debitsMinor + debitsMinor,
      closingMinor: before.closingMinor + creditsMinor + debitsMinor,
      entries: before.entries + entries,
    });
  }
  const shown = [...lines.values()].filter(line => line.openingMinor !== 0n || line.entries > 0);
  const place = ({ account }: Line): number => CUSTOMER_ACCOUNTS.indexOf(account);
  return {
    lines: shown.toSorted((a, b) => place(a) - place(b) || a.currencyId - b.currencyId),
    kinds: kindsOf(moved),
  };
}

export function lineKey(account: string, currencyId: number): string {
  return `${account}:${currencyId}`;
}

function emptyLine(account: CustomerAccount, currencyId: number): Line {
  const none = { openingMinor: 0n, creditsMinor: 0n, debitsMinor: 0n, closingMinor: 0n };
  return { account, currencyId, ...none, entries: 0 };
}

async function sums(db: Reads, scope: Scope, first: number, end: number): Promise<Sum[]> {
  const where = new Conditions()
    .add('owner_id = ?', scope.customerId)
    .addRaw('owner_id > 0')
    .add('posting_id >= ?', first)
    .add('posting_id < ?', end)
    .addIf('account = ?', scope.account)
    .addIf('currency_id = ?', scope.currencyId);
  const { rows } = await db.query<Record<string, string>>(
    `select account, currency_id, reason, count(*) as entries,
            coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as credits,
            coalesce(sum(amount_minor) filter (where amount_minor < 0), 0) as debits
       from ledger_entries where ${where.sql} group by account, currency_id, reason`,
    where.values,
  );
  return rows.map(row => ({
    account: row['account'] as CustomerAccount,
    currencyId: Number(row['currency_id']),
    reason: row['reason'] as EntryReason,
    creditsMinor: BigInt(row['credits'] ?? 0),
    debitsMinor: BigInt(row['debits'] ?? 0),
    entries: Number(row['entries']),
  }));
}

function kindsOf(moved: readonly Sum[]): KindSum[] {
  const kinds = new Map<string, KindSum>();
  for (const { reason, currencyId, creditsMinor, debitsMinor, entries } of moved) {
    const key = `${reason}:${currencyId}`;
    const before = kinds.get(key);
    kinds.set(key, {
      reason,
      currencyId,
      creditsMinor: (before?.creditsMinor ?? 0n) + creditsMinor,
      debitsMinor: (before?.debitsMinor ?? 0n) + debitsMinor,
      entries: (before?.entries ?? 0) + entries,
    });
  }
  return [...kinds.values()].toSorted(
    (a, b) => a.reason.localeCompare(b.reason, 'en') || a.currencyId - b.currencyId,
  );
}

/** Time of the customer's first ledger entry; null while there is none. */
export async function firstEntryMs(db: Reads, customerId: number): Promise<number | null> {
  const { rows } = await db.query<{ at_ms: string }>(
    'select at_ms from ledger_entries where owner_id = $1 and owner_id > 0 order by posting_id limit 1',
    [customerId],
  );
  return rows[0] === undefined ? null : Number(rows[0].at_ms);
}
