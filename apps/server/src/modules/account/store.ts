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
}

export interface NewCustomer {
  /** Only the house and the demo population bring their own. */
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

interface Row {
  id: number;
  phone: string | null;
  email: string | null;
  nickname: string;
  password_hash: string | null;
  invitation_code: string;
  language: Language | null;
  verification: Customer['verification'];
  demo: boolean;
  opened: boolean;
  created_at_ms: string;
}

const COLUMNS =
  'id, phone, email, nickname, password_hash, invitation_code, language, verification, demo, opened, created_at_ms';

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
  const { rows } = await db.query<Row>(
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
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

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
}

export async function setLanguage(db: Queries, id: number, language: Language): Promise<void> {
  await db.query('update customers set language = $2 where id = $1', [id, language]);
}

export async function markOpened(db: Queries, id: number): Promise<void> {
  await db.query('update customers set opened = true where id = $1', [id]);
}

export async function unopenedCustomers(db: Queries): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>('select id from customers where not opened order by id');
  return rows.map(row => row.id);
}

async function one(db: Queries, condition: string, value: string | number): Promise<Customer | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from customers where ${condition}`, [value]);
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

function fromRow(row: Row): Customer {
  return {
    id: row.id,
    phone: row.phone,
    email: row.email,
    nickname: row.nickname,
    passwordHash: row.password_hash,
    invitationCode: row.invitation_code,
    language: row.language,
    verification: row.verification,
    demo: row.demo,
    opened: row.opened,
    createdAtMs: Number(row.created_at_ms),
  };
}

/** Without letters that are taken for digits or for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** 32 letters, so five bits of each byte: every word is equally likely. */
function randomWord(length: number): string {
  return Array.from(randomBytes(length), byte => ALPHABET[byte & 31]).join('');
}
