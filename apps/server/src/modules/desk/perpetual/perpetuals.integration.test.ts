import type { DeskInput } from '@tallystick/protocol/desk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PerpetualTraders } from '../../../testing/perpetual-traders.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../../testing/traders.ts';

const TERMS = {
  market_id: BTC_USDT,
  maker_fee_percent: '0.03',
  taker_fee_percent: '0.10',
  price_band_percent: '5',
  liquidation_fee_percent: '0.5',
  interest_percent: '-0.01',
  funding_cap_percent: '0.5',
  funding_interval_hours: 8,
  max_order_lots: 500,
  max_open_interest_lots: 100_000,
  max_customer_value: '100000',
  multiples: [1, 5, 10, 25],
  tiers: [{ up_to_value: '100000', max_multiple: 25, maintenance_percent: '2' }],
};

let server: TestServer;
let traders: PerpetualTraders;
let maker: TestDesk;
let checker: TestDesk;
let support: TestDesk;
let house: TestCustomer;
let customer: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new PerpetualTraders(server);
  maker = await TestDesk.open(server, 'accountant', 'maker');
  checker = await TestDesk.open(server, 'administrator', 'checker');
  support = await TestDesk.open(server, 'support', 'support');
});
afterAll(() => server.close());
beforeEach(async () => {
  await traders.begin();
  house = await traders.join(1_000_000);
  customer = await traders.join();
});

const propose = (kind: DeskInput<'POST desk/propose'>['kind'], change: Record<string, unknown>) =>
  maker.call('POST desk/propose', { kind, change, note: 'because' });
const confirm = (id: number) => checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
const contract = async () => (await support.call('GET desk/perpetuals', {})).items[0]!.contract;

describe('terms of a contract', () => {
  it('are changed by two people; positions keep the rate they were ordered with', async () => {
    await traders.quote(house, '59990', '60010', 100);
    const { position: before } = await traders.open(customer, {});
    const proposal = await propose('perpetual', TERMS);
    expect(proposal).toMatchObject({
      state: 'pending',
      subject: 'perpetual:1',
      before: { taker_fee_percent: '0.05', multiples: [1, 2, 3, 5, 10, 20, 50, 100] },
      after: {
        taker_fee_percent: '0.05',
        multiples: [1, 5, 10, 25],
        after_hours: { hours: 24, terms: { taker_fee_percent: '0.1', interest_percent: '-0.01' } },
      },
    });
    expect((await contract()).max_order_lots).not.toBe(500);
    expect(await maker.refused('POST desk/proposal_decide', { id: proposal.id, decision: 'confirm' })).toBe(
      'same_operator',
    );
    await confirm(proposal.id);
    const announced = await contract();
    expect(announced).toMatchObject({
      tick_size: '0.1',
      taker_fee_percent: '0.05',
      max_order_lots: 500,
      announced: { taker_fee_percent: '0.1', tiers: [{ maintenance_percent: '2' }] },
    });
    await TestDesk.wait(server, announced.announced!.effective_at_ms - server.clock.nowMs);
    await traders.index(60_000);
    expect(await contract()).toMatchObject({
      taker_fee_percent: '0.1',
      tiers: [{ up_to_value: '100000', max_multiple: 25, maintenance_percent: '2' }],
      announced: null,
    });
    const [kept] = await traders.positions(customer);
    expect(kept).toMatchObject({
      maintenance_percent: '0.5',
      liquidation_price: before.liquidation_price,
      taker_fee_percent: before.taker_fee_percent,
    });
    await traders.quote(house, '59990', '60010', 100);
    const { position: after } = await traders.open(customer, { lots: 10, multiple: 5 });
    expect(after).toMatchObject({ maintenance_percent: '2', fee: '0.6001', taker_fee_percent: '0.1' });
    expect(before.taker_fee_percent).not.toBe('0.1');
    // Any whole multiple up to the largest of the terms.
    expect((await traders.refused(customer, { multiple: 26 })).code).toBe('multiple_not_offered');
  });

  it('are refused when they cannot be, or smuggle something in', async () => {
    const refused = (change: Record<string, unknown>) =>
      maker.refused('POST desk/propose', { kind: 'perpetual', change, note: 'because' });
    expect(await refused({ ...TERMS, market_id: 8 })).toBe('unknown_perpetual');
    expect(await refused({ ...TERMS, multiples: [5, 1] })).toBe('invalid_perpetual');
    expect(await refused({ ...TERMS, tiers: [{ ...TERMS.tiers[0], maintenance_percent: '50' }] })).toBe(
      'invalid_perpetual',
    );
    for (const smuggled of [
      { mark_price: '1' },
      { tick_size: '1' },
      { lot_size: '1' },
      { funding_rate: '1' },
    ])
      expect(await refused({ ...TERMS, ...smuggled })).toBe('invalid_input');
    expect(await support.refused('POST desk/propose', { kind: 'perpetual', change: TERMS, note: 'x' })).toBe(
      'operator_forbidden',
    );
  });
});

describe('the stop', () => {
  it('counts at once and is logged; going on again takes two people', async () => {
    const stop = { market_id: BTC_USDT, status: 'halted', reason: 'odd prices' } as const;
    expect(await support.refused('POST desk/perpetual_stop', stop)).toBe('operator_forbidden');
    expect(await maker.call('POST desk/perpetual_stop', stop)).toEqual({ stopped: [BTC_USDT] });
    expect((await contract()).status).toBe('halted');
    expect(await maker.refused('POST desk/perpetual_stop', stop)).toBe('nothing_changed');
    expect(await maker.refused('POST desk/perpetual_stop', { ...stop, market_id: 8 })).toBe(
      'unknown_perpetual',
    );
    const { items } = await checker.call('GET desk/audit', { subject: 'perpetual:1' });
    expect(items[0]).toMatchObject({ action: 'perpetual.stop', after: { reason: 'odd prices' } });

    const all = await maker.call('POST desk/perpetual_stop', { status: 'cancel_only', reason: 'all' });
    expect(all.stopped).not.toContain(BTC_USDT);
    expect(all.stopped).toHaveLength(6);
    const proposal = await propose('perpetual_status', { market_id: null, status: 'open' });
    await confirm(proposal.id);
    await TestDesk.wait(server, 10 * 60_000);
    await traders.index(60_000);
    const { items: contracts } = await support.call('GET desk/perpetuals', {});
    expect(new Set(contracts.map(one => one.contract.status))).toEqual(new Set(['open']));
    const nothing = {
      kind: 'perpetual_status',
      change: { market_id: null, status: 'open' },
      note: 'x',
    } as const;
    expect(await maker.refused('POST desk/propose', nothing)).toBe('nothing_changed');
  });
});

it('liquidations of all customers are shown with what they were computed from', async () => {
  await traders.quote(house, '59990', '60010', 10);
  const { position } = await traders.open(customer, { lots: 10, multiple: 25 });
  await server.call('POST lever/cancel_all', {}, auth(house));
  await traders.index(57_500);
  const { items } = await support.call('GET desk/liquidations', {});
  expect(items[0]).toMatchObject({
    customer_id: customer.id,
    position_id: position.position_id,
    liquidation_price: position.liquidation_price,
  });
});
