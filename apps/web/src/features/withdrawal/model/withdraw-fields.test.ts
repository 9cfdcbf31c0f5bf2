import { describe, expect, test } from 'vitest';
import type { WireSavedAddress } from '@tallystick/protocol';
import type { WithdrawInfo } from '../api/withdrawal.ts';
import { exampleAddress, exampleBank, exampleInfo, NOW_MS } from './testing/example-info.ts';
import {
  emptyWithdraw,
  reduceWithdraw,
  summariseWithdraw,
  validateWithdraw,
  withdrawInput,
  type WithdrawForm,
} from './withdraw-fields.ts';

const filled: WithdrawForm = { ...emptyWithdraw, amount: '100' };
const own = [exampleAddress()];
const CARD = { card_id: 1, name: 'Bank •••• 1234', label: '', usable_from_ms: null } as const;

function problemsOf(form: WithdrawForm, info: WithdrawInfo, addresses: readonly WireSavedAddress[] = own) {
  const summary = summariseWithdraw(form, info, addresses);
  return validateWithdraw(form, info, summary, NOW_MS).map(({ code }) => code);
}

describe('what stands in the way', () => {
  const ready = { verified: true, fund_password: true, destination: true };
  test.each<[string, WithdrawInfo, readonly WireSavedAddress[], string[]]>([
    ['nothing', exampleInfo(), own, []],
    ['no identity', exampleInfo({ ready: { ...ready, verified: false } }), own, ['not_verified']],
    [
      'nothing set up at all',
      exampleInfo({ ready: { verified: false, fund_password: false, destination: false } }),
      [],
      ['not_verified', 'fund_password_missing', 'address_missing'],
    ],
    [
      'a hold that lasts',
      exampleInfo({ hold: { reason: 'password', until_ms: NOW_MS + 1 } }),
      own,
      ['on_hold'],
    ],
    ['a hold that is over', exampleInfo({ hold: { reason: 'password', until_ms: NOW_MS } }), own, []],
    [
      'today’s last one is used',
      exampleInfo({ daily: { applications_per_day: 3, applications_left: 0 } }),
      own,
      ['none_left_today'],
    ],
    [
      'an address that is still cooling',
      exampleInfo(),
      [exampleAddress({ usable_from_ms: NOW_MS + 5 })],
      ['cooling'],
    ],
    ['an address that has cooled', exampleInfo(), [exampleAddress({ usable_from_ms: NOW_MS })], []],
    ['a network that is closed', exampleInfo(), [exampleAddress({ network: 'OMNI' })], ['closed']],
    ['no card', exampleBank({ cards: [] }), [], ['card_missing']],
    ['a new card', exampleBank({ cards: [{ ...CARD, usable_from_ms: NOW_MS + 5 }] }), [], ['cooling']],
    ['the bank is closed', exampleBank({ enabled: false }), [], ['closed']],
  ])('%s', (_, info, addresses, expected) => {
    expect(problemsOf(filled, info, addresses)).toEqual(expected);
  });
});

test.each([
  ['', 'amount_required'],
  ['0', 'amount_required'],
  ['0.', 'amount_required'],
  ['10.1234567', 'amount_invalid'],
  ['9.999999', 'below_minimum'],
  ['10', undefined],
  ['1000', undefined],
  ['1000.000001', 'insufficient_balance'],
])('an amount of “%s” has the problem %s', (amount, expected) => {
  expect(problemsOf({ ...filled, amount }, exampleInfo())[0]).toBe(expected);
});

test('an amount that the fee eats up is below the minimum, whatever that is', () => {
  const networks = exampleInfo().networks.map(network => ({ ...network, minimum: '0', fee: '5' }));
  expect(problemsOf({ ...filled, amount: '5' }, exampleInfo({ networks }))).toEqual(['below_minimum']);
  expect(problemsOf({ ...filled, amount: '5.000001' }, exampleInfo({ networks }))).toEqual([]);
});

