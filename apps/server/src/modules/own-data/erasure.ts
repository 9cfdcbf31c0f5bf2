import type { Vault } from '../../vault/vault.ts';
import { countRows, type Queries } from '../../database/rows.ts';
import { sealParticulars } from '../bank/destination.ts';
import { forgetRecipients } from '../custody/store.ts';
import { endAtClosing } from '../identity/store.ts';
import { endRecovery, lockOpenRecovery } from '../recovery/store.ts';
import { OWN_TABLES } from './catalogue.ts';

export const contextOf = (customerId: number): string => `closed_account:${customerId}`;

/** References before what they refer to. */
const FIRST_DELETED = [
  'passkey_challenges',
  'push_devices',
  'recovery_codes',
  'login_history',
  'known_devices',
];
/** Emptied instead: sessions are ended, not gone, and the books refer to the customer's row. */
const EMPTIED: ReadonlySet<string> = new Set(['customers', 'sessions']);

/**
 * Deletes what law does not ask to be kept, and takes the contacts off the account, so that nobody logs in any more. The
 * row and its number stay: the books refer to them. Of somebody under a case also stays what shows who used the account and
 * where money was to go (`releaseEvidence`); they are not told.
 */
export async function eraseAtClosing(
  db: Queries,
  vault: Vault,
  customerId: number,
  atMs: number,
): Promise<void> {
  const { rows } = await db.query<{ phone: string | null; email: string | null; nickname: string }>(
    'select phone, email, nickname from customers where id = $1 for update',
    [customerId],
  );
  const [contacts] = rows;
  if (contacts === undefined) throw new Error(`there is no customer ${customerId}`);
  const keepsEvidence =
    (await countRows(db, `compliance_cases where customer_id = $1 and state <> 'cleared'`, [customerId])) > 0;
  await db.query(
    'insert into closed_accounts (customer_id, sealed, closed_at_ms, evidence_kept) values ($1, $2, $3, $4)',
    [customerId, vault.seal(contextOf(customerId), JSON.stringify(contacts)), atMs, keepsEvidence],
  );
  await endOpenWork(db, customerId, atMs);
  await deleteClosing(db, customerId, keepsEvidence ? 'access' : 'all');
  const targets = [contacts.phone, contacts.email].filter(one => one !== null);
  await db.query('delete from outbox where recipient = any($1)', [targets]);
  await db.query('delete from verification_codes where target = any($1)', [targets]);
  // Keys are pieces between colons, such as `code:email:<address>`: never a part of one, which is somebody else's.
  await db.query(`delete from allowances where string_to_array(key, ':') && $1::text[]`, [targets]);
  await db.query(
    `update customers set phone = null, email = null, nickname = 'closed', password_hash = null, language = null,
            anti_phishing = null where id = $1`,
    [customerId],
  );
}

/** Nobody decides about somebody who is gone, and what is open cannot be erased. */
async function endOpenWork(db: Queries, customerId: number, atMs: number): Promise<void> {
  await endAtClosing(db, customerId, atMs);
  const recovery = await lockOpenRecovery(db, customerId);
  if (recovery === null) return;
  await endRecovery(db, recovery.id, { state: 'stopped', stoppedBy: 'session' }, atMs);
}

/** `access`: only what somebody could still log in with, or is told by. */
async function deleteClosing(
  db: Queries,
  customerId: number,
  which: 'all' | 'access' | 'evidence',
): Promise<void> {
  if (which !== 'access') {
    await db.query(`update sessions set device = '', address = '' where customer_id = $1`, [customerId]);
  }
  const closing = Object.keys(OWN_TABLES).filter(name => {
    const table = OWN_TABLES[name];
    if (table?.fate !== 'closing' || EMPTIED.has(name)) return false;
    return which === 'all' || (table.evidence === true) === (which === 'evidence');
  });
  const first = FIRST_DELETED.filter(name => closing.includes(name));
  const ordered = [...first, ...closing.filter(name => !first.includes(name))];
  for (const name of ordered) await db.query(`delete from ${name} where customer_id = $1`, [customerId]);
}

