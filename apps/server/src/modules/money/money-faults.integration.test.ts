import type { Command } from '@tallystick/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../chains/watcher/chain-watcher.ts';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { FailingBus, type Moment } from '../testing/failing-bus.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import {
  decideWithdrawal,
  freshTransaction,
  saveAddress,
  tryToWithdraw,
  withdraw,
  withdrawer,
  withdrawing,
} from '../testing/withdrawing.ts';

const MOMENTS: readonly Moment[] = ['before', 'after'];

let server: TestServer;
let bus: FailingBus;
let desk: TestDesk;
let customer: TestCustomer;
let shift = 0;

beforeEach(async () => {
  server = await TestServer.start({ bus: inner => (bus = new FailingBus(inner)) });
  desk = await TestDesk.open(server, 'accountant', `ann${++shift}`);
  customer = await withdrawer(server, 1_000);
});
afterEach(async () => {
  await sumsToZero(server);
  await server.close();
});

/**
 * Ends the server as in a crash, starts another one on its data and completes open work. By default the exchange has
 * forgotten its keys, as after a long time, so that only the ledger knows.
 */
async function restart(remembers = false): Promise<void> {
  expect(bus.isDead).toBe(true);
  await server.stop();
  if (!remembers) await server.database.pool.query('delete from idempotency');
  server = await TestServer.start({ after: server });
  await sumsToZero(server);
  await Promise.all([server.services.money.finish(), server.services.money.finish()]);
  await server.services.money.finish();
  desk = await TestDesk.open(server, 'accountant', `ann${++shift}`);
}

const money = () => spotBalance(server, customer);
const withdrawals = async () =>
  (await server.call('GET charge_mention/log3', {}, { token: customer.token })).items;
const deposits = async () =>
  (await server.call('GET charge_mention/log2', {}, { token: customer.token })).items;
const titles = async () =>
  (await server.call('POST news/list', {}, { token: customer.token, lang: 'en' })).items
    .map(notice => notice.title)
    .filter(title => /^(Deposit|Withdrawal) /.test(title));

async function announce(): Promise<{ id: number; transaction: string }> {
  const picture = await uploadPicture(server, customer.token, 'voucher', await samplePicture(1));
  const transaction = freshTransaction();
  const { deposit } = await server.call(
    'POST wallet/charge_req',
    {
      currency_id: 3,
      network: 'TRC20',
      amount: '100',
      picture_id: picture.picture_id,
      transaction_id: transaction,
    },
    { token: customer.token, key: freshKey() },
  );
  return { id: deposit.deposit_id, transaction };
}

const approveDeposit = ({ id, transaction }: { id: number; transaction: string }) =>
  desk.try('POST desk/queue_decide', {
    queue: 'deposit',
    id,
    action: 'approve',
    inputs: { transaction_id: transaction },
  });

async function arrival(inclusion = 1): Promise<Transfer> {
  const { address } = await server.chains.addresses.addressFor(customer.id, 'ERC20', 3);
  const transactionHash = `0x${'ab'.repeat(32)}`;
  const key = `deposit:ERC20:${transactionHash}:0${inclusion === 1 ? '' : `:${inclusion}`}`;
  return {
    key,
    network: 'ERC20',
    transactionHash,
    logIndex: 0,
    inclusion,
    customerId: customer.id,
    address,
    sender: null,
    currencyId: 3,
    amount: 70_000_000n,
    amountMinor: 70_000_000n,
    blockNumber: 7,
    blockHash: `0x${'cd'.repeat(32)}`,
  };
}

