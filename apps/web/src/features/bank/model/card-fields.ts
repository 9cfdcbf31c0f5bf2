import type { CallInput } from '@tallystick/protocol';
import type { Problem } from '#lib/problem.ts';

export const CARD_FIELDS = [
  'holder',
  'card_number',
  'bank_name',
  'branch',
  'bank_address',
  'swift',
  'account_number',
  'payee_address',
  'postal_code',
] as const;
export type CardField = (typeof CARD_FIELDS)[number];
export type CardForm = Readonly<Record<CardField, string>>;

export const emptyCard: CardForm = {
  holder: '',
  card_number: '',
  bank_name: '',
  branch: '',
  bank_address: '',
  swift: '',
  account_number: '',
  payee_address: '',
  postal_code: '',
};

/** As the protocol has them. */
export const MAX_LENGTHS: Readonly<Record<CardField, number>> = {
  holder: 120,
  card_number: 60,
  bank_name: 120,
  branch: 120,
  bank_address: 200,
  swift: 20,
  account_number: 60,
  payee_address: 200,
  postal_code: 16,
};

export function typeCard(form: CardForm, field: CardField, value: string): CardForm {
  return { ...form, [field]: value };
}

/** Removes spaces and hyphens from a number. */
function compact(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** The server's rules, except check digits, which only the server checks. */
const NUMBER = /^(?=(?:.*\d){6})[0-9A-Z]{6,34}$/;
const SWIFT = /^(?:[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?|\d{9})$/;

export type CardProblem = Problem<
  | 'holder_required'
  | 'card_number_required'
  | 'number_invalid'
  | 'bank_name_required'
  | 'swift_invalid'
  | 'swift_required',
  CardField
>;

/** Problems of the card, in the order of the page. */
export function validateCard(form: CardForm): readonly CardProblem[] {
  const problems: CardProblem[] = [];
  const hasName = (text: string) => /\p{L}/u.test(text);
  if (!hasName(form.holder)) problems.push({ code: 'holder_required', field: 'holder' });
  const cardNumber = compact(form.card_number);
  if (cardNumber === '') problems.push({ code: 'card_number_required', field: 'card_number' });
  else if (!NUMBER.test(cardNumber)) problems.push({ code: 'number_invalid', field: 'card_number' });
  if (!hasName(form.bank_name)) problems.push({ code: 'bank_name_required', field: 'bank_name' });
  const swift = compact(form.swift);
  const accountNumber = compact(form.account_number);
  if (swift !== '' && !SWIFT.test(swift)) problems.push({ code: 'swift_invalid', field: 'swift' });
  if (swift === '' && accountNumber !== '') problems.push({ code: 'swift_required', field: 'swift' });
  if (accountNumber !== '' && !NUMBER.test(accountNumber)) {
    problems.push({ code: 'number_invalid', field: 'account_number' });
  }
  return problems;
}

/** The call's input without the customer's proof of identity; empty fields are left out. */
export function cardInput(form: CardForm): Omit<CallInput<'POST user/cash_save'>, 'password' | 'code'> {
  const { holder, card_number, bank_name, ...others } = form;
  const given = Object.entries(others).flatMap(([field, value]) =>
    value.trim() === '' ? [] : [[field, value.trim()]],
  );
  return {
    holder: holder.trim(),
    card_number: card_number.trim(),
    bank_name: bank_name.trim(),
    ...Object.fromEntries(given),
  };
}
