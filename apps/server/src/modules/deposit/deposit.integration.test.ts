import type { CallInput } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { uploadPicture, samplePicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';

const BANK = 9999;

let server: TestServer;
let desk: TestDesk;
let other: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  desk = await TestDesk.open(server, 'accountant', 'ann');
  other = await TestDesk.open(server, 'accountant', 'bob');
});
afterAll(() => server.close());
afterEach(async () => {
  await sumsToZero(server);
});

let seed = 0;
const transaction = (): string => (++seed).toString(16).padStart(64, '0');
const voucher = async (customer: TestCustomer, picture = ++seed): Promise<number> => {
  const { picture_id: id } = await uploadPicture(
    server,
    customer.token,
    'voucher',
    await samplePicture(picture),
  );
  return id;
};

type Announcement = CallInput<'POST wallet/charge_req'>;
async function announcement(
  customer: TestCustomer,
  change: Partial<Announcement> = {},
): Promise<Announcement> {
  return {
    currency_id: USDT,
    network: 'TRC20',
    amount: '100',
    picture_id: await voucher(customer),
    transaction_id: transaction(),
    ...change,
  };
}

async function announce(customer: TestCustomer, change: Partial<Announcement> = {}, key = freshKey()) {
  const input = await announcement(customer, change);
  return (await server.call('POST wallet/charge_req', input, { token: customer.token, key })).deposit;
}

async function refusedAnnouncement(customer: TestCustomer, change: Partial<Announcement>) {
  const input = await announcement(customer, change);
  return server.refused('POST wallet/charge_req', input, { token: customer.token, key: freshKey() });
}

const log = (customer: TestCustomer, input: CallInput<'GET charge_mention/log2'> = {}) =>
  server.call('GET charge_mention/log2', input, { token: customer.token });

const decide = (id: number, action: 'approve' | 'reject', transactionId: string | null, who = desk) =>
  who.try('POST desk/queue_decide', {
    queue: 'deposit',
    id,
    action,
    ...(action === 'reject' ? { reason: 'The voucher cannot be read' } : {}),
    ...(transactionId === null ? {} : { inputs: { transaction_id: transactionId } }),
  });

