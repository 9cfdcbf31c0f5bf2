import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SettlementTerms } from '@tallystick/core/option/settlement';
import { faultIn, hash, minor, oneOf, orNull, record, text, upTo, whole, yesNo, type Of } from './fields.ts';

const tick = record({ number: whole, price_e8: whole, at_ms: whole, hash });
/** A tick as a receipt names it. */
export type ReceiptTick = Of<typeof tick.shape>;

const RESULTS = ['rise', 'fall', 'even', 'stale_entry', 'stale_exit'] as const;
export type ReceiptResult = (typeof RESULTS)[number];

const RECEIPT = {
  kind: oneOf('tallystick option receipt 1'),
  option_id: whole,
  market_id: whole,
  symbol: text,
  direction: oneOf('rise', 'fall'),
  seconds: whole,
  currency: text,
  decimals: upTo(30),
  practice: yesNo,
  stake_minor: minor,
  profit_minor: minor,
  payout_ppm: whole,
  break_even_ppm: whole,
  terms_version: whole,
  stale_ms: whole,
  bought_at_ms: whole,
  delivery_at_ms: whole,
  chain_head: record({ number: whole, hash }),
  entry: orNull(tick),
  exit: orNull(tick),
  result: orNull(oneOf(...RESULTS)),
  payout_minor: orNull(minor),
  settled_at_ms: orNull(whole),
};

/** The exchange's statement about an option: up to `chain_head` fixed at purchase, then its claimed result. */
export type OptionReceipt = Of<typeof RECEIPT>;

/** The first field of the wrong form; null if there is none. Values may still be inconsistent. */
export function receiptFault(value: unknown): string | null {
  return faultIn(value, RECEIPT);
}

/** The inputs of an option's settlement. */
export function termsOf(receipt: OptionReceipt): SettlementTerms {
  return {
    marketId: receipt.market_id,
    direction: receipt.direction,
    stakeMinor: BigInt(receipt.stake_minor),
    payoutPpm: receipt.payout_ppm,
    staleMs: receipt.stale_ms,
    boughtAtMs: receipt.bought_at_ms,
    deliveryAtMs: receipt.delivery_at_ms,
    chainHead: { number: receipt.chain_head.number },
  };
}

/** 1: without the names (market's symbol, version of the terms), as the first signed terms were. */
export type TermsVersion = 1 | 2;

/** Everything fixed at purchase, as one line of JSON. */
function termsLine(receipt: OptionReceipt, version: TermsVersion): string {
  const names = version === 1 ? [] : [receipt.symbol, receipt.terms_version];
  return JSON.stringify([
    `tallystick option terms ${version}`,
    receipt.option_id,
    receipt.market_id,
    receipt.direction,
    receipt.seconds,
    receipt.currency,
    receipt.decimals,
    receipt.practice,
    receipt.stake_minor,
    receipt.profit_minor,
    receipt.payout_ppm,
    receipt.stale_ms,
    receipt.bought_at_ms,
    receipt.delivery_at_ms,
    receipt.chain_head.number,
    receipt.chain_head.hash,
    ...names,
  ]);
}

function hashOfLine(line: string): string {
  return bytesToHex(sha256(utf8ToBytes(line)));
}

/**
 * Fingerprint of everything fixed at purchase, kept on the buyer's device: SHA-256 over one line of JSON. A receipt whose
 * terms or chain head changed later has another fingerprint.
 */
export function termsHash(receipt: OptionReceipt, version: TermsVersion = 2): string {
  return hashOfLine(termsLine(receipt, version));
}

const PROMISE = 'option terms';

/** The note that the exchange signs at purchase: the log's name, the kind of text, and the terms. */
export function promiseText(origin: string, receipt: OptionReceipt, version: TermsVersion = 2): string {
  return `${origin}\n${PROMISE}\n${termsLine(receipt, version)}\n`;
}

/** The fingerprint of the terms in such a note, whoever signed it; null if it is malformed. */
export function promisedHash(note: string): string | null {
  const [, kind, line, end] = note.split('\n');
  return kind === PROMISE && line !== undefined && end === '' ? hashOfLine(line) : null;
}
