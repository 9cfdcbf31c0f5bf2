import { expect, it } from 'vitest';
import { shownAction, shownSubject, shownValue } from './words.ts';

it.each([
  ['status', 'cancelOnly', 'Cancel-only'],
  ['BTC/USDT', 'halted', 'Halted'],
  ['enabled', 'true', 'Yes'],
  ['published_at_ms', '1784203200000', '16 Jul 2026, 12:00:00 UTC'],
  ['stale_ms', '5000', '5000'],
  ['opens_at_ms', '0', '0'],
  ['role', 'accountant', 'Accountant'],
  ['reason', 'unreadable', 'Unreadable'],
])('%s %s reads %s', (field, text, shown) => {
  expect(shownValue(field, text)).toBe(shown);
});

it('leaves what somebody wrote as it was written', () => {
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