/** Deletes what was kept of a closed account because of a case, once all are cleared. False: one is not. */
export async function releaseEvidence(db: Queries, customerId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update closed_accounts c set evidence_kept = false where customer_id = $1 and evidence_kept and ${ALL_CLEARED}`,
    [customerId],
  );
  if (rowCount !== 1) return false;
  await deleteClosing(db, customerId, 'evidence');
  return true;
}

const ALL_CLEARED = `not exists (
  select from compliance_cases k where k.customer_id = c.customer_id and k.state <> 'cleared')`;

/** Closed accounts of which evidence is kept that no case needs any more, after that number. */
export async function releasable(db: Queries, after: number, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ customer_id: number }>(
    `select customer_id from closed_accounts c where evidence_kept and customer_id > $1 and ${ALL_CLEARED}
      order by customer_id limit $2`,
    [after, limit],
  );
  return rows.map(row => row.customer_id);
}

/**
 * Customers whose accounts were closed before that time and are not erased yet, after that number. Not those under a case
 * that nobody has decided, or of whom one was confirmed after that time.
 */
export async function closedBefore(
  db: Queries,
  beforeMs: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.query<{ customer_id: number }>(
    `select customer_id from closed_accounts c
      where erased_at_ms is null and closed_at_ms < $1 and customer_id > $2 and not exists (
        select from compliance_cases k where k.customer_id = c.customer_id and k.state <> 'cleared'
           and (k.state <> 'confirmed' or k.decided_at_ms >= $1))
      order by customer_id limit $3`,
    [beforeMs, after, limit],
  );
  return rows.map(row => row.customer_id);
}

/** Closed accounts with which the exchange may still share fees. */
export async function sharingStill(db: Queries, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ customer_id: number }>(
    'select customer_id from closed_accounts where not referral_stopped order by customer_id limit $1',
    [limit],
  );
  return rows.map(row => row.customer_id);
}

export async function stoppedSharing(db: Queries, customerId: number): Promise<void> {
  await db.query('update closed_accounts set referral_stopped = true where customer_id = $1', [customerId]);
}

/** Takes everything personal out of what was kept. False if that has happened already. */
export async function eraseForGood(
  db: Queries,
  vault: Vault,
  customerId: number,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update closed_accounts set sealed = null, erased_at_ms = $2 where customer_id = $1 and erased_at_ms is null`,
    [customerId, atMs],
  );
  if (rowCount !== 1) return false;
  const run = (sql: string) => db.query(sql, [customerId]);
  await endOpenWork(db, customerId, atMs);
  await deleteClosing(db, customerId, 'all');
  await db.query(
    `update identity_applications
        set sealed = null, document_print = null, front_id = null, back_id = null, holding_id = null, sealed_note = null,
            documents_deleted_at_ms = coalesce(documents_deleted_at_ms, $2)
      where customer_id = $1`,
    [customerId, atMs],
  );
  await run(
    'update factor_recoveries set sealed = null, picture_id = null, reason = null where customer_id = $1',
  );
  await eraseWords(run);
  await run('update compliance_cases set sealed = null where customer_id = $1');
  await run(
    `update compliance_events set sealed_note = null
      where case_id in (select id from compliance_cases where customer_id = $1)`,
  );
  await run('delete from notices where customer_id = $1');
  await run('delete from agreement_signatures where customer_id = $1');
  await run('delete from customer_notes where customer_id = $1');
  await run('delete from error_log where customer_id = $1');
  await eraseTalk(run);
  await run('delete from pictures where customer_id = $1');
  await eraseDestinations(db, vault, customerId);
  return true;
}

/** What people wrote about deposits, withdrawals and payments; and the bank's words, which may name a sender. */
async function eraseWords(run: (sql: string) => Promise<unknown>): Promise<void> {
  await run(
    `update deposits set picture_id = null, reason = null,
            transaction_id = case when channel = 'bank' then null else transaction_id end where customer_id = $1`,
  );
  await run(
    `update deposit_approvals set transaction_id = null
      where deposit_id in (select id from deposits where customer_id = $1 and channel = 'bank')`,
  );
  await run(
    `update deposit_reversals set text = '', objection = case when objection is null then null else '' end
      where customer_id = $1`,
  );
  await run(`update goodwill set text = '' where customer_id = $1`);
  await run(
    `update desk_proposals set note = '', decision_note = '', change = change - 'text', after = after - 'text'
      where customer_id = $1`,
  );
  await run('delete from desk_words where customer_id = $1');
}

async function eraseTalk(run: (sql: string) => Promise<unknown>): Promise<void> {
  const cases = 'select id from chat_cases where customer_id = $1';
  await run(`delete from chat_messages where case_id in (${cases})`);
  await run(`delete from chat_notes where case_id in (${cases})`);
  await run(`delete from chat_pictures where customer_id = $1 or case_id in (${cases})`);
  await run('delete from chat_cases where customer_id = $1');
  await run('delete from tickets where customer_id = $1');
}

/** Where money went is on the chain; whose it was is forgotten. The amount and its transaction are the books. */
async function eraseDestinations(db: Queries, vault: Vault, customerId: number): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    'select id from withdrawals where customer_id = $1 order by id',
    [customerId],
  );
  const nowhere = { kind: 'address', address: '', memo: null, label: '', addedAtMs: 0 } as const;
  for (const row of rows) {
    const id = Number(row.id);
    const sealed = sealParticulars(vault, id, { destination: nowhere, remark: null });
    await db.query('update withdrawals set sealed = $2, reason = null where id = $1', [id, sealed]);
    await db.query(`update withdrawals set transaction_id = null where id = $1 and channel = 'bank'`, [id]);
    await forgetRecipients(db, vault, id);
  }
}
