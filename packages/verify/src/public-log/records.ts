import {
  hash,
  list,
  minor,
  oneOf,
  orNull,
  pick,
  positive,
  record,
  text,
  upTo,
  whole,
  type Field,
  type Of,
  type Shape,
} from '../fields.ts';
import { canonicalJson } from './canonical.ts';

/**
 * What the public log's records say, by kind. Amounts are minor units in decimal digits, times milliseconds since 1970,
 * hashes hex. A field is never taken away and never changes its meaning: published records stand for ever.
 */

/** Longest record, with its head: what a bundle of C2SP tlog-tiles can hold. */
export const MOST_RECORD_BYTES = 65_535;

const SIGNED = /^(?:0|-?[1-9]\d{0,29})$/;

/** Minor units in decimal digits, below zero too. */
const signed: Field<string> = (value): value is string => typeof value === 'string' && SIGNED.test(value);

/** Text of at most so many characters, which may be empty. */
function words(most: number): Field<string> {
  return (value): value is string => typeof value === 'string' && value.length <= most;
}

const currency = { currency: text, decimals: upTo(18) };

/** A signed checkpoint of another log: the figures are those of its note, which carries the signature. */
const head = { origin: words(255), size: positive, root: hash, at_ms: whole, note: words(4_000) };

export const RECORD_BODIES = {
  /** The newest signed checkpoint of the price log, of the journal, of the operators' audit log. */
  price_head: head,
  journal_head: head,
  audit_head: head,
  /** What the exchange owes at an audit point: the trees' roots by currency. `beside` is not in the sums. */
  liabilities: {
    point: positive,
    /** The journal's last command that counts. */
    sequence: whole,
    at_ms: whole,
    tree: list(record({ ...currency, root: hash, total: minor, leaves: whole })),
    beside: list(record({ ...currency, name: text, total: signed })),
  },
  /** What the exchange holds at an audit point, and how each amount is shown. */
  reserves: {
    point: positive,
    at_ms: whole,
    assets: list(
      record({
        ...currency,
        /** `bank` for an account at a bank. */
        network: text,
        /** Minor units. */
        amount: minor,
        proof: oneOf('signed', 'observed', 'statement'),
        /** Whether it stands behind what customers are owed, or is the house's own and counts for nothing here. */
        owner: oneOf('customers', 'house'),
        /** `deposits`: the sum of all addresses given to customers, which are not named. */
        place: oneOf('hot', 'cold', 'deposits', 'bank', 'other'),
        /** On chains; null for `deposits`. */
        address: orNull(words(128)),
        /** What the address's key has signed, with the signature, and in which form. */
        format: orNull(oneOf('eip191', 'bitcoin-message', 'bip322')),
        message: orNull(words(1_000)),
        signature: orNull(words(1_000)),
        /** The block the balance was read at. */
        block: orNull(whole),
        /** At a bank: the account's name, what the statement says, such as `1000.00 USD`, and USD for one unit. */
        account: orNull(words(120)),
        money: orNull(words(64)),
        rate: orNull(words(64)),
        /** SHA-256 of the bank's document. */
        document: orNull(hash),
        /** When the amount was so. */
        at_ms: whole,
      }),
    ),
    /** What the ledger says is elsewhere, and nothing above shows; `faucet` is money a demo has handed out. */
    unproven: list(record({ ...currency, place: text, amount: minor })),
    /** The house's own accounts in the ledger: claims on the same assets. */
    house: list(record({ ...currency, name: text, amount: signed })),
    /** Number of the record of liabilities that these stand against. */
    liabilities_record: positive,
  },
  /** The commitments of an offer, frozen at its close before anything is allocated. */
  launch_list: {
    offer_id: positive,
    currency: text,
    root: hash,
    /** Commitments in the list. */
    orders: whole,
    closed_at_ms: whole,
  },
  /** Terms of a product of a market: announced for later, in force, or withdrawn before they were. */
  terms: {
    product: text,
    market: text,
    state: oneOf('announced', 'effective', 'withdrawn'),
    /** When they are or were to be in force. */
    effective_at_ms: whole,
    /** Name and value of each term, in the order of the names. */
    terms: list(record({ name: text, value: words(8_000) })),
  },
  /** What customers were told about changed terms. */
  notice: {
    notice_id: positive,
    published_at_ms: whole,
    /** What changes: a market's symbol, `withdrawals` or `referral`; and from when on. */
    subject: text,
    effective_at_ms: whole,
    /** In English. */
    title: words(1_000),
    summary: words(4_000),
    paragraphs: list(words(4_000)),
  },
  /** The code that runs from this start on. */
  source: {
    version: text,
    /** SHA-256 of the core that decides about commands; null: of a version from before cores were kept. */
    core: orNull(hash),
    started_at_ms: whole,
  },
  /** The hash of all books after a command, as `npm run audit` works it out. */
  books: { sequence: whole, hash },
  /** The house's profit on its way out: announced, then paid or withdrawn. */
  profit_withdrawal: {
    withdrawal: positive,
    ...currency,
    /** Minor units. */
    amount: minor,
    state: oneOf('announced', 'paid', 'withdrawn'),
    /** The named account. */
    account: words(200),
    announced_at_ms: whole,
    /** Not before this moment. */
    payable_at_ms: whole,
  },
} satisfies Readonly<Record<string, Shape>>;

export type PublicRecordKind = keyof typeof RECORD_BODIES;
export type RecordBody<Kind extends PublicRecordKind> = Of<(typeof RECORD_BODIES)[Kind]>;

export const RECORD_KINDS = Object.keys(RECORD_BODIES) as readonly PublicRecordKind[];

/** A record that is to be published. */
export type NewPublicRecord = {
  [Kind in PublicRecordKind]: {
    readonly kind: Kind;
    readonly body: RecordBody<Kind>;
    readonly atMs: number;
  };
}[PublicRecordKind];

/** Whether this is a body of the kind: every field, and no other. */
export function isRecordBody(kind: PublicRecordKind, body: unknown): boolean {
  const shape: Shape = RECORD_BODIES[kind];
  if (!record(shape)(body)) return false;
  return canonicalJson(pick(body, shape)) === canonicalJson(body);
}
