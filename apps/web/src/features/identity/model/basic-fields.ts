import type { CallInput, WireIdentity } from '@tallystick/protocol';
import { UNTOUCHED, type Problem, type Touched } from '#lib/problem.ts';

export type BasicField = WireIdentity['basic']['redo'][number];
export type BasicProblemCode =
  | 'country_required'
  | 'full_name_required'
  | 'full_name_invalid'
  | 'birth_date_required'
  | 'birth_date_invalid'
  | 'id_number_required'
  | 'id_number_invalid'
  | 'contact_address_required'
  | 'contact_address_invalid';
export type BasicProblem = Problem<BasicProblemCode, BasicField>;

export interface BasicForm {
  readonly country: string;
  readonly full_name: string;
  /** `1990-12-31` */
  readonly birth_date: string;
  readonly id_number: string;
  readonly contact_address: string;
  readonly touched: Touched<BasicField>;
}

export const BASIC_FIELDS: readonly BasicField[] = [
  'country',
  'full_name',
  'birth_date',
  'id_number',
  'contact_address',
];

export const emptyBasicForm: BasicForm = {
  country: '',
  full_name: '',
  birth_date: '',
  id_number: '',
  contact_address: '',
  touched: UNTOUCHED,
};

export type BasicAction =
  | { readonly type: 'typed'; readonly field: BasicField; readonly value: string }
  | { readonly type: 'touched'; readonly touched: Touched<BasicField> }
  | { readonly type: 'emptied' };

export function reduceBasicForm(form: BasicForm, action: BasicAction): BasicForm {
  switch (action.type) {
    case 'typed':
      return { ...form, [action.field]: action.value };
    case 'touched':
      return { ...form, touched: action.touched };
    case 'emptied':
      return emptyBasicForm;
  }
}

/** The fields of the form: all, or after a rejection only the rejected ones. */
export function askedFields(basic: WireIdentity['basic']): readonly BasicField[] {
  return basic.state === 'rejected' && basic.redo.length > 0 ? basic.redo : BASIC_FIELDS;
}

/** The server's rules, except check digits, which only the server checks. */
const SHAPES: Readonly<Record<BasicField, RegExp>> = {
  country: /^[A-Z]{2}$/,
  full_name: /^\s*(?=(?:.*\p{L}){2})\p{L}[\p{L}\p{M}\p{Zs}'’ʼ.·・,-]*$/u,
  birth_date: /^(19|20)\d\d-\d\d-\d\d$/,
  id_number: /^(?=(?:.*[0-9]){3})[\s./-]*(?:[A-Z0-9][\s./-]*){5,24}$/i,
  contact_address: /^(?=.{5,})(?=.*\p{L}{2})/u,
};

/** Problems of the requested fields, in the order of the page. */
export function validateBasicForm(form: BasicForm, asked: readonly BasicField[]): readonly BasicProblem[] {
  return BASIC_FIELDS.filter(field => asked.includes(field)).flatMap((field): BasicProblem[] => {
    const value = form[field].trim();
    if (value === '') return [{ code: `${field}_required`, field }];
    if (SHAPES[field].test(value)) return [];
    return [{ code: field === 'country' ? 'country_required' : `${field}_invalid`, field }];
  });
}

export interface ChosenPlace {
  readonly region: string;
  readonly position: { readonly latitude: string; readonly longitude: string } | undefined;
}

/** The call's input: only the requested fields. The location belongs to the address. */
export function basicInput(
  form: BasicForm,
  asked: readonly BasicField[],
  place: ChosenPlace,
): CallInput<'POST user/real_name'> {
  const input: Partial<Record<BasicField, string>> = {};
  for (const field of asked) input[field] = form[field].trim();
  if (!asked.includes('contact_address')) return input;
  const { region, position } = place;
  return {
    ...input,
    ...(region === '' ? {} : { region }),
    ...(position ? { latitude: position.latitude, longitude: position.longitude } : {}),
  };
}