describe('where to pay in', () => {
  it('shows the customer’s own address on each network, which never changes', async () => {
    const [one, two] = [await server.customer(), await server.customer()];
    const ask = (customer: TestCustomer, network: 'TRC20' | 'ERC20' | 'OMNI') =>
      server.call('POST wallet/get_in_address', { currency_id: USDT, network }, { token: customer.token });
    const tron = await ask(one, 'TRC20');
    expect(tron.address?.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    expect(tron.networks.map(network => [network.network, network.minimum, network.automatic])).toEqual([
      ['TRC20', '10', false],
      ['ERC20', '10', false],
      ['OMNI', '50', false],
    ]);
    expect((await ask(one, 'TRC20')).address).toEqual(tron.address);
    expect((await ask(one, 'ERC20')).address?.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect((await ask(two, 'TRC20')).address?.address).not.toBe(tron.address?.address);
  });

  it('shows the bank’s details at the rate in force, and nothing for currencies without deposits', async () => {
    const { token } = await server.customer();
    const ask = (input: CallInput<'POST wallet/get_in_address'>) =>
      server.call('POST wallet/get_in_address', input, { token });
    const { bank, address } = await ask({ currency_id: BANK });
    expect(bank).toMatchObject({ currency: 'USD', rate: '1', minimum: '50' });
    expect(bank?.reference).toMatch(/^TALLY-\d+$/);
    expect(address).toBeNull();
    await server.submit({ type: 'configureCurrency', currency: { id: 70, code: 'NOWHERE', decimals: 2 } });
    expect(await ask({ currency_id: 70 })).toEqual({ networks: [], address: null, bank: null });
    const refused = await server.refused(
      'POST wallet/get_in_address',
      { currency_id: 1, network: 'TRC20' },
      { token },
    );
    expect(refused.code).toBe('network_unknown');
  });
});

describe('a voucher', () => {
  it('is credited once an operator approves it, and the customer is notified', async () => {
    const customer = await server.customer();
    const deposit = await announce(customer, { amount: '120.5' });
    expect(deposit).toMatchObject({ state: 'processing', amount: '120.5', network: 'TRC20', reason: null });
    expect(await spotBalance(server, customer)).toEqual(['0', '0']);
    const waiting = await desk.call('GET desk/queue', { queue: 'deposit', customer_id: customer.id });
    expect(waiting.items).toMatchObject([
      { id: deposit.deposit_id, title: 'USDT · TRC20', amount: '120.5', flags: [] },
    ]);
    const { body } = await decide(deposit.deposit_id, 'approve', deposit.transaction_id);
    expect(body).toMatchObject({ type: 'ok', data: { item: { state: 'passed' }, actions: [] } });
    expect(await spotBalance(server, customer)).toEqual(['120.5', '0']);
    expect((await log(customer)).items).toMatchObject([
      { deposit_id: deposit.deposit_id, state: 'passed', amount: '120.5' },
    ]);
    const { items } = await server.call('POST wallet/legal_log', {}, { token: customer.token });
    expect(items).toMatchObject([
      { reason: 'deposit', reference: `deposit:${deposit.deposit_id}`, amount: '120.5' },
    ]);
    await server.services.outbox.idle();
    expect(server.messages.findLast(one => one.recipient === customer.email)?.subject).toBe(
      'Deposit credited: 120.5 USDT',
    );
    const notices = await server.call('POST news/list', {}, { token: customer.token, lang: 'esp' });
    expect(notices.items.map(notice => notice.title)).toContain('Depósito abonado: 120,5 USDT');
  });

  it('is rejected with a reason, which the customer reads', async () => {
    const customer = await server.customer();
    const deposit = await announce(customer);
    await decide(deposit.deposit_id, 'reject', null);
    expect((await log(customer, { state: 'rejected' })).items).toMatchObject([
      { state: 'rejected', reason: 'The voucher cannot be read' },
    ]);
    expect(await spotBalance(server, customer)).toEqual(['0', '0']);
    // Announced again with the same transaction and a new photo of the receipt: it is reviewed again.
    const again = await announce(customer, { transaction_id: deposit.transaction_id ?? '' });
    expect(again.state).toBe('processing');
  });

  it('is one deposit however often it is sent', async () => {
    const customer = await server.customer();
    const input = await announcement(customer);
    const key = freshKey();
    const send = () => server.try('POST wallet/charge_req', input, { token: customer.token, key });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.type).toBe('ok');
    expect((await log(customer)).items).toHaveLength(1);
    const other = { ...input, amount: '101' };
    const refused = await server.refused('POST wallet/charge_req', other, { token: customer.token, key });
    expect(refused.code).toBe('idempotency_key_reused');
  });

  it.each([
    ['dust', { amount: '9.999999' }, 'below_minimum'],
    ['nothing', { amount: '0' }, 'invalid_amount'],
    ['more decimals than USDT has', { amount: '100.0000001' }, 'invalid_amount'],
    ['more than there is in the world', { amount: '99999999999999999999' }, 'amount_too_large'],
    ['another network', { currency_id: 1 }, 'network_unknown'],
    ['no network', { network: undefined }, 'network_unknown'],
    ['a currency nobody knows', { currency_id: 77 }, 'unknown_currency'],
    ['no picture', { picture_id: undefined }, 'picture_required'],
    ['a picture that is not there', { picture_id: 999_999 }, 'picture_unknown'],
    ['half a transaction id', { transaction_id: 'abc123' }, 'transaction_id_invalid'],
  ] as const)('is refused with %s', async (_, change, code) => {
    const customer = await server.customer();
    const refused = await refusedAnnouncement(customer, change as Partial<Announcement>);
    expect(refused.code).toBe(code);
    expect((await log(customer)).items).toEqual([]);
  });

  it('needs a picture of one’s own', async () => {
    const [customer, thief] = [await server.customer(), await server.customer()];
    const picture_id = await voucher(customer);
    expect((await refusedAnnouncement(thief, { picture_id })).code).toBe('picture_unknown');
  });
});

describe('a voucher that was used before', () => {
  it('is refused to its owner: the same picture, or the same transaction', async () => {
    const customer = await server.customer();
    const first = await announce(customer, { picture_id: await voucher(customer, 70_001) });
    const samePicture = await refusedAnnouncement(customer, {
      picture_id: await voucher(customer, 70_001),
    });
    expect(samePicture).toMatchObject({
      code: 'voucher_reused',
      data: { field: 'picture_id', deposit_id: first.deposit_id },
    });
    const sameTransaction = await refusedAnnouncement(customer, {
      transaction_id: ` ${first.transaction_id?.toUpperCase()} `,
    });
    expect(sameTransaction).toMatchObject({ code: 'voucher_reused', data: { field: 'transaction_id' } });
  });

  it('is flagged when another customer uses it, and paid once', async () => {
    const [owner, thief] = [await server.customer(), await server.customer()];
    const mine = await announce(owner, { picture_id: await voucher(owner, 70_002) });
    const stolen = await announce(thief, {
      picture_id: await voucher(thief, 70_002),
      transaction_id: mine.transaction_id ?? '',
    });
    const flags = async (id: number) =>
      (await desk.call('GET desk/queue_item', { queue: 'deposit', id })).item.flags;
    expect(await flags(stolen.deposit_id)).toEqual(['duplicate_voucher', 'duplicate_transaction']);
    expect(await flags(mine.deposit_id)).toEqual(['duplicate_transaction']);
    const answers = await Promise.all([
      decide(mine.deposit_id, 'approve', mine.transaction_id, desk),
      decide(stolen.deposit_id, 'approve', mine.transaction_id, other),
    ]);
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([1, 'transaction_used']);
    const total = async (customer: TestCustomer) => Number((await spotBalance(server, customer))[0]);
    expect((await total(owner)) + (await total(thief))).toBe(100);
  });

  it('cannot be approved without naming the transaction', async () => {
    const customer = await server.customer();
    const deposit = await announce(customer, { transaction_id: undefined });
    const { deposit_id: id } = deposit;
    expect((await decide(id, 'approve', null)).body.code).toBe('missing_field');
    expect((await decide(id, 'approve', 'looks fine')).body.code).toBe('transaction_id_invalid');
    const paid = await announce(customer);
    await decide(paid.deposit_id, 'approve', paid.transaction_id);
    expect((await decide(id, 'approve', paid.transaction_id)).body.code).toBe('transaction_used');
    expect(await spotBalance(server, customer)).toEqual(['100', '0']);
  });
});

describe('operators', () => {
  it('decide once: of two at the same moment only the first counts', async () => {
    const customer = await server.customer();
    for (const action of ['approve', 'reject'] as const) {
      const before = await spotBalance(server, customer);
      const { deposit_id: id, transaction_id: tx } = await announce(customer);
      const answers = await Promise.all([decide(id, 'approve', tx, desk), decide(id, action, tx, other)]);
      expect(answers.map(({ body }) => body.code).toSorted()).toEqual([1, 'already_decided']);
      const { items } = await log(customer, { deposit_id: id });
      const gained = Number((await spotBalance(server, customer))[0]) - Number(before[0]);
      expect(gained).toBe(items[0]?.state === 'passed' ? 100 : 0);
      const late = await decide(id, 'reject', null);
      expect(late.body.code).toBe('already_decided');
    }
  });

  it('see the voucher’s picture', async () => {
    const customer = await server.customer();
    const { deposit_id: id, picture_id } = await announce(customer);
    const detail = await desk.call('GET desk/queue_item', { queue: 'deposit', id });
    expect(detail.pictures).toEqual([{ id: picture_id, label: 'voucher' }]);
    const item = { queue: 'deposit', id, picture_id: picture_id ?? 0 } as const;
    expect((await desk.call('GET desk/queue_picture', item)).base64.length).toBeGreaterThan(100);
    expect(await desk.refused('GET desk/queue_picture', { ...item, picture_id: 999_999 })).toBe('not_found');
  });
});

describe('a bank transfer', () => {
  it('is credited in USDT at the rate the customer saw', async () => {
    const customer = await server.customer();
    const bank = { currency_id: BANK, network: undefined, transaction_id: undefined };
    const deposit = await announce(customer, { ...bank, amount: '250.5', rate: '1.0' });
    expect(deposit).toMatchObject({
      channel: 'bank',
      network: null,
      currency: 'USDT',
      amount: '250.5',
      paid_amount: '250.5',
      paid_currency: 'USD',
      rate: '1',
    });
    expect((await decide(deposit.deposit_id, 'approve', null)).body.type).toBe('ok');
    expect(await spotBalance(server, customer)).toEqual(['250.5', '0']);
    expect((await log(customer, { currency_id: BANK })).items).toHaveLength(1);
    expect((await refusedAnnouncement(customer, { ...bank, rate: '1.01' })).code).toBe('rate_changed');
    expect((await refusedAnnouncement(customer, { ...bank, amount: '49.99' })).code).toBe('below_minimum');
    expect((await refusedAnnouncement(customer, { ...bank, amount: '50.001' })).code).toBe('invalid_amount');
  });
});

describe('records', () => {
  it('are paged, filtered and one’s own', async () => {
    const [customer, stranger] = [await server.customer(), await server.customer()];
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push((await announce(customer)).deposit_id);
    const first = await log(customer, { limit: 2 });
    expect(first.items.map(item => item.deposit_id)).toEqual([ids[2], ids[1]]);
    const rest = await log(customer, { limit: 2, cursor: first.next_cursor ?? '' });
    expect(rest.items.map(item => item.deposit_id)).toEqual([ids[0]]);
    expect(rest.next_cursor).toBeNull();
    expect((await log(customer, { currency_id: 1 })).items).toEqual([]);
    expect((await log(stranger, { deposit_id: ids[0] })).items).toEqual([]);
  });
});
