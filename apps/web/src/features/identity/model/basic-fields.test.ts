import { describe, expect, test } from 'vitest';
import {
  askedFields,
  BASIC_FIELDS,
  basicInput,
  emptyBasicForm,
  reduceBasicForm,
  validateBasicForm,
  type BasicForm,
} from './basic-fields.ts';

const GOOD: BasicForm = {
  ...emptyBasicForm,
  country: 'VN',
  full_name: 'Nguyễn Văn A',
  birth_date: '1990-12-31',
  id_number: '079 203 001234',
  contact_address: '12 Lê Lợi',
};
const NO_PLACE = { region: '', position: undefined };
const problems = (change: Partial<BasicForm>, asked = BASIC_FIELDS) =>
  validateBasicForm({ ...GOOD, ...change }, asked).map(({ code }) => code);

const BASIC = {
  state: 'unverified',
  submitted_at_ms: null,
  decided_at_ms: null,
  reason: null,
  note: null,
  redo: [],
  country: null,
  full_name: null,
  birth_date: null,
  id_number: null,
  contact_address: null,
} as const;

describe('the basic form', () => {
  test('has no problem with good input', () => {
    expect(problems({})).toEqual([]);
  });

  test.each([
    [{ country: '' }, 'country_required'],
    [{ full_name: ' ' }, 'full_name_required'],
    [{ full_name: 'A' }, 'full_name_invalid'],
    [{ full_name: 'Agent 007' }, 'full_name_invalid'],
    [{ birth_date: '' }, 'birth_date_required'],
    [{ birth_date: '90-12-31' }, 'birth_date_invalid'],
    [{ id_number: '' }, 'id_number_required'],
    [{ id_number: '1234' }, 'id_number_invalid'],
    [{ id_number: 'ABCDEFGH' }, 'id_number_invalid'],
    [{ id_number: '12345;' }, 'id_number_invalid'],
    [{ id_number: '1'.repeat(25) }, 'id_number_invalid'],
    [{ contact_address: '' }, 'contact_address_required'],
    [{ contact_address: '123456' }, 'contact_address_invalid'],
    [{ contact_address: 'a b' }, 'contact_address_invalid'],
  ])('%o: %s', (change, expected) => {
    expect(problems(change)).toEqual([expected]);
  });

  test.each(['张伟', '김 민준', 'สมชาย ใจดี', "O'Brien", 'María-José'])('takes the name %s', name => {
    expect(problems({ full_name: name })).toEqual([]);
  });

  test('lists problems in the order of the page', () => {
    expect(validateBasicForm(emptyBasicForm, BASIC_FIELDS).map(({ field }) => field)).toEqual(BASIC_FIELDS);
  });

  test('asks and sends only what has to be done again', () => {
    expect(askedFields({ ...BASIC, redo: [] })).toEqual(BASIC_FIELDS);
    expect(askedFields({ ...BASIC, state: 'under_review', redo: ['country'] })).toEqual(BASIC_FIELDS);
    const asked = askedFields({ ...BASIC, state: 'rejected', redo: ['full_name'] });
    expect(asked).toEqual(['full_name']);
    expect(problems({ id_number: '' }, asked)).toEqual([]);
    const place = { region: 'Huế', position: { latitude: '1.000000', longitude: '2.000000' } };
    expect(basicInput(GOOD, asked, place)).toEqual({ full_name: 'Nguyễn Văn A' });
    expect(basicInput(GOOD, ['contact_address'], place)).toEqual({
      contact_address: '12 Lê Lợi',
      region: 'Huế',
      latitude: '1.000000',
      longitude: '2.000000',
    });
    expect(basicInput(GOOD, ['contact_address'], NO_PLACE)).toEqual({ contact_address: '12 Lê Lợi' });
  });

  test('remembers what was touched until it is emptied', () => {
    const touched = { tried: false, left: ['country'] } as const;
    const left = reduceBasicForm(emptyBasicForm, { type: 'touched', touched });
    expect(left).toEqual({ ...emptyBasicForm, touched });
    expect(reduceBasicForm(left, { type: 'emptied' })).toEqual(emptyBasicForm);
  });
});
