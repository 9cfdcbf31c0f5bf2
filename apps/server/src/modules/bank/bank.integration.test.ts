import type { CallInput } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { proofCode } from '../security/testing/proof-code.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { changeSetting } from '../testing/setting.ts';
import {
  decideWithdrawal,
  FUND_PASSWORD,
  mayWithdraw,
  tryToWithdraw,
  withdraw,
  withdrawer,
} from '../testing/withdrawing.ts';

const BANK = 9999;
const CARD = {
  holder: 'Nguyen Van A',
  card_number: '9704-3600 0000 1234',
  bank_name: 'Vietcombank',
  branch: 'District 1',
  swift: 'bftvvnvx',
  account_number: 'DE89 3704 0044 0532 0130 00',
} as const;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());
afterEach(() => sumsToZero(server));

type Card = CallInput<'POST user/cash_save'>;
async function save(customer: TestCustomer, change: Partial<Card> = {}) {
  const code = await proofCode(server, customer, 'bank_card');
  const input = { ...CARD, password: FUND_PASSWORD, code, ...change };
  return server.try('POST user/cash_save', input, { token: customer.token });
}
const info = async (customer: TestCustomer) =>
  (await server.call('POST user/cash_info', {}, { token: customer.token })).card;

describe('a bank card', () => {
  it('is shown masked and kept sealed', async () => {
    const customer = await server.customer();
    await mayWithdraw(server, customer);
    expect(await info(customer)).toBeNull();
    expect((await save(customer)).body.type).toBe('ok');
    expect(await info(customer)).toMatchObject({
      holder: 'Nguyen Van A',
      card_number: '•••• 1234',
      account_number: '•••• 3000',
      swift: 'BFTVVNVX',
      postal_code: '',
      usable_from_ms: null,
    });
    const { rows } = await server.database.pool.query<{ text: string }>(
      `select concat(c::text, encode(sealed, 'escape')) as text from bank_cards c where customer_id = $1`,
      [customer.id],
    );
    for (const secret of ['Nguyen', '97043600', 'Vietcombank']) {
      expect(rows[0]?.text).not.toContain(secret);
    }
    await server.services.outbox.idle();
    expect(server.messages.findLast(one => one.recipient === customer.email)?.body).toContain(
      'Vietcombank •••• 1234',
    );
  });

  it.each([
    ['letters for a number', { card_number: 'ABCDEFGHIJ' }, 'card_number_invalid'],
    ['half a number', { card_number: '12345' }, 'card_number_invalid'],
    ['a mistyped IBAN', { account_number: 'DE89370400440532013001' }, 'account_number_invalid'],
    ['no bank to an account abroad', { swift: '' }, 'swift_required'],
    ['half a SWIFT code', { swift: 'BFTV' }, 'swift_invalid'],
    ['a mistyped routing number', { swift: '021000022' }, 'swift_invalid'],
    ['no name', { holder: ' 12 ' }, 'bank_field_invalid'],
    ['a name that poses as another', { holder: 'A\u202eB' }, 'bank_field_invalid'],
    ['a wrong fund password', { password: '741852' }, 'fund_password_wrong'],
    ['a wrong code', { code: '000000' }, 'code_wrong'],
  ])('is refused with %s', async (_, change, code) => {
    const customer = await server.customer();
    await mayWithdraw(server, customer);
    expect((await save(customer, change)).body.code).toBe(code);
    expect(await info(customer)).toBeNull();
  });

  it('is one of several: the first is the default, until another is chosen or it is removed', async () => {
    const customer = await server.customer();
    await mayWithdraw(server, customer);
    for (const last of [1, 2, 3]) {
      await save(customer, { card_number: `970436000000000${last}`, label: `Card ${last}` });
    }
    const options = { token: customer.token };
    const { items, maximum } = await server.call('POST user/cash_info', {}, options);
    expect(maximum).toBe(5);
    expect(items.map(({ label, is_default: isDefault }) => [label, isDefault])).toEqual([
      ['Card 1', true],
      ['Card 2', false],
      ['Card 3', false],
    ]);
    const idOf = (label: string) => items.find(one => one.label === label)!.card_id;
    const chosen = await server.call('POST user/cash_default', { card_id: idOf('Card 3') }, options);
    expect(chosen.items.map(({ label }) => label)).toEqual(['Card 3', 'Card 1', 'Card 2']);
    expect(chosen.card?.label).toBe('Card 3');
    const removed = await server.call('POST user/cash_remove', { card_id: idOf('Card 3') }, options);
    expect(removed.items.map(({ label, is_default: isDefault }) => [label, isDefault])).toEqual([
      ['Card 1', true],
      ['Card 2', false],
    ]);
    const again = await server.refused('POST user/cash_remove', { card_id: idOf('Card 3') }, options);
    expect(again.code).toBe('bank_card_unknown');
  });

  it('is refused beyond the fifth, before a code is used up', async () => {
    const customer = await server.customer();
    await mayWithdraw(server, customer);
    for (const last of [1, 2, 3, 4, 5]) await save(customer, { card_number: `970436000000000${last}` });
    const { body } = await save(customer);
    expect(body).toMatchObject({ code: 'too_many_bank_cards', data: { maximum: 5 } });
    expect((await save(customer, { label: 'a\u202eb' })).body.code).toBe('label_invalid');
  });

  it('is neither chosen nor removed by anybody else', async () => {
    const [owner, other] = [await server.customer(), await server.customer()];
    for (const one of [owner, other]) await mayWithdraw(server, one);
    await save(owner);
    await save(other);
    const card = (await info(owner))!;
    for (const call of ['POST user/cash_default', 'POST user/cash_remove'] as const) {
      const { code } = await server.refused(call, { card_id: card.card_id }, { token: other.token });
      expect(code).toBe('bank_card_unknown');
    }
    expect(await info(owner)).toEqual(card);
  });

  it('may name the bank by its routing number', async () => {
    const customer = await server.customer();
    await mayWithdraw(server, customer);
    expect((await save(customer, { swift: '021000021' })).body.type).toBe('ok');
  });
});

