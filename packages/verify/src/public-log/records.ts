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
        /** On chains. */
        address: orNull(words(128)),
        /** What the address's key has signed, with the signature in the form its network uses. */
        message: orNull(words(1_000)),
        signature: orNull(words(1_000)),
        /** The block the balance was read at. */
        block: orNull(whole),
        /** SHA-256 of the bank's document. */
        document: orNull(hash),
        /** When the amount was so. */
        at_ms: whole,
      }),
    ),
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
    terms: list(record({ name: text, value: words(1_000) })),
  },
  /** What customers were told about changed terms. */
  notice: {
    notice_id: positive,
    published_at_ms: whole,
    title: words(1_000),
    /** SHA-256 over the text in English. */
    text: hash,
  },
  /** The code that runs from this start on. */
  source: {
    version: text,
    /** SHA-256 of the core that decides about commands. */
    core: hash,
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
