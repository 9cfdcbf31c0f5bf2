import { HOUR_MS } from '@tallystick/core/durations';
import { deskCalls } from '@tallystick/protocol/desk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { PerpetualTraders } from '../../../testing/perpetual-traders.ts';
import { samplePicture, uploadPicture } from '../../../testing/sample-pictures.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../../testing/test-server.ts';
import { announce, lumaChange, passTo } from '../../launch/testing/offer.ts';
import { Players } from '../../option/testing/players.ts';
import { listDemoTrust } from '../../trust/listing.ts';

/** Soon enough that the operator's session is still valid. */
const BEGINS_IN_MS = 5 * 60_000;

let server: TestServer;
let support: TestDesk;
let ann: TestCustomer;
let other: TestCustomer;
let auth: { readonly token: string };

beforeAll(async () => {
  server = await TestServer.start();
  support = await TestDesk.open(server, 'support', 'support');
  const traders = new PerpetualTraders(server);
  await traders.begin();
  const players = await Players.of(server);
  await listDemoTrust(server.database.pool, server.engine.exchange, server.engine.bus);
  ann = await server.customer('funded');
  other = await server.customer();
  auth = { token: ann.token };
  await traders.welcome(ann);
  await players.equip(ann);
  await traders.open(ann, { type: 'limit', price: '59000', lots: 3, multiple: 10 });
  await players.buy(ann);
  await announce(server, lumaChange(server.clock.nowMs - HOUR_MS + BEGINS_IN_MS));
});
afterAll(() => server.close());

const id = (): { customer_id: number } => ({ customer_id: ann.id });
const key = () => ({ ...auth, key: freshKey() });

describe('what a customer holds, at the desk', () => {
  it('positions are those the customer sees', async () => {
    const view = 'pending';
    const shown = await support.call('GET desk/customer_positions', { ...id(), view });
    expect(shown.items).toHaveLength(1);
    expect(shown).toEqual(await server.call('POST lever/my_trade', { view }, auth));
    expect((await support.call('GET desk/customer_positions', id())).items).toEqual([]);
  });

  it('second options come without their receipts, including settled ones, newest first page by page', async () => {
    const players = await Players.of(server);
    const { items } = await support.call('GET desk/customer_options', id());
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('receipt');
    const [own] = await players.list(ann);
    expect(own).toMatchObject(items[0] ?? {});
    await players.later(1_000);
    await players.later(58_000, 61_000);
    await players.later(1_000, 61_000);
    await players.buy(ann, { amount: '20', direction: 'fall' });
    await players.later(1_000, 61_000);
    await players.later(58_000, 62_000);
    await players.later(1_000, 62_000);
    await players.later(1_000, 62_000);
    const paged = { ...id(), view: 'history', limit: 1 } as const;
    const first = await support.call('GET desk/customer_options', paged);
    const next = await support.call('GET desk/customer_options', {
      ...paged,
      cursor: first.next_cursor ?? '',
    });
    expect([...first.items, ...next.items].map(({ stake, outcome }) => [stake, outcome])).toEqual([
      ['20', 'lost'],
      ['100', 'won'],
    ]);
    expect(next.next_cursor).toBeNull();
  });

  it('trust orders and commitments to new currencies are those the customer sees', async () => {
    await server.call(
      'POST wallet/change',
      { currency_id: USDT, from: 'spot', to: 'trust', amount: '500' },
      key(),
    );
    const bid = { product_id: 1, amount: '500', terms_version: 1, agreement: true };
    await server.call('POST lh/deposit', bid, key());
    const trust = await support.call('GET desk/customer_trust_orders', id());
    expect(trust.items.map(({ amount }) => amount)).toEqual(['500']);
    expect(trust).toEqual(await server.call('GET lh/deposit/order', {}, auth));

    await passTo(server, server.clock.nowMs + BEGINS_IN_MS);
    const commitment = { offer_id: 1, currency_id: USDT, amount: '100', agreement: true };
    await server.call('POST lh/send/order', commitment, key());
    const launch = await support.call('GET desk/customer_launch_orders', id());
    expect(launch.items.map(({ code, value }) => [code, value])).toEqual([['LUMA', '100']]);
    expect(launch).toEqual(await server.call('GET lh/send/order_list', {}, auth));
  });

  it('deposits and withdrawals come without the fields that only their queue shows', async () => {
    const { picture_id } = await uploadPicture(server, ann.token, 'voucher', await samplePicture(1));
    const transaction_id = 'ab'.repeat(32);
    await server.call(
      'POST wallet/charge_req',
      { currency_id: USDT, network: 'TRC20', amount: '150', picture_id, transaction_id },
      key(),
    );
    const { items } = await support.call('GET desk/customer_deposits', id());
    expect(items).toMatchObject([{ amount: '150', currency: 'USDT', state: 'processing', transaction_id }]);
    for (const hidden of ['address', 'picture_id', 'explorer_url']) {
      expect(items[0]).not.toHaveProperty(hidden);
    }
    expect(await support.call('GET desk/customer_withdrawals', id())).toEqual({
      items: [],
      next_cursor: null,
    });
  });

  it('limits, practice and holds can be read, but no call changes them', async () => {
    const limits = await server.call(
      'POST limits/self',
      { daily_loss_limit: '1000', cool_down_hours: 2 },
      auth,
    );
    const stoppedUntilMs = server.clock.nowMs + 2 * HOUR_MS;
    expect(limits).toMatchObject({ daily_loss_limit: '1000', stopped_until_ms: stoppedUntilMs });
    const shown = await support.call('GET desk/customer_limits', id());
    expect(shown.limits).toEqual(limits);
    expect(shown.withdrawal_hold).toBeNull();
    const { balances } = await server.call('GET microtrade/practice', {}, auth);
    expect(shown.practice).toEqual(balances);
    expect(await support.call('GET desk/customer_limits', { customer_id: other.id })).toMatchObject({
      limits: { daily_loss_limit: null, stopped_until_ms: null },
    });
    expect(await support.refused('GET desk/customer_limits', { customer_id: 999_999 })).toBe('not_found');
    expect(Object.keys(deskCalls).filter(name => /limit/.test(name))).toEqual(['GET desk/customer_limits']);
  });

  it('practice options are listed apart from real ones', async () => {
    const view = 'history' as const;
    const real = await support.call('GET desk/customer_options', { ...id(), view });
    expect(real.items.every(option => !option.practice)).toBe(true);
    const practice = { ...id(), practice: true };
    expect((await support.call('GET desk/customer_options', practice)).items).toEqual([]);
    await server.call('POST microtrade/practice', { currency_id: USDT }, auth);
    const players = await Players.of(server);
    await players.later(1_000, 62_000);
    await players.buy(ann, { practice: true });
    const { items } = await support.call('GET desk/customer_options', practice);
    expect(items).toMatchObject([{ practice: true }]);
    expect((await support.call('GET desk/customer_options', id())).items).toEqual([]);
  });

  it('are shown for an existing customer only, and are that customer’s alone', async () => {
    for (const name of [
      'GET desk/customer_positions',
      'GET desk/customer_options',
      'GET desk/customer_trust_orders',
      'GET desk/customer_launch_orders',
      'GET desk/customer_deposits',
      'GET desk/customer_withdrawals',
    ] as const) {
      expect((await support.call(name, { customer_id: other.id })).items).toEqual([]);
      expect(await support.refused(name, { customer_id: 999_999 })).toBe('not_found');
    }
  });
});
