import { expect, it } from 'vitest';
import { shownAction, shownSubject, shownValue } from './words.ts';

it.each([
  ['status', 'cancel_only', 'Close-only'],
  ['status', 'cancelOnly', 'Close-only'],
  ['BTC/USDT', 'halted', 'Halted'],
  ['enabled', 'true', 'Yes'],
  ['published_at_ms', '1784203200000', '16 Jul 2026, 12:00:00 UTC'],
  ['stale_ms', '5000', '5000'],
  ['opens_at_ms', '0', 'at once'],
  ['published_at_ms', '—', 'once confirmed'],
  ['role', 'accountant', 'Accountant'],
  ['reason', 'unreadable', 'Unreadable'],
  ['redo', 'id_number', 'Id number'],
  ['wrong', 'code', 'Code of the authenticator app'],
])('%s %s reads %s', (field, text, shown) => {
  expect(shownValue(field, text)).toBe(shown);
});

const NAMES = { markets: new Map([[1, 'BTC/USDT']]), currencies: new Map([[3, 'USDT']]) };

it.each([
  ['currency_id', '3', 'USDT'],
  ['quote_currency_id', '3', 'USDT'],
  ['currency_id', '77', '77'],
  ['market_id', '1', 'BTC/USDT'],
  ['max_customer_value', '1000000.5', '1,000,000.5'],
  ['two_person_limit', '5000', '5,000'],
  ['account_number', '00001111', '00001111'],
  ['seconds', '1200', '1200'],
])('%s %s is called %s', (field, value, shown) => {
  expect(shownValue(field, value, NAMES)).toBe(shown);
});

it.each([
  ['market:1', null, 'Market BTC/USDT'],
  ['market:77', null, 'Market 77'],
  ['option:1', null, 'Second options on market BTC/USDT'],
  ['trust:6', { currency_id: 3, cycle_days: 30 }, 'Trust product 6: USDT, 30 days'],
  ['trust:6', null, 'Trust product 6'],
  ['launch:4', { code: 'NOVA' }, 'New coin NOVA'],
  ['operator:2', { name: 'ann' }, 'Operator ann'],
  ['notice:new', { texts: { en: { title: 'Holidays' } } }, 'Notice Holidays'],
  ['setting:bank', null, 'Setting Bank card'],
] as const)('%s of %j is %s', (subject, content, shown) => {
  expect(shownSubject(subject, content, NAMES)).toBe(shown);
});

it("leaves people's own texts as written", () => {
  expect(shownValue('reason', 'Odd_prices at aSource.')).toBe('Odd_prices at aSource.');
  expect(shownValue('title', 'open')).toBe('open');
});

it.each([
  ['market.stop', 'Market stopped'],
  ['perpetual_status.confirm', 'Contract goes on: confirmed'],
  ['deposit.reject', 'Deposits: rejected'],
  ['identity.delete_documents', 'Documents deleted'],
])('the log’s %s reads %s', (action, shown) => {
  expect(shownAction(action)).toBe(shown);
});

it.each([
  ['customer:10001', 'Customer 10001'],
  ['market:all', 'Market all'],
  ['setting:withdrawal_limits', 'Setting Withdrawals'],
])('the log’s %s reads %s', (subject, shown) => {
  expect(shownSubject(subject)).toBe(shown);
});
