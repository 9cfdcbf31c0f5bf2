import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { changeSetting } from '../testing/setting.ts';
import { COLD, EvmWorld } from './testing/evm-world.ts';

let world: EvmWorld;
beforeAll(async () => {
  world = await EvmWorld.start();
  await world.payEther(world.signer.hot.address, '2');
  await world.blocks();
});
afterAll(() => world.close());
afterEach(() => sumsToZero(world.server));

/** Real addresses of unknown owners. */
const OUTSIDE = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

describe('chain and ledger', () => {
  it('differ by what nobody has booked, which is a case for two people and then explained for good', async () => {
    await world.blocks(1);
    const waiting = await world.desk.call('GET desk/queue', { queue: 'custody' });
    expect(waiting.items).toMatchObject([
      { title: 'ETH · ERC20', amount: '2', state: 'open', flags: ['more_at_chain'] },
    ]);
    const [{ id } = { id: 0 }] = waiting.items;
    const decision = { queue: 'custody', id, action: 'explain', reason: 'Our own float for fees' } as const;
    await world.desk.call('POST desk/queue_decide', decision);
    expect(await world.desk.refused('POST desk/queue_decide', decision)).toBe('same_operator');
    await world.blocks(2);
    // Looked at again, it is the same one.
    expect((await world.desk.call('GET desk/queue', { queue: 'custody' })).items).toHaveLength(1);
    const done = await world.second.call('POST desk/queue_decide', decision);
    expect(done.item.state).toBe('resolved');
    await world.blocks(2);
    expect((await world.desk.call('GET desk/queue', { queue: 'custody' })).items).toEqual([]);
    expect(await world.position('ETH')).toMatchObject({
      unexplained: '0',
      explained: [{ name: 'resolved', amount: '2' }],
    });
  });

  it('agree while a deposit confirms and once it is credited; less than the minimum is named', async () => {
    const { who, address } = await world.depositor(100);
    await world.payTokens(address, 20_000_000n);
    await world.payTokens(address, 3_000_000n);
    await world.blocks(1);
    expect(await world.position('USDT')).toMatchObject({
      ledger: '100',
      deposits: '123',
      unexplained: '0',
      explained: [
        { name: 'confirming', amount: '20' },
        { name: 'below_minimum', amount: '3' },
      ],
    });
    await world.blocks(2);
    expect(await world.position('USDT')).toMatchObject({ ledger: '120', unexplained: '0' });
    expect(await spotBalance(world.server, who)).toEqual(['120', '0']);
  });

  it('that differ for a moment are no case', async () => {
    const { pool } = world.server.database;
    const wrong = `update chain_transfers set amount = amount + $1 where state = 'seen' or reason = 'below_minimum'`;
    await pool.query(wrong, [1]);
    await world.look();
    expect((await world.position('USDT')).unexplained).toBe('-0.000001');
    await pool.query(wrong, [-1]);
    await world.look();
    expect((await world.desk.call('GET desk/queue', { queue: 'custody' })).items).toEqual([]);
    await pool.query(wrong, [2]);
    await world.look();
    // Somebody sends a little each time.
    await pool.query(wrong, [-1]);
    await world.look();
    const open = await world.desk.call('GET desk/queue', { queue: 'custody' });
    expect(open.items).toMatchObject([{ amount: '-0.000001', flags: ['less_at_chain'] }]);
    await pool.query(wrong, [-1]);
    await world.look();
    expect((await world.desk.call('GET desk/queue', { queue: 'custody' })).items).toEqual([]);
    const gone = await world.desk.call('GET desk/queue', { queue: 'custody', state: 'vanished' });
    expect(gone.items).toHaveLength(1);
  });
});

it('a batch that there is none of is not found', async () => {
  expect(await world.desk.refused('GET desk/custody_batch', { batch_id: 999_999 })).toBe('not_found');
});

