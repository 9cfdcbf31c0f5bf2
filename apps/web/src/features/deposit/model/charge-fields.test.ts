import { describe, expect, test } from 'vitest';
import {
  chargeInput,
  emptyCharge,
  reduceCharge,
  summariseCharge,
  validateCharge,
  type ChargeForm,
  type ChargeWay,
} from './charge-fields.ts';

const USDT = { id: 3, code: 'USDT', name: 'Tether USD', decimals: 6, display_decimals: 2 };
const chain: ChargeWay = {
  kind: 'chain',
  coin: USDT,
  network: {
    network: 'TRC20',
    name: 'TRON (TRC20)',
    minimum: '10',
    confirmations: 20,
    enabled: true,
    automatic: false,
    contract: null,
  },
};
const bank: ChargeWay = {
  kind: 'bank',
  coin: USDT,
  bank: {
    holder: 'Tallystick',
    bank_name: 'Bank',
    account_number: '1',
    swift: 'AAAABBCC',
    note: '',
    reference: 'TALLY-1',
    currency: 'USD',
    rate: '1.02',
    minimum: '20',
  },
};
const filled: ChargeForm = { amount: '100', transactionId: '', pictureId: 7 };
const problemsOf = (form: ChargeForm, way: ChargeWay) =>
  validateCharge(form, summariseCharge(form, way)).map(problem => problem.code);

describe('what is missing', () => {
  test.each<[string, Partial<ChargeForm>, ChargeWay, string[]]>([
    ['everything', { amount: '', pictureId: undefined }, chain, ['amount_required', 'picture_required']],
    ['an amount of zero', { amount: '0.00' }, chain, ['amount_required']],
    ['less than the minimum', { amount: '9.999999' }, chain, ['below_minimum']],
    ['the minimum itself', { amount: '10' }, chain, []],
    ['more digits than the currency has', { amount: '10.0000001' }, chain, ['amount_invalid']],
    ['a point without digits', { amount: '12.' }, chain, []],
    ['no picture', { pictureId: undefined }, chain, ['picture_required']],
    ['money below the bank’s minimum', { amount: '19.99' }, bank, ['below_minimum']],
    ['a tenth of a cent', { amount: '20.001' }, bank, ['amount_invalid']],
    ['nothing', {}, bank, []],
  ])('%s', (_, change, way, expected) => {
    expect(problemsOf({ ...filled, ...change }, way)).toEqual(expected);
  });
});

test.each<[string, ChargeWay, string, string | undefined]>([
  ['coins are credited as they are', chain, '100.5', '100.5'],
  ['money is divided by the rate and cut off', bank, '100', '98.039215'],
  ['money typed halfway', bank, '51.', '50'],
  ['nothing typed', bank, '', undefined],
  ['zero', chain, '0', undefined],
  ['less than the minimum is not credited', chain, '9.99', undefined],
  ['nor is money', bank, '19.99', undefined],
])('%s', (_, way, amount, credited) => {
  expect(summariseCharge({ ...filled, amount }, way).credited).toBe(credited);
});

test('a chain deposit names network and transaction, a bank deposit the rate that was seen', () => {
  expect(chargeInput({ ...filled, amount: '12.', transactionId: ' abc ' }, chain)).toEqual({
    amount: '12',
    picture_id: 7,
    currency_id: 3,
    network: 'TRC20',
    transaction_id: 'abc',
  });
  expect(chargeInput({ ...filled, transactionId: 'abc' }, bank)).toEqual({
    amount: '100',
    picture_id: 7,
    currency_id: 9999,
    rate: '1.02',
  });
});

test('each action changes its own field', () => {
  const actions = [
    { type: 'amount', amount: '5' },
    { type: 'transactionId', transactionId: 'abc' },
    { type: 'picture', pictureId: 3 },
  ] as const;
  expect(actions.reduce(reduceCharge, emptyCharge)).toEqual({
    amount: '5',
    transactionId: 'abc',
    pictureId: 3,
  });
});
