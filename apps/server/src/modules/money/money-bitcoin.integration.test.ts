import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { findLitecoind, Litecoind } from '../../chains/testing/litecoind.ts';
import type { ChainWatcher } from '../../chains/watcher/chain-watcher.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { minimumOfDeposits } from '../deposit/minimum.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { decideWithdrawal, mayWithdraw, saveAddress, withdraw } from '../testing/withdrawing.ts';

const found = await findLitecoind();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(skipped !== '')(`BTC, on a real node${skipped}`, () => {
  let node: Litecoind;
  let server: TestServer;
  let watcher: ChainWatcher;
  let desk: TestDesk;
  let names = 0;

  beforeAll(async () => {
    node = await Litecoind.start();
    server = await TestServer.start({
      chains: { DEPOSIT_RPC_BTC: [node.url], DEPOSIT_NETWORK_BTC: 'litecoin-regtest' },
    });
    const { settings, money } = server.services;
    const minimumMinor = minimumOfDeposits({ settings, exchange: server.engine.exchange });
    watcher = server.chains.watch({ sink: money.sink, minimumMinor }).watchers[0]!;
    await watcher.tick();
  });
  afterAll(async () => {
    await server?.close();
    await node?.stop();
  });
  beforeEach(async () => {
    desk = await TestDesk.open(server, 'accountant', `bob${++names}`);
  });
  afterEach(() => sumsToZero(server));

  async function addressOf(who: TestCustomer, currencyId: number): Promise<string> {
    const input = { currency_id: currencyId, network: 'OMNI' } as const;
    const shown = await server.call('POST wallet/get_in_address', input, { token: who.token });
    expect(shown.networks.find(one => one.network === 'OMNI')?.automatic).toBe(currencyId === BTC);
    return shown.address!.address;
  }

  async function confirm(blocks = 3): Promise<void> {
    await node.mine(blocks);
    await watcher.tick();
  }

  const balance = (who: TestCustomer) => spotBalance(server, who, BTC);
  const log = (who: TestCustomer) => server.call('GET charge_mention/log2', {}, { token: who.token });

  /** A customer who may withdraw, with BTC out of the chain. */
  async function withdrawer(coins: string): Promise<TestCustomer> {
    const customer = await server.customer();
    await mayWithdraw(server, customer);
    await node.pay({ [await addressOf(customer, BTC)]: coins });
    await confirm();
    expect(await balance(customer)).toEqual([coins, '0']);
    return customer;
  }

  async function saved(who: TestCustomer, address: string): Promise<number> {
    return (await saveAddress(server, who, { currency_id: BTC, network: 'OMNI', address })).address_id;
  }

  /** An approved withdrawal, and the coins it is to be paid with. */
  async function approved(who: TestCustomer, addressId: number): Promise<{ id: number; pays: string }> {
    const asked = await withdraw(server, who, { currency_id: BTC, address_id: addressId, amount: '0.04' });
    expect(await decideWithdrawal(desk, asked.withdrawal_id, 'approve')).toBe(1);
    return { id: asked.withdrawal_id, pays: asked.receive };
  }

  it('is shown while it confirms, credited once, and taken back when its block is left', async () => {
    const customer = await server.customer();
    const address = await addressOf(customer, BTC);
    expect(address).toMatch(/^rltc1q/);
    expect(await addressOf(customer, USDT)).toMatch(/^[mn]/);
    const transaction = await node.pay({ [address]: '0.12345678' });
    await confirm(1);
    expect(await log(customer)).toMatchObject({
      items: [],
      arriving: [
        { transaction_id: transaction, amount: '0.12345678', state: 'confirming', confirmations: 1 },
      ],
    });
    await confirm(2);
    await watcher.tick();
    expect(await balance(customer)).toEqual(['0.12345678', '0']);
    await node.leave(3);
    await node.mineOnly();
    await watcher.tick();
    expect(await balance(customer)).toEqual(['0', '0']);
    expect((await log(customer)).items).toMatchObject([{ state: 'reversed', transaction_id: transaction }]);
    await confirm();
    expect(await balance(customer)).toEqual(['0.12345678', '0']);
  });

  it('is paid out to several in one transaction, each of whose outputs settles one', async () => {
    const [ann, ben] = [await withdrawer('1'), await withdrawer('1')];
    const addresses = [await node.address(), await node.address('legacy')] as const;
    const annsAddress = await saved(ann, addresses[0]);
    const first = await approved(ann, annsAddress);
    const second = await approved(ben, await saved(ben, addresses[1]));
    const transaction = await node.pay({ [addresses[0]]: first.pays, [addresses[1]]: second.pays });
    expect(await decideWithdrawal(desk, first.id, 'send', transaction)).toBe(1);
    expect(await decideWithdrawal(desk, second.id, 'send', transaction)).toBe(1);
    await confirm();
    await server.services.money.followPayouts();
    expect([await balance(ann), await balance(ben)]).toEqual([
      ['0.96', '0'],
      ['0.96', '0'],
    ]);
    const again = await approved(ann, annsAddress);
    expect(await decideWithdrawal(desk, again.id, 'send', transaction)).toBe('transaction_used');
    const short = await node.pay({ [addresses[0]]: '0.01' });
    expect(await decideWithdrawal(desk, again.id, 'send', short)).toBe('transaction_differs');
  });

  it('whose payout was replaced stays frozen and is flagged, until the new one is named', async () => {
    const customer = await withdrawer('1');
    const address = await node.address();
    const { id, pays } = await approved(customer, await saved(customer, address));
    const cheap = await node.payReplaceably(address, pays);
    expect(await decideWithdrawal(desk, id, 'send', cheap)).toBe(1);
    const dear = await node.raiseFee(cheap);
    await server.services.money.followPayouts();
    const { item } = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id });
    expect(item).toMatchObject({ state: 'sending', flags: expect.arrayContaining(['payout_doubted']) });
    expect(await balance(customer)).toEqual(['0.96', '0.04']);
    await confirm();
    expect(await decideWithdrawal(desk, id, 'send', cheap)).toBe('transaction_not_found');
    expect(await decideWithdrawal(desk, id, 'send', dear)).toBe(1);
    expect(await balance(customer)).toEqual(['0.96', '0']);
  });
});