describe('a sweep and a payout', () => {
  it('move a deposit to the hot address and out of it again, and chain and ledger agree all the way', async () => {
    const { who, address } = await world.depositor(1_000);
    const plan = await world.desk.call('GET desk/custody_plan', { network: 'ERC20' });
    expect(plan.sweeps).toContainEqual({
      address,
      customer_id: who.id,
      currency: 'USDT',
      amount: '1000',
      to: 'hot',
      gas_short: expect.any(String) as string,
      in_batch: false,
    });
    await world.sweep();
    expect(await world.tokensOf(address)).toBe(0n);
    expect(await world.position('USDT')).toMatchObject({ deposits: '0', unexplained: '0' });
    const id = await world.approved(who, OUTSIDE, '105');
    const batch = await world.build('payout');
    expect(batch).toMatchObject({
      state: 'draft',
      kind: 'payout',
      totals: [{ currency: 'USDT', amount: '100' }],
    });
    expect(batch.contents).toMatchObject([{ withdrawal_id: id, recipient: OUTSIDE, amount: '100' }]);
    expect((await world.shown(who)).state).toBe('approved');
    expect(await world.signed(batch.id)).toMatchObject({ state: 'signed', deviations: [] });
    expect((await world.shown(who)).state).toBe('approved');
    // Where a customer's money goes is not readable in the database.
    const readable = await world.server.database.pool.query(
      `select from custody_items i, custody_transactions t, custody_batches b
        where (i::text || t::text || b::text) ilike '%' || $1 || '%'`,
      [OUTSIDE.slice(2)],
    );
    expect(readable.rowCount).toBe(0);
    const sent = await world.send(batch.id);
    expect(sent.state).toBe('sent');
    expect(await world.shown(who)).toMatchObject({
      state: 'sending',
      transaction_id: sent.transactions[0]?.transaction_id,
    });
    await world.blocks(1);
    expect(await world.tokensOf(OUTSIDE)).toBe(100_000_000n);
    expect(await world.position('USDT')).toMatchObject({
      unexplained: '0',
      explained: expect.arrayContaining([{ name: 'leaving', amount: '-100' }]) as unknown,
    });
    await world.blocks(2);
    expect((await world.shown(who)).state).toBe('passed');
    expect(await spotBalance(world.server, who)).toEqual(['895', '0']);
    expect(await world.batch(batch.id)).toMatchObject({ state: 'confirmed', contents: [{ state: 'done' }] });
    await world.look();
    expect((await world.position('USDT')).unexplained).toBe('0');
    const ether = await world.position('ETH');
    expect(ether.unexplained).toBe('0');
    expect(ether.explained.map(one => one.name)).toEqual(['network_fees', 'resolved']);
    expect((await world.desk.call('GET desk/queue', { queue: 'custody' })).items).toEqual([]);
  });

  it('go to the cold address once the hot one has its maximum, which then gives what it has too much', async () => {
    const { settings } = world.server.services;
    const value = settings.get('custody');
    const small = { hot_target: '100', hot_maximum: '200' };
    const items = value.items.map(item => (item.currency_id === USDT ? { ...item, ...small } : item));
    await changeSetting(world.server, 'custody', { ...value, items });
    const { hot, to_cold: tooMuch } = await world.position('USDT');
    expect(Number(tooMuch)).toBe(Number(hot) - 100);
    const { address } = await world.depositor(300);
    const { sweeps } = await world.desk.call('GET desk/custody_plan', { network: 'ERC20' });
    expect(sweeps.find(one => one.address === address)?.to).toBe('cold');
    await world.sweep();
    const swept = await world.position('USDT');
    expect(swept).toMatchObject({ hot, deposits: '0', unexplained: '0' });
    expect(Number(swept.cold)).toBeGreaterThanOrEqual(300);
    const batch = await world.build('to_cold');
    expect(batch.contents).toMatchObject([{ recipient: COLD, amount: tooMuch }]);
    await world.sent(batch.id);
    await world.blocks();
    const after = await world.position('USDT');
    expect([after.hot, Number(after.cold), after.unexplained]).toEqual([
      '100',
      Number(swept.cold) + Number(tooMuch),
      '0',
    ]);
    await changeSetting(world.server, 'custody', value);
  });

  it('of the coin itself leave behind only what the fee may have been', async () => {
    const { address } = await world.depositor(50);
    await world.sweep();
    await world.payEther(address, '1');
    await world.blocks();
    const { id } = await world.build('sweep');
    await world.sent(id);
    await world.blocks();
    expect(await world.batch(id)).toMatchObject({ state: 'confirmed' });
    expect(await world.anvil.chain.getBalance({ address })).toBeLessThan(10n ** 15n);
    expect((await world.position('ETH')).unexplained).toBe('0');
  });
});
