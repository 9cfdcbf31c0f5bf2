import type { Vault } from '../../vault/vault.ts';
import { openParticulars } from '../bank/destination.ts';
import type { SealedPictures } from '../pictures/sealed-pictures.ts';

/** A row as the database gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** What happens to the rows of a table when their customer has closed the account. */
export type Fate =
  /** They are the books, or say nothing about a person but a number: they stay. */
  | 'books'
  /** Deleted at once. */
  | 'closing'
  /** Deleted, or emptied of what is personal, once law no longer asks for them. */
  | 'retention';

export interface OwnTable {
  /** Which rows are the customer's, of whom `$1` is the number. */
  readonly mine: string;
  /** Orders the rows; unique among the customer's. */
  readonly key: string;
  readonly fate: Fate;
  /** Columns that nobody is given: secrets, and what they could be guessed from. */
  readonly secret?: readonly string[];
  /** Columns that only the desk is given: who decided, what was suspected, and who somebody else is. */
  readonly internal?: readonly string[];
  /** What is sealed in a row, opened. */
  readonly open?: (vault: Vault, row: Row) => unknown;
  /** The bytes a row is about, opened. Such rows are read one at a time: each may be some megabytes. */
  readonly content?: (pictures: SealedContent, row: Row) => Promise<Buffer>;
  /** Of fate `closing`, but kept of somebody under a case until it is cleared. */
  readonly evidence?: true;
  /** Not for the customer: they must not learn whether somebody looks at them. */
  readonly deskOnly?: true;
  /** Which of these rows the customer is given; without it: all. */
  readonly shown?: string;
}

type SealedContent = Pick<SealedPictures, 'open'>;

const number = (value: unknown): number => Number(value);
const bytes = (value: unknown): Buffer | null => (Buffer.isBuffer(value) ? value : null);

/** Opens the column `sealed` of rows in that context. */
function json(context: (row: Row) => string) {
  return (vault: Vault, row: Row): unknown => {
    const sealed = bytes(row['sealed']);
    return sealed === null ? null : (JSON.parse(vault.openText(context(row), sealed)) as unknown);
  };
}

function words(context: (row: Row) => string, column = 'sealed') {
  return (vault: Vault, row: Row): string | null => {
    const sealed = bytes(row[column]);
    return sealed === null ? null : vault.openText(context(row), sealed);
  };
}

/** The bytes of a picture, from its row or from the object store. */
function picture(context: (row: Row) => string) {
  return (pictures: SealedContent, row: Row): Promise<Buffer> => {
    const key = row['object_key'];
    const place = { sealed: bytes(row['sealed']), objectKey: typeof key === 'string' ? key : null };
    return pictures.open(context(row), place);
  };
}

const own = (key: string, fate: Fate, more: Partial<OwnTable> = {}): OwnTable => ({
  mine: 'customer_id = $1',
  key,
  fate,
  ...more,
});

/** Rows that belong to a customer's row of another table. */
const of = (
  table: string,
  column: string,
  key: string,
  fate: Fate,
  more: Partial<OwnTable> = {},
): OwnTable => ({
  mine: `${column} in (select id from ${table} where customer_id = $1)`,
  key,
  fate,
  ...more,
});

/**
 * Every table with rows of customers, whose they are and what becomes of them. A test holds it against the database: a
 * new table cannot be forgotten.
 */