describe.each(MOMENTS)('a crash %s the exchange has it', moment => {
  it('neither loses nor doubles an approved deposit', async () => {
    const deposit = await announce();
    bus.failAt('credit', moment);
    expect((await approveDeposit(deposit)).body.type).toBe('ok');
    expect((await deposits())[0]?.state).toBe('processing');
    await restart();
    expect(await deposits()).toMatchObject([{ state: 'passed', amount: '100' }]);
    expect(await money()).toEqual(['1100', '0']);
    expect(await titles()).toEqual(['Deposit credited: 100 USDT']);
    expect((await approveDeposit(deposit)).body.code).toBe('already_decided');
  });

  it('neither loses nor doubles a deposit of the watcher, nor its reversal', async () => {
    const transfer = await arrival();
    bus.failAt('credit', moment);
    await expect(server.services.money.sink.onConfirmed(transfer)).rejects.toThrow('outcome_unknown');
    await restart();
    await server.services.money.sink.onConfirmed(transfer);
    expect(await money()).toEqual(['1070', '0']);
    // A second crash, of another process: the chain was reorganised.
    await server.stop();
    server = await TestServer.start({ after: server, bus: inner => (bus = new FailingBus(inner)) });
    bus.failAt('reverseDeposit', moment);
    await expect(server.services.money.sink.onReorganised(transfer)).rejects.toThrow('outcome_unknown');
    await restart();
    await server.services.money.sink.onReorganised(transfer);
    expect(await money()).toEqual(['1000', '0']);
    expect((await deposits())[0]?.state).toBe('reversed');
    // Included again in another block.
    await server.services.money.sink.onConfirmed(await arrival(2));
    expect(await money()).toEqual(['1070', '0']);
    expect((await deposits()).map(item => item.state)).toEqual(['passed', 'reversed']);
  });

  it('neither loses nor doubles a request, whether or not its sender repeats it', async () => {
    const { address_id } = await saveAddress(server, customer);
    bus.failAt('requestWithdrawal', moment);
    const input = await withdrawing(server, customer, { address_id });
    const key = freshKey();
    const send = () => server.try('POST wallet/out', input, { token: customer.token, key });
    expect((await send()).body).toMatchObject({ code: 'outcome_unknown', data: { idempotency_key: key } });
    await restart();
    expect(await money()).toEqual(['900', '100']);
    expect((await send()).body).toMatchObject({ type: 'ok', data: { withdrawal: { state: 'processing' } } });
    expect(await withdrawals()).toHaveLength(1);
    expect(await money()).toEqual(['900', '100']);
    expect(await titles()).toEqual(['Withdrawal requested: 100 USDT']);
  });

  it('returns the money of a cancelled withdrawal once', async () => {
    const { address_id } = await saveAddress(server, customer);
    const { withdrawal_id } = await withdraw(server, customer, { address_id });
    bus.failAt('releaseWithdrawal', moment);
    const cancel = () => server.try('POST wallet/out/cancel', { withdrawal_id }, { token: customer.token });
    expect((await cancel()).body.type).toBe('ok');
    await restart();
    expect(await withdrawals()).toMatchObject([{ state: 'cancelled' }]);
    expect(await money()).toEqual(['1000', '0']);
    expect((await cancel()).body.code).toBe('withdrawal_not_pending');
  });

  it('returns the money of a rejected withdrawal once', async () => {
    const { address_id } = await saveAddress(server, customer);
    const { withdrawal_id: id } = await withdraw(server, customer, { address_id });
    bus.failAt('releaseWithdrawal', moment);
    expect(await decideWithdrawal(desk, id, 'reject')).toBe(1);
    await restart();
    expect(await withdrawals()).toMatchObject([{ state: 'rejected', reason: 'The name does not match' }]);
    expect(await money()).toEqual(['1000', '0']);
    expect(await decideWithdrawal(desk, id, 'reject')).toBe('already_decided');
  });

  it('books a sent withdrawal once', async () => {
    const { address_id } = await saveAddress(server, customer);
    const { withdrawal_id: id } = await withdraw(server, customer, { address_id });
    await decideWithdrawal(desk, id, 'approve');
    bus.failAt('settleWithdrawal', moment);
    const transaction = freshTransaction();
    expect(await decideWithdrawal(desk, id, 'send', transaction)).toBe(1);
    await restart();
    expect(await withdrawals()).toMatchObject([{ state: 'passed', transaction_id: transaction }]);
    expect(await money()).toEqual(['900', '0']);
    expect((await titles()).filter(title => title.startsWith('Withdrawal sent'))).toHaveLength(1);
    expect(await decideWithdrawal(desk, id, 'send', transaction)).toBe('already_decided');
  });
});

describe('a crash', () => {
  it('between approval and sending changes nothing: it is sent afterwards, once', async () => {
    const { address_id } = await saveAddress(server, customer);
    const { withdrawal_id: id } = await withdraw(server, customer, { address_id });
    await decideWithdrawal(desk, id, 'approve');
    bus.failAt('cancelAllOrders', 'before');
    const cancelAll = await server.try('POST coin/cancel_all', {}, { token: customer.token });
    expect(cancelAll.body.code).toBe('outcome_unknown');
    await restart();
    expect(await withdrawals()).toMatchObject([{ state: 'approved' }]);
    expect(await money()).toEqual(['900', '100']);
    expect(await decideWithdrawal(desk, id, 'send', freshTransaction())).toBe(1);
    expect(await money()).toEqual(['900', '0']);
  });
});

