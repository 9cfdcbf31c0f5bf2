import { MINUTE_MS } from '@tallystick/core/durations';
import type { Command } from '@tallystick/core';
import type { RecordBody } from '@tallystick/verify/public-log/records';
import type { ClientBase } from 'pg';
import { decodeEntries, type JournalEntry } from '../engine/journal/command-codec.ts';
import { findWithdrawal, type ProfitWithdrawal } from '../modules/books/profit-store.ts';
import { hasLeftBetween, proofOf } from '../modules/books/proof.ts';
import type { Difference } from './audit-result.ts';
import type { BooksContext } from './company-books.ts';

type WithdrawProfit = Extract<Command, { readonly type: 'withdrawProfit' }>;

/** Journal rows read at once, of some ten kB each. */
const PAGE_ROWS = 20;
/** The public log was told of an announcement so much later than it says at most. */
const TOLD_MS = MINUTE_MS;
/** An attempt is sent for ten minutes; what has left earlier must be counted in what it rests on. */
const UNCOUNTED_MS = 11 * MINUTE_MS;

/**
 * Each command by which profit was to leave, against the public log: announced there when it says so; and of those that were
 * accepted, what is owed and what stands behind it, worked out again from the two records and the ledger.
 */
export async function profitProofs({ stored, exchange }: BooksContext): Promise<Difference | null> {
  // An exchange that has never had a public log; one that was emptied is found with the signed logs.
  const { rows } = await stored.query<{ has: boolean }>('select exists (select from public_records) as has');
  if (!rows[0]!.has) return null;
  for await (const entry of profitCommands(stored)) {
    const command = entry.command as WithdrawProfit;
    const what = await faultOf(stored, exchange, entry, command);
    if (what === null) continue;
    const key = `sequence=${entry.sequence}`;
    return { table: 'journal', key, stored: command.reference, computed: null, what };
  }
  return null;
}

async function* profitCommands(stored: ClientBase): AsyncGenerator<JournalEntry> {
  await stored.query(
    `declare audit_profit no scroll cursor for
      select first_sequence, commands from journal where commands like '%"withdrawProfit"%' order by first_sequence`,
  );
  for (;;) {
    const { rows } = await stored.query<{ first_sequence: string; commands: string }>(
      `fetch forward ${PAGE_ROWS} from audit_profit`,
    );
    for (const row of rows) {
      for (const entry of decodeEntries(row.commands, Number(row.first_sequence))) {
        if ('command' in entry && entry.command.type === 'withdrawProfit') yield entry;
      }
    }
    if (rows.length < PAGE_ROWS) break;
  }
  await stored.query('close audit_profit');
}

async function faultOf(
  db: ClientBase,
  exchange: BooksContext['exchange'],
  { atMs }: JournalEntry,
  command: WithdrawProfit,
): Promise<string | null> {
  const id = /^profit:(\d{1,15})$/.exec(command.reference)?.[1];
  const row = id === undefined ? null : await findWithdrawal(db, Number(id));
  if (row === null) return 'a command takes profit that no two people have agreed to';
  if (!isAsAgreed(row, command)) return 'a command takes profit otherwise than two people have agreed to';
  if (!(await isAsAnnounced(db, row, command))) {
    return 'a command takes profit otherwise than the public log has announced it';
  }
  const posting = await postingOf(db, command.reference);
  if (posting === null || posting.atMs !== atMs) return null;
  return isProven(db, exchange, row, command, posting);
}

function isAsAgreed(row: ProfitWithdrawal, command: WithdrawProfit): boolean {
  return (
    row.source === command.from &&
    row.channel === command.to &&
    row.currencyId === command.currencyId &&
    row.amountMinor === command.amountMinor &&
    row.announcedAtMs === command.announcedAtMs
  );
}

async function isAsAnnounced(
  db: ClientBase,
  { id, account }: ProfitWithdrawal,
  { amountMinor, announcedAtMs }: WithdrawProfit,
): Promise<boolean> {
  const { rows } = await db.query<{ body: string; at_ms: string }>(
    `select body, at_ms from public_records where kind = 'profit_withdrawal'
        and body::jsonb ->> 'withdrawal' = $1 and body::jsonb ->> 'state' = 'announced' order by number limit 1`,
    [String(id)],
  );
  const [found] = rows;
  if (found === undefined) return false;
  const said = JSON.parse(found.body) as RecordBody<'profit_withdrawal'>;
  const laterMs = Number(found.at_ms) - announcedAtMs;
  return (
    said.announced_at_ms === announcedAtMs &&
    said.amount === String(amountMinor) &&
    said.account.startsWith(account) &&
    laterMs >= 0 &&
    laterMs <= TOLD_MS
  );
}

/** Whether the accepted command rests on what its row names, and that gives its figures. */
async function isProven(
  db: ClientBase,
  exchange: BooksContext['exchange'],
  row: ProfitWithdrawal,
  { currencyId, provenAtMs, liabilitiesMinor, assetsMinor }: WithdrawProfit,
  { postingId, atMs }: { readonly postingId: number; readonly atMs: number },
): Promise<string | null> {
  const { liabilitiesRecord, reservesRecord, countedPosting } = row;
  const isNoted =
    row.provenAtMs === provenAtMs &&
    row.liabilitiesMinor === liabilitiesMinor &&
    row.assetsMinor === assetsMinor;
  const currency = exchange.currency(currencyId);
  if (!isNoted || currency === null || reservesRecord === null || countedPosting === null) {
    return 'profit has left on other figures than are noted for it';
  }
  const proof = await proofOf(db, reservesRecord, currency, countedPosting);
  const isSame =
    proof !== null &&
    proof.liabilitiesRecord === liabilitiesRecord &&
    proof.atMs === provenAtMs &&
    proof.liabilitiesMinor === liabilitiesMinor &&
    proof.assetsMinor === assetsMinor;
  if (!isSame) return 'profit has left on other figures than the public log and the ledger give';
  const untilMs = atMs - UNCOUNTED_MS;
  return (await hasLeftBetween(db, currencyId, { after: countedPosting, before: postingId, untilMs }))
    ? 'profit has left on figures that leave out what had left before'
    : null;
}

async function postingOf(
  db: ClientBase,
  reference: string,
): Promise<{ readonly postingId: number; readonly atMs: number } | null> {
  const { rows } = await db.query<{ posting_id: string; at_ms: string }>(
    `select posting_id, at_ms from ledger_entries
      where owner_id = 0 and reason = 'profitWithdrawal' and reference = $1 order by posting_id limit 1`,
    [reference],
  );
  const [row] = rows;
  return row === undefined ? null : { postingId: Number(row.posting_id), atMs: Number(row.at_ms) };
}