describe('what counts', () => {
  test.each<[string, Partial<WithdrawForm>, readonly WireSavedAddress[], string, number | undefined]>([
    ['the network of the newest address', {}, [exampleAddress({ network: 'ERC20' }), ...own], 'ERC20', 1],
    ['the chosen network', { network: 'TRC20' }, own, 'TRC20', 1],
    ['an open network where nothing is saved', {}, [], 'TRC20', undefined],
    ['the chosen address', { addressId: 4 }, [...own, exampleAddress({ address_id: 4 })], 'TRC20', 4],
    ['no address of another network', { network: 'ERC20', addressId: 1 }, own, 'ERC20', undefined],
  ])('%s', (_, change, addresses, network, addressId) => {
    const summary = summariseWithdraw({ ...filled, ...change }, exampleInfo(), addresses);
    expect([summary.network?.network, summary.address?.address_id]).toEqual([network, addressId]);
  });

  test.each<[string, WithdrawInfo, string, string | undefined, string]>([
    ['the amount less the fee', exampleInfo(), '100', '99', 'USDT'],
    ['nothing while the fee is not covered', exampleInfo(), '1', undefined, 'USDT'],
    ['money at the rate, cut off to the cent', exampleBank(), '100.55', '96.57', 'USD'],
    [
      'no cents where a currency has none',
      exampleBank({ currency: 'VND', rate: '25000.7' }),
      '3',
      '25000',
      'VND',
    ],
  ])('what arrives is %s', (_, info, amount, receive, unit) => {
    const summary = summariseWithdraw({ ...filled, amount }, info, own);
    expect([summary.receive, summary.receiveCurrency]).toEqual([receive, unit]);
  });
});

test('a part of what is available is cut off, and all of it is all of it', () => {
  const info = exampleInfo({ available: '0.000003' });
  const part = (percent: number) => {
    const summary = summariseWithdraw(emptyWithdraw, info, own);
    return reduceWithdraw(emptyWithdraw, { type: 'percent', percent, summary }).amount;
  };
  expect([part(0), part(50), part(100)]).toEqual(['', '0.000001', '0.000003']);
});

test('another network forgets the address', () => {
  const chosen = reduceWithdraw(filled, { type: 'address', addressId: 4 });
  expect(chosen.addressId).toBe(4);
  expect(reduceWithdraw(chosen, { type: 'network', network: 'ERC20' })).toEqual({
    ...filled,
    network: 'ERC20',
    addressId: undefined,
  });
});

test('what is sent names the terms that were seen', () => {
  const form: WithdrawForm = { ...filled, amount: '100.', remark: ' rent ' };
  const summary = summariseWithdraw(form, exampleInfo(), own);
  expect(withdrawInput(form, 3, exampleInfo(), summary)).toEqual({
    currency_id: 3,
    address_id: 1,
    amount: '100',
    fee: '1',
    remark: 'rent',
  });
  const bank = exampleBank();
  expect(withdrawInput(filled, 9999, bank, summariseWithdraw(filled, bank, []))).toEqual({
    currency_id: 9999,
    amount: '100',
    fee: '2',
    rate: '0.98',
    card_id: 1,
  });
});

test('a withdrawal to the bank goes to the default card until another is chosen', () => {
  const bank = exampleBank({ cards: [CARD, { ...CARD, card_id: 2, label: 'Salary' }] });
  const chosen = reduceWithdraw(filled, { type: 'card', cardId: 2 });
  const inputOf = (form: WithdrawForm) => withdrawInput(form, 9999, bank, summariseWithdraw(form, bank, []));
  expect(inputOf(filled)).toMatchObject({ card_id: 1 });
  expect(inputOf(chosen)).toMatchObject({ card_id: 2 });
  expect(inputOf({ ...chosen, cardId: 77 })).toMatchObject({ card_id: 1 });
});