describe('a withdrawal to the bank', () => {
  it('needs the customer’s own card', async () => {
    const [owner, other] = [await withdrawer(server), await withdrawer(server)];
    await save(owner);
    const { body } = await tryToWithdraw(server, other, { currency_id: BANK });
    expect(body.code).toBe('bank_card_missing');
  });

  it('pays the rate shown, less the fee, and keeps the card given in the request', async () => {
    const customer = await withdrawer(server);
    await save(customer);
    const bank = server.services.settings.get('bank');
    await changeSetting(server, 'bank', { ...bank, currency: 'VND', rate: '25000.5' });
    const shown = await server.call('POST wallet/get_info', { currency_id: BANK }, { token: customer.token });
    expect(shown.bank).toMatchObject({
      rate: '25000.5',
      fee: '2',
      cards: [{ name: 'Vietcombank •••• 1234', usable_from_ms: null }],
    });
    const stale = await tryToWithdraw(server, customer, { currency_id: BANK, rate: '25000' });
    expect(stale.body).toMatchObject({ code: 'rate_changed', data: { rate: '25000.5' } });
    const asked = await withdraw(server, customer, { currency_id: BANK, amount: '100.5', rate: '25000.50' });
    expect(asked).toMatchObject({
      channel: 'bank',
      network: null,
      bank_card: 'Vietcombank •••• 1234',
      fee: '2',
      // 98.5 × 25,000.5 = 2,462,549.25 dong, which has no cents.
      receive: '2462549',
      receive_currency: 'VND',
      rate: '25000.5',
    });
    // What happens to the card later changes nothing.
    const saved = (await info(customer))!;
    await server.call('POST user/cash_remove', { card_id: saved.card_id }, { token: customer.token });
    const desk = await TestDesk.open(server, 'accountant', 'ann');
    const detail = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id: asked.withdrawal_id });
    expect(detail.fields).toContainEqual({
      key: 'card_card_number',
      value: '9704360000001234',
      format: 'text',
    });
    expect(await spotBalance(server, customer)).toEqual(['9899.5', '100.5']);
    expect(await decideWithdrawal(desk, asked.withdrawal_id, 'approve')).toBe(1);
    expect(await decideWithdrawal(desk, asked.withdrawal_id, 'send', 'VCB 2026-07-15/17')).toBe(1);
    expect(await spotBalance(server, customer)).toEqual(['9899.5', '0']);
    const log = await server.call('GET charge_mention/log3', {}, { token: customer.token });
    expect(log.items).toMatchObject([{ state: 'passed', transaction_id: 'VCB 2026-07-15/17' }]);
    await changeSetting(server, 'bank', bank);
  });

  it('goes to the default card, or to the one that is chosen', async () => {
    const [customer, other] = [await withdrawer(server), await withdrawer(server)];
    await save(customer);
    await save(customer, { card_number: '1234567890', bank_name: 'ACB' });
    await save(other);
    const { items } = await server.call('POST user/cash_info', {}, { token: customer.token });
    const first = await withdraw(server, customer, { currency_id: BANK, amount: '100' });
    expect(first.bank_card).toBe('Vietcombank •••• 1234');
    const card = items.find(one => one.bank_name === 'ACB')!;
    const chosen = await withdraw(server, customer, {
      currency_id: BANK,
      amount: '100',
      card_id: card.card_id,
    });
    expect(chosen.bank_card).toBe('ACB •••• 7890');
    const theirs = await tryToWithdraw(server, other, { currency_id: BANK, card_id: card.card_id });
    expect(theirs.body.code).toBe('bank_card_unknown');
    const misplaced = await tryToWithdraw(server, customer, { currency_id: 3, card_id: card.card_id });
    expect(misplaced.body.code).toBe('invalid_input');
  });

  it('is refused while the bank is closed', async () => {
    const customer = await withdrawer(server);
    await save(customer);
    const bank = server.services.settings.get('bank');
    await changeSetting(server, 'bank', { ...bank, enabled: false });
    const { body } = await tryToWithdraw(server, customer, { currency_id: BANK });
    expect(body.code).toBe('withdrawal_disabled');
    const deposit = { currency_id: BANK, amount: '100', picture_id: 1 };
    const options = { token: customer.token, key: freshKey() };
    expect((await server.refused('POST wallet/charge_req', deposit, options)).code).toBe('deposit_disabled');
    await changeSetting(server, 'bank', bank);
  });
});