describe('what the exchange refuses', () => {
  it('is reported, does not count as a request, and leaves nothing frozen', async () => {
    const { address_id } = await saveAddress(server, customer);
    // The money is available at the check, but spent when the exchange gets the request.
    const input = await withdrawing(server, customer, { address_id, amount: '1000' });
    const spend = { from: 'spot', to: 'trust', currency_id: 3, amount: '1000' } as const;
    const [asked, spent] = await Promise.all([
      server.try('POST wallet/out', input, { token: customer.token, key: freshKey() }),
      server.try('POST wallet/change', spend, { token: customer.token, key: freshKey() }),
    ]);
    expect([asked.body.code, spent.body.code].toSorted()).toEqual([1, 'insufficient_balance']);
    expect(await money()).toEqual(asked.body.type === 'ok' ? ['0', '1000'] : ['0', '0']);
    expect(await withdrawals()).toHaveLength(asked.body.type === 'ok' ? 1 : 0);
    const { body } = await tryToWithdraw(server, customer, { address_id });
    expect(body.code).toBe('insufficient_balance');
  });

  const custody = { ownerId: 0, account: 'custodyTron', currencyId: 3 } as const;

  async function book(command: Command): Promise<void> {
    expect((await server.engine.bus.submit(command)).outcome.ok).toBe(true);
  }

  /** Brings the deposits' account so close to its limit that another hundred is refused. */
  const fill = () =>
    book({
      type: 'credit',
      customerId: customer.id,
      account: 'spot',
      currencyId: 3,
      amountMinor: 2n ** 59n + server.engine.exchange.balance(custody).availableMinor - 50_000_000n,
      from: 'custodyTron',
      reference: 'fill',
    });

  /** Makes room again. */
  const makeRoom = () =>
    book({
      type: 'reverseCredit',
      customerId: customer.id,
      account: 'spot',
      currencyId: 3,
      amountMinor: 1_000_000_000n,
      to: 'custodyTron',
      reference: 'fill',
    });
  const inSpot = async () => Number((await money())[0]);

  it('of a deposit is overcome by a new approval and credited once', async () => {
    const deposit = await announce();
    await fill();
    expect((await approveDeposit(deposit)).body.code).toBe('amount_too_large');
    await makeRoom();
    const before = await inSpot();
    expect((await approveDeposit(deposit)).body.type).toBe('ok');
    expect(await deposits()).toMatchObject([{ state: 'passed' }]);
    expect((await inSpot()) - before).toBe(100);
    await server.services.money.finish();
    expect((await approveDeposit(deposit)).body.code).toBe('already_decided');
    expect((await inSpot()) - before).toBe(100);
  });

  it('of a deposit stays refused after a crash, until it is approved again', async () => {
    const deposit = await announce();
    await fill();
    bus.failAt('credit', 'after');
    expect((await approveDeposit(deposit)).body.type).toBe('ok');
    // Before the restart the exchange's state changes, so that it would now answer differently.
    await makeRoom();
    const before = await inSpot();
    await restart(true);
    expect(await deposits()).toMatchObject([{ state: 'processing' }]);
    expect((await inSpot()) - before).toBe(0);
    expect((await approveDeposit(deposit)).body.type).toBe('ok');
    expect(await deposits()).toMatchObject([{ state: 'passed' }]);
    expect((await inSpot()) - before).toBe(100);
    expect(await titles()).toEqual(['Deposit credited: 100 USDT']);
  });

  it('of a request is answered the same again, figures included, even after a crash', async () => {
    const { address_id } = await saveAddress(server, customer);
    const input = await withdrawing(server, customer, { address_id, amount: '1000' });
    await server.call(
      'POST wallet/change',
      { from: 'spot', to: 'trust', currency_id: 3, amount: '1' },
      { token: customer.token, key: freshKey() },
    );
    const key = freshKey();
    const send = () => server.try('POST wallet/out', input, { token: customer.token, key });
    const first = await send();
    expect(first.body.code).toBe('insufficient_balance');
    await server.call(
      'POST wallet/change',
      { from: 'trust', to: 'spot', currency_id: 3, amount: '1' },
      { token: customer.token, key: freshKey() },
    );
    expect((await send()).body).toEqual(first.body);
    await server.stop();
    server = await TestServer.start({ after: server });
    expect((await send()).body).toEqual(first.body);
    expect(await money()).toEqual(['1000', '0']);
  });
});
