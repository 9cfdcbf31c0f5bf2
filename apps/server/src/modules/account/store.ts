import { randomBytes } from 'node:crypto';
import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import type { Contact } from './contact.ts';

export interface Customer {
  readonly id: number;
  readonly phone: string | null;
  readonly email: string | null;
  readonly nickname: string;
  readonly passwordHash: string | null;
  readonly invitationCode: string;
  readonly language: Language | null;
  readonly verification: 'unverified' | 'under_review' | 'verified';
  readonly demo: boolean;
  /** Whether the core knows the customer. */
  readonly opened: boolean;
  readonly createdAtMs: number;
  readonly passwordChangedAtMs: number;
  readonly antiPhishing: string | null;
  readonly hasFundPassword: boolean;
  readonly hasTwoFactor: boolean;
  readonly isFrozen: boolean;
}

export interface NewCustomer {
  /** Given only for the house's and the demo's accounts. */
  readonly id?: number;
  readonly contact: Contact | null;
  readonly passwordHash: string | null;
  readonly invitedBy: number | null;
  readonly language: Language;
  readonly nickname?: string;
  readonly verification?: Customer['verification'];
  readonly demo?: boolean;
  readonly atMs: number;
}

/** Times stay exact in float8. */
const COLUMNS = `id, phone, email, nickname, password_hash as "passwordHash", invitation_code as "invitationCode", language,
  verification, demo, opened, created_at_ms::float8 as "createdAtMs",
  password_changed_at_ms::float8 as "passwordChangedAtMs", anti_phishing as "antiPhishing",
  exists (select from fund_passwords f where f.customer_id = customers.id) as "hasFundPassword",
  exists (select from two_factors t where t.customer_id = customers.id and t.enabled_at_ms is not null)
    as "hasTwoFactor",
  exists (select from account_freezes z where z.customer_id = customers.id and z.lifted_at_ms is null) as "isFrozen"`;

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

type Queries = Pick<pg.ClientBase, 'query'>;

export async function findCustomer(db: Queries, contact: Contact): Promise<Customer | null> {
  const column = contact.kind === 'phone' ? 'phone' : 'email';
  return one(db, `${column} = $1`, contact.target);
}

export function findCustomerById(db: Queries, id: number): Promise<Customer | null> {
  return one(db, 'id = $1', id);
}

export function findCustomerByInvitation(db: Queries, code: string): Promise<Customer | null> {
  return one(db, 'invitation_code = $1', code.trim().toUpperCase());
}

/** Null if the phone number or e-mail address (or the id) is taken. */
export async function insertCustomer(db: Queries, customer: NewCustomer): Promise<Customer | null> {
  const { contact, atMs } = customer;
  const nickname = customer.nickname ?? `tally-${randomWord(6).toLowerCase()}`;
  const { rows } = await db.query<Customer>(
    `insert into customers (id, phone, email, nickname, password_hash, invitation_code, invited_by, language,
                            verification, demo, created_at_ms, password_changed_at_ms)
     values (coalesce($1, nextval(pg_get_serial_sequence('customers', 'id')))::integer,
             $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     on conflict do nothing
     returning ${COLUMNS}`,
    [
      customer.id ?? null,
      contact?.kind === 'phone' ? contact.target : null,
      contact?.kind === 'email' ? contact.target : null,
      nickname,
      customer.passwordHash,
      randomWord(8),
      customer.invitedBy,
      customer.language,
      customer.verification ?? 'unverified',
      customer.demo ?? false,
      atMs,
    ],
  );
  return rows[0] ?? null;
}

/** Also ends logins that await their second factor, and recoveries of it: they began with the old password. */
export async function setPassword(
  db: Queries,
  id: number,
  passwordHash: string,
  atMs: number,
): Promise<void> {
  await db.query('update customers set password_hash = $2, password_changed_at_ms = $3 where id = $1', [
    id,
    passwordHash,
    atMs,
  ]);
  await db.query('delete from login_tickets where customer_id = $1', [id]);
  await db.query('delete from factor_recovery_challenges where customer_id = $1', [id]);
}

/** As `setPassword`; false if the password has changed since it was checked. */
export async function changePassword(
  db: Queries,
  { id, passwordHash: checked }: Customer,
  passwordHash: string,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from customers where id = $1 and password_hash = $2 for no key update',
    [id, checked],
  );
  if (rowCount !== 1) return false;
  await setPassword(db, id, passwordHash, atMs);
  return true;
}

/** False if another customer has it. */
export async function setContact(db: Queries, id: number, contact: Contact): Promise<boolean> {
  const column = contact.kind === 'phone' ? 'phone' : 'email';
  try {
    await db.query('savepoint contact');
    await db.query(`update customers set ${column} = $2 where id = $1`, [id, contact.target]);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    await db.query('rollback to savepoint contact');
    return false;
  }
}

/** The customer's contacts, e-mail first. */
export function contactsOf(customer: Pick<Customer, 'phone' | 'email'> | null): Contact[] {
  const contacts: Contact[] = [];
  if (customer?.email) contacts.push({ kind: 'email', target: customer.email });
  if (customer?.phone) contacts.push({ kind: 'phone', target: customer.phone });
  return contacts;
}

export async function setLanguage(db: Queries, id: number, language: Language): Promise<void> {
  await db.query('update customers set language = $2 where id = $1', [id, language]);
}

/** Who invited the customer; null: nobody. */
export async function findPromoterId(db: Queries, id: number): Promise<number | null> {
  const { rows } = await db.query<{ invited_by: number | null }>(
    'select invited_by from customers where id = $1',
    [id],
  );
  return rows[0]?.invited_by ?? null;
}

export async function markOpened(db: Queries, id: number): Promise<void> {
  await db.query('update customers set opened = true where id = $1', [id]);
}

/** Registered until `createdByMs`, and not yet known to be opened in the core. */
export async function unopenedCustomers(db: Queries, createdByMs: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'select id from customers where not opened and created_at_ms <= $1 order by id',
    [createdByMs],
  );
  return rows.map(row => row.id);
}

async function one(db: Queries, condition: string, value: string | number): Promise<Customer | null> {
  const { rows } = await db.query<Customer>(`select ${COLUMNS} from customers where ${condition}`, [value]);
  return rows[0] ?? null;
}

/** Without characters that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Takes five bits of each byte for 32 characters, so that all words are equally likely. */
function randomWord(length: number): string {
  return Array.from(randomBytes(length), byte => ALPHABET[byte & 31]).join('');
}
