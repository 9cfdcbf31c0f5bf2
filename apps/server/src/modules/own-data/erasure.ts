import type { Vault } from '../../vault/vault.ts';
import type { Queries } from '../../database/rows.ts';
import { sealParticulars } from '../bank/destination.ts';
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
 * row and its number stay: the books refer to them.
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
  await db.query('insert into closed_accounts (customer_id, sealed, closed_at_ms) values ($1, $2, $3)', [
    customerId,
    vault.seal(contextOf(customerId), JSON.stringify(contacts)),
    atMs,
  ]);
  await db.query(`update sessions set device = '', address = '' where customer_id = $1`, [customerId]);
  const closing = Object.keys(OWN_TABLES).filter(
    name => OWN_TABLES[name]?.fate === 'closing' && !EMPTIED.has(name),
  );
  const ordered = [...FIRST_DELETED, ...closing.filter(name => !FIRST_DELETED.includes(name))];
  for (const name of ordered) await db.query(`delete from ${name} where customer_id = $1`, [customerId]);
  const targets = [contacts.phone, contacts.email].filter(one => one !== null);
  await db.query('delete from outbox where recipient = any($1)', [targets]);
  await db.query('delete from verification_codes where target = any($1)', [targets]);
  await db.query(
    'delete from allowances where exists (select from unnest($1::text[]) as target where position(target in key) > 0)',
    [targets],
  );
  await db.query(
    `update customers set phone = null, email = null, nickname = 'closed', password_hash = null, language = null,
            anti_phishing = null where id = $1`,
    [customerId],
  );
}

/** Customers whose accounts were closed before that time and are not erased yet. */
export async function closedBefore(db: Queries, beforeMs: number, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ customer_id: number }>(
    `select customer_id from closed_accounts where erased_at_ms is null and closed_at_ms < $1
      order by closed_at_ms, customer_id limit $2`,
    [beforeMs, limit],
  );
  return rows.map(row => row.customer_id);
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
  await db.query(
    `update identity_applications
        set sealed = null, document_print = null, front_id = null, back_id = null, holding_id = null, sealed_note = null,
            documents_deleted_at_ms = coalesce(documents_deleted_at_ms, $2)
      where customer_id = $1`,
    [customerId, atMs],
  );
  await run('update factor_recoveries set sealed = null, picture_id = null where customer_id = $1');
  await run('update deposits set picture_id = null where customer_id = $1');
  await run('update compliance_cases set sealed = null where customer_id = $1');
  await run(
    `update compliance_events set sealed_note = null
      where case_id in (select id from compliance_cases where customer_id = $1)`,
  );
  await run('delete from agreement_signatures where customer_id = $1');
  await run('delete from customer_notes where customer_id = $1');
  await run('delete from error_log where customer_id = $1');
  await eraseTalk(run);
  await run('delete from pictures where customer_id = $1');
  await eraseDestinations(db, vault, customerId);
  return true;
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
  }
}
