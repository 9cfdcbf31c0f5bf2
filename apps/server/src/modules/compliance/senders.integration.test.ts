import { USDT } from '@tallystick/protocol/currency-ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { proofCode } from '../security/testing/proof-code.ts';
import { FUND_PASSWORD, withdraw, withdrawer } from '../testing/withdrawing.ts';

/** Both on the demo's lists. */
const LISTED_NAME = 'Zoltan Fictivus';
const LISTED_ADDRESS = '0xf1c71710f1c71710f1c71710f1c71710f1c71710';
const BANK = 9999;

let server: TestServer;
let desk: TestDesk;
let accountant: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  desk = await TestDesk.open(server, 'compliance', 'ann');
  accountant = await TestDesk.open(server, 'accountant', 'bob');
});
afterAll(() => server.close());

let pictures = 7_700;
async function announced(who: TestCustomer, change: object): Promise<number> {
  const file = await samplePicture(++pictures);
  const { picture_id } = await uploadPicture(server, who.token, 'voucher', file);
  const input = { currency_id: BANK, amount: '100', picture_id, ...change };
  const by = { token: who.token, key: freshKey() };
  return (await server.call('POST wallet/charge_req', input, by)).deposit.deposit_id;
}

const approved = async (id: number, inputs: Record<string, string>) =>
  (await accountant.try('POST desk/queue_decide', { queue: 'deposit', id, action: 'approve', inputs })).body
    .code;

async function casesOf(who: TestCustomer) {
  const { items } = await desk.call('GET desk/queue', {
    queue: 'compliance',
    state: 'open',
    customer_id: who.id,
  });
  const details = items.map(({ id }) => desk.call('GET desk/queue_item', { queue: 'compliance', id }));
  return (await Promise.all(details)).map(({ item, fields }) => ({
    title: item.title,
    flags: item.flags,
    ...Object.fromEntries(fields.map(({ key, value }) => [key, value])),
  }));
}

async function saveCard(who: TestCustomer, holder: string): Promise<void> {
  const card = {
    holder,
    card_number: '9704 3668 1234 5678',
    bank_name: 'Vietcombank',
    password: FUND_PASSWORD,
    code: await proofCode(server, who, 'bank_card'),
  };
  await server.call('POST user/cash_save', card, { token: who.token });
}

describe('money that comes from', () => {
  it('a listed sender at the bank is a case that holds money, and is credited all the same', async () => {
    const who = await server.customer();
    const id = await announced(who, { rate: '1.0' });
    expect(await approved(id, { transaction_id: 'REF 1', sender_name: 'FICTIVUS ZOLTAN' })).toBe(1);
    expect(await casesOf(who)).toMatchObject([
      {
        title: 'Name on a list',
        flags: ['money_held'],
        screened_name: 'FICTIVUS ZOLTAN',
        listed_name: LISTED_NAME,
        movement: `deposit/${id}`,
      },
    ]);
  });

  it('an unnamed sender is taken to be a holder of the customer’s cards', async () => {
    const who = await withdrawer(server);
    await saveCard(who, LISTED_NAME);
    const named = await announced(who, { rate: '1.0' });
    expect(await approved(named, { sender_name: 'Trần Thị Bình' })).toBe(1);
    expect(await casesOf(who)).toEqual([]);
    const id = await announced(who, { rate: '1.0' });
    expect(await approved(id, {})).toBe(1);
    expect(await casesOf(who)).toMatchObject([{ screened_name: LISTED_NAME, movement: `deposit/${id}` }]);
  });

  it('a listed address, as an operator read it on the chain', async () => {
    const who = await server.customer();
    const id = await announced(who, { currency_id: USDT, network: 'ERC20' });
    expect(
      await approved(id, { transaction_id: `0x${'ab'.repeat(32)}`, sender_address: LISTED_ADDRESS }),
    ).toBe(1);
    expect(await casesOf(who)).toMatchObject([{ title: 'Address on a list', address: LISTED_ADDRESS }]);
  });
});

it('money that goes to a card whose holder is listed is a case', async () => {
  const who = await withdrawer(server);
  await saveCard(who, LISTED_NAME);
  await withdraw(server, who, { currency_id: BANK, amount: '100', rate: '1.0' });
  expect(await casesOf(who)).toMatchObject([{ screened_name: LISTED_NAME, flags: ['money_held'] }]);
});
