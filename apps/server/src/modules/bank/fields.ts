import { CallFailure } from '../../http/call-failure.ts';
import { readLine } from '../../http/text-line.ts';

/** As its owner typed it. */
type Given = { readonly [Field in keyof CardFields]?: string | undefined } & Pick<
  CardFields,
  'holder' | 'card_number' | 'bank_name'
>;

/** A bank card as it is stored. Missing fields are empty. */
export interface CardFields {
  readonly holder: string;
  /** Card or account number, without blanks and hyphens. */
  readonly card_number: string;
  readonly bank_name: string;
  readonly branch: string;
  readonly bank_address: string;
  readonly swift: string;
  readonly account_number: string;
  readonly payee_address: string;
  readonly postal_code: string;
}

const LENGTHS = {
  holder: 120,
  bank_name: 120,
  branch: 120,
  bank_address: 200,
  payee_address: 200,
  postal_code: 16,
} as const;
/** Account numbers of any country; an IBAN has up to 34 characters. */
const NUMBER = /^[0-9A-Z]{6,34}$/;
/** At least this many digits, so that a word is not taken for a number. */
const DIGITS = /(?:\d.*){6}/;
/** ISO 9362, with or without a branch, or a Fedwire routing number. */
const SWIFT = /^[A-Z]{4}[A-Z]{2}[0-9A-Z]{2}([0-9A-Z]{3})?$/;
const FEDWIRE = /^\d{9}$/;
const IBAN = /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/;

/**
 * Checks a card without asking the bank. @throws CallFailure bank_field_invalid, card_number_invalid,
 * account_number_invalid, swift_invalid, swift_required
 */
export function readCardFields(input: Given): CardFields {
  const cardNumber = compact(input.card_number);
  if (!isNumber(cardNumber)) throw new CallFailure('card_number_invalid', { field: 'card_number' });
  const accountNumber = compact(input.account_number ?? '');
  if (accountNumber !== '' && !isNumber(accountNumber)) {
    throw new CallFailure('account_number_invalid', { field: 'account_number' });
  }
  const swift = compact(input.swift ?? '');
  if (swift !== '' && !SWIFT.test(swift) && !isRoutingNumber(swift)) {
    throw new CallFailure('swift_invalid', { field: 'swift' });
  }
  if (accountNumber !== '' && swift === '') throw new CallFailure('swift_required', { field: 'swift' });
  return {
    holder: line(input, 'holder', true),
    card_number: cardNumber,
    bank_name: line(input, 'bank_name', true),
    branch: line(input, 'branch'),
    bank_address: line(input, 'bank_address'),
    swift,
    account_number: accountNumber,
    payee_address: line(input, 'payee_address'),
    postal_code: line(input, 'postal_code'),
  };
}

function line(input: Given, field: keyof typeof LENGTHS, isRequired = false): string {
  const text = readLine(input[field] ?? '', LENGTHS[field]);
  // A name has at least one letter, in any script.
  if (text === null || (isRequired && !/\p{L}/u.test(text))) {
    throw new CallFailure('bank_field_invalid', { field });
  }
  return text;
}

function compact(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

function isNumber(text: string): boolean {
  return NUMBER.test(text) && DIGITS.test(text) && (!IBAN.test(text) || isIban(text));
}

/** ISO 13616: the rearranged number modulo 97 is 1. */
function isIban(text: string): boolean {
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map(sign => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** ABA check: its weighted sum is a multiple of ten. */
function isRoutingNumber(text: string): boolean {
  if (!FEDWIRE.test(text)) return false;
  const weights = [3, 7, 1];
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0);
  return sum % 10 === 0;
}