export const OWN_TABLES: Readonly<Record<string, OwnTable>> = {
  customers: {
    mine: 'id = $1',
    key: 'id',
    fate: 'closing',
    secret: ['password_hash'],
  },
  closed_accounts: own('customer_id', 'retention', {
    open: json(row => `closed_account:${String(row['customer_id'])}`),
  }),
  // Access
  sessions: own('id', 'closing', { secret: ['token_hash'] }),
  known_devices: own('id', 'closing', { secret: ['key'], evidence: true }),
  login_history: own('id', 'closing', { secret: ['device_key'], evidence: true }),
  login_links: own('token_hash', 'closing', { secret: ['token_hash'] }),
  login_tickets: own('token_hash', 'closing', { secret: ['token_hash'] }),
  passkeys: own('id', 'closing', { secret: ['credential_id', 'public_key', 'counter'] }),
  passkey_challenges: own('challenge', 'closing', { secret: ['challenge'] }),
  two_factors: own('customer_id', 'closing', { secret: ['secret', 'last_step'] }),
  recovery_codes: own('code_hash', 'closing', { secret: ['code_hash'] }),
  fund_passwords: own('customer_id', 'closing', { secret: ['password_hash'] }),
  security_tries: own('kind, who', 'closing', { secret: ['who'] }),
  factor_recovery_challenges: own('token_hash', 'closing', { secret: ['token_hash', 'code'] }),
  factor_recoveries: own('id', 'retention', {
    secret: ['code'],
    internal: ['rejected_by'],
    open: json(row => `recovery:${String(row['id'])}`),
  }),
  factor_recovery_approvals: of('factor_recoveries', 'recovery_id', 'recovery_id, operator_id', 'books', {
    deskOnly: true,
  }),
  withdrawal_holds: own('id', 'books'),
  account_freezes: own('id', 'books'),
  answers_under_way: own('key', 'closing', { secret: ['holder'] }),
  first_answers: own('key', 'closing', { secret: ['input_hash'] }),
  // Who somebody is
  identity_applications: own('id', 'retention', {
    secret: ['document_print'],
    internal: ['decided_by'],
    open: (vault, row) => ({
      fields: json(one => `identity:${String(one['id'])}`)(vault, row),
      note: words(one => `identity:${String(one['id'])}:note`, 'sealed_note')(vault, row),
    }),
  }),
  screenings: of('identity_applications', 'application_id', 'application_id', 'books', { deskOnly: true }),
  pictures: own('id', 'retention', {
    secret: ['pixel_print', 'upload_print', 'sealed_hashes', 'object_key'],
    content: picture(row => `picture:${String(row['id'])}`),
  }),
  agreement_signatures: own('id', 'retention'),
  document_acceptances: own('id', 'books'),
  compliance_cases: own('id', 'retention', {
    deskOnly: true,
    open: json(row => `compliance:${String(row['id'])}`),
  }),
  compliance_events: of('compliance_cases', 'case_id', 'id', 'retention', {
    deskOnly: true,
    open: words(row => `compliance_event:${String(row['id'])}`, 'sealed_note'),
  }),
  customer_notes: own('id', 'retention', { deskOnly: true }),
  // The desk's log, which only grows; its entries name people by number.
  desk_audit: {
    mine: `subject = 'customer:' || $1::integer`,
    key: 'id',
    fate: 'books',
    deskOnly: true,
    secret: ['address'],
  },
  desk_words: own('id', 'retention', {
    deskOnly: true,
    open: json(row => `desk_words:${String(row['id'])}`),
  }),
  desk_proposals: own('id', 'retention', { deskOnly: true }),
  operator_accounts: own('operator_id', 'books', { deskOnly: true }),
  // What was written to and by them
  notices: own('id', 'retention'),
  notice_texts: of('notices', 'notice_id', 'notice_id, language', 'retention'),
  notice_reads: own('notice_id', 'closing'),
  tell_choices: own('event', 'closing'),
  quiet_hours: own('customer_id', 'closing'),
  push_devices: own('id', 'closing', { secret: ['fingerprint'] }),
  price_alerts: own('id', 'closing'),
  tickets: own('id', 'retention', {
    secret: ['network'],
    internal: ['assigned_to'],
    open: words(row => `ticket:${String(row['id'])}:mail`, 'sealed_mail'),
  }),
  ticket_messages: of('tickets', 'ticket_id', 'id', 'retention', {
    secret: ['request_key'],
    internal: ['operator_id'],
    shown: 'not internal',
  }),
  chat_cases: own('id', 'retention', {
    secret: ['visitor_hash', 'network_print'],
    internal: ['operator_id', 'role'],
  }),
  chat_messages: of('chat_cases', 'case_id', 'case_id, seq', 'retention', {
    secret: ['client_id'],
    internal: ['operator_id'],
    open: words(row => `chat:${String(row['case_id'])}:${String(row['seq'])}`),
  }),
  chat_notes: of('chat_cases', 'case_id', 'id', 'retention', { deskOnly: true }),
  chat_pictures: {
    // Also those that the desk sent.
    mine: '(customer_id = $1 or case_id in (select id from chat_cases where customer_id = $1))',
    key: 'id',
    fate: 'retention',
    secret: ['visitor_hash', 'object_key'],
    internal: ['operator_id'],
    content: picture(row => `chat-picture:${String(row['id'])}`),
  },
  error_log: own('sequence', 'retention'),
  // Where money comes from and goes to
  bank_cards: own('id', 'closing', {
    evidence: true,
    open: json(row => `bank_card:${String(row['customer_id'])}`),
  }),
  withdrawal_addresses: own('id', 'closing', {
    evidence: true,
    secret: ['address_print'],
    open: json(row => `withdrawal_address:${String(row['id'])}`),
  }),
  chain_addresses: own('network, address_key', 'books'),
  chain_transfers: own('network, transaction_hash, log_index, inclusion', 'books'),
  deposits: own('id', 'books', {
    secret: ['input_hash', 'idempotency_key'],
    internal: ['flags', 'decided_by'],
  }),
  deposit_approvals: of('deposits', 'deposit_id', 'deposit_id, operator_id', 'books', { deskOnly: true }),
  deposit_reversals: own('id', 'books', {
    internal: ['made_by', 'confirmed_by', 'review_made_by', 'review_confirmed_by'],
  }),
  goodwill: own('id', 'books', { internal: ['made_by', 'confirmed_by'] }),
  faucet_claims: own('id', 'books', { secret: ['idempotency_key'] }),
  withdrawals: own('id', 'retention', {
    secret: ['input_hash', 'idempotency_key'],
    internal: ['flags', 'decided_by', 'sent_by'],
    open: (vault, row) => {
      const sealed = bytes(row['sealed']);
      return sealed === null ? null : openParticulars(vault, number(row['id']), sealed);
    },
  }),
  withdrawal_approvals: of('withdrawals', 'withdrawal_id', 'withdrawal_id, operator_id', 'books', {
    deskOnly: true,
  }),
  // What was drafted to pay withdrawals; a batch's own transactions pay many, and are as they are on the chain.
  custody_items: of('withdrawals', 'withdrawal_id', 'id', 'retention', {
    deskOnly: true,
    open: json(row => `custody_item:${String(row['id'])}:destination`),
  }),
  withdrawal_states: own('withdrawal_id', 'books'),
  // The books
  balances: { mine: 'owner_id = $1', key: 'account, currency_id', fate: 'books' },
  ledger_entries: {
    // What the index of a customer's entries is of.
    mine: 'owner_id = $1 and owner_id > 0',
    key: 'posting_id, account, currency_id',
    fate: 'books',
  },
  customer_debts: own('currency_id', 'books'),
  customer_states: own('customer_id', 'books'),
  orders: own('order_id', 'books'),
  conversions: own('order_id', 'books'),
  dust_conversions: own('dust_id, currency_id', 'books'),
  positions: own('position_id', 'books'),
  perpetual_liquidations: own('liquidation_id', 'books'),
  perpetual_top_ups: own('top_up_id', 'books'),
  perpetual_profits: own('profit_id', 'books'),
  perpetual_deleveragings: own('deleveraging_id', 'books'),
  perpetual_offsets: own('offset_id', 'books'),
  perpetual_orders: own('order_id', 'books'),
  position_merges: own('from_position_id', 'books'),
  perpetual_stop_triggers: own('trigger_id', 'books'),
  perpetual_stops_waiting: own('position_id, version', 'books'),
  perpetual_funding_payments: own('funding_at_ms, position_id', 'books'),
  options: own('option_id', 'books'),
  trust_orders: own('order_id', 'books'),
  trust_payments: own('order_id, day', 'books'),
  launch_orders: own('order_id', 'books'),
  referral_days: {
    mine: 'promoter_id = $1',
    key: 'utc_day, customer_id, level, currency_id',
    fate: 'books',
    // Whoever was invited is somebody else.
    internal: ['customer_id'],
  },
  referral_pending: { mine: 'promoter_id = $1', key: 'currency_id', fate: 'books' },
  referral_rebates: {
    mine: 'promoter_id = $1',
    key: 'posting_id, role, level',
    fate: 'books',
    internal: ['customer_id', 'trade_id'],
  },
  referral_settlements: { mine: 'promoter_id = $1', key: 'posting_id, currency_id', fate: 'books' },
};

/** Rows that name customers only beside a fact that one of the tables above has, too. */
export const ELSEWHERE: readonly string[] = [
  // Each fill stands in the ledger of both sides; the other side's number is not theirs to know.
  'trades',
  'perpetual_trades',
  // What happened, told on, and forgotten after a while.
  'exchange_events',
  'office_events',
  // Copies of rows of `chain_transfers` on their way to who is told of them, and hashes of links.
  'chain_reports',
  'factor_recovery_stops',
  // Of notices about new coins, which are nobody's.
  'notice_listings',
  // By address, not by customer: emptied of a customer's when their account closes.
  'outbox',
  'verification_codes',
];
