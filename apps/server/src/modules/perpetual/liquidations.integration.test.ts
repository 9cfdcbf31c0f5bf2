import { parseDecimal } from '@tallystick/core/money/decimal';
import {
  bankruptcyPriceE8,
  liquidationPriceE8,
  maintenanceMargin,
  unrealised,
} from '@tallystick/core/perpetual/formulas';
import { recomputeDeleveraging, recomputeLiquidation } from '@tallystick/verify/perpetual/recompute';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { TestSocket } from '../../testing/socket-client.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';
import { fundDemoInsurance } from './listing.ts';

let server: TestServer;
let traders: PerpetualTraders;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
  traders = new PerpetualTraders(server);
  // Record alerts from now on.
  await server.services.feed.catchUp();
});
afterAll(() => server.close());

let maker: TestCustomer;
let taker: TestCustomer;
beforeEach(async () => {
  await traders.begin();
  maker = await traders.join(1_000_000);
  taker = await traders.join();
});

const minor = (text: string): bigint => parseDecimal(text, 6, { signed: true }) ?? 0n;
const e8 = (text: string): number => Number(parseDecimal(text, 8));
const insurance = async () => (await server.call('GET lever/contracts', {})).insurance.balance;

it('with the fund empty and nobody in the book, the opposing position is reduced at the bankruptcy price', async () => {
  await traders.quote(maker, '59990', '60010', 10);
  const { position } = await traders.open(taker, { lots: 10, multiple: 100 });
  await server.call('POST lever/cancel_all', {}, auth(maker));
  await traders.index(58_000);
  await server.services.feed.catchUp();
  await server.services.perpetual.watch.look();
  await server.services.feed.catchUp();

  const { items } = await server.call('GET lever/liquidations', {}, auth(taker));
  expect(items).toMatchObject([
    {
      position_id: position.position_id,
      lots: 10,
      book_lots: 0,
      deleveraged_lots: 10,
      remaining_lots: 0,
      mark_price: '58000',
      returned: '0',
    },
  ]);
  const reduced = await server.call('GET lever/deleveragings', {}, auth(maker));
  expect(reduced.items).toMatchObject([
    {
      direction: 'short',
      lots: 10,
      against_position_id: position.position_id,
      value: items[0]?.deleveraged_value,
    },
  ]);
  // The customer can recompute it from the record, including the mark and the rank in the queue.
  const [record] = reduced.items;
  if (record?.inputs === null || record?.inputs === undefined) throw new Error('without its inputs');
  const { inputs } = record;
  expect(inputs).toMatchObject({ lots: 10, against_lots: 10, place: 1, candidates: 1, rank_ahead: null });
  const contract = server.engine.exchange.perpetual.contract(BTC_USDT)!;
  const again = recomputeDeleveraging(contract, {
    side: record.direction,
    lots: record.lots,
    multiple: record.multiple,
    before: {
      lots: inputs.lots,
      entryValueMinor: minor(inputs.open_value),
      marginMinor: minor(inputs.margin),
    },
    againstBefore: {
      lots: inputs.against_lots,
      entryValueMinor: minor(inputs.against_open_value),
      marginMinor: minor(inputs.against_margin),
    },
    ranked: { lots: inputs.ranked_lots, entryValueMinor: minor(inputs.ranked_open_value) },
    place: inputs.place,
    candidates: inputs.candidates,
    aheadRankE8: null,
    behindRankE8: null,
    mark: { markE8: e8(record.mark_price) },
  });
  expect(again).toEqual({
    rankE8: e8(record.rank),
    isInOrder: true,
    lots: 10,
    valueMinor: minor(record.value),
    realisedMinor: minor(record.realised_profit),
    returnedMinor: minor(record.returned),
  });
  for (const { mark_price, mark_inputs } of [record, items[0]!]) {
    const { at_ms, index_tick, last_price, ...parts } = mark_inputs!;
    expect(parts).toMatchObject({
      index_price: '58000',
      basis_price: '58000',
      funding_interval_ms: 28_800_000,
    });
    expect({ mark_price, last_price }).toEqual({ mark_price: '58000', last_price: '60010.0' });
    expect(index_tick).toBe(server.engine.exchange.indexTick(BTC_USDT)?.number);
    expect(at_ms).toBe(items[0]?.at_ms);
  }
  // 0.01 BTC sold at 60,010 and bought back at the bankruptcy price.
  expect(minor(reduced.items[0]?.realised_profit ?? '')).toBe(
    minor('600.1') - minor(reduced.items[0]?.value ?? ''),
  );
  const [ended] = await traders.positions(maker, 'history');
  expect(ended).toMatchObject({ close_reason: 'auto_deleverage', closed_lots: 10 });
  expect(server.services.perpetual.alerts.recent(maker.id)).toMatchObject([{ kind: 'deleveraged' }]);
  const { items: notifications } = await server.call('POST news/list', {}, auth(maker));
  expect(notifications[0]?.title).toBe('BTC/USDT: position reduced automatically');
  expect((await server.call('GET lever/deleveragings', {}, auth(taker))).items).toEqual([]);
});

it('a better fill pays into the fund and returns the rest to the customer; anyone can recompute it', async () => {
  await fundDemoInsurance(server.database.pool, server.engine.exchange, server.engine.bus);
  await fundDemoInsurance(server.database.pool, server.engine.exchange, server.engine.bus);
  expect(await insurance()).toBe('500000');
  await traders.quote(maker, '59990', '60010', 10);
  const { position } = await traders.open(taker, { lots: 10, multiple: 50 });
  await server.call('POST lever/cancel_all', {}, auth(maker));
  await traders.quote(maker, '59150', '59300', 10);
  const before = await traders.balance(taker);
  // Between liquidation and bankruptcy price.
  await traders.index(59_050);

  const [liquidation] = (await server.call('GET lever/liquidations', {}, auth(taker))).items;
  if (liquidation === undefined) throw new Error('nothing was liquidated');
  expect(liquidation).toMatchObject({ book_lots: 10, insured_lots: 0, deleveraged_lots: 0 });
  const contract = server.engine.exchange.perpetual.contract(BTC_USDT)!;
  const exposure = {
    side: liquidation.direction,
    lots: liquidation.lots,
    entryValueMinor: minor(liquidation.open_value),
    marginMinor: minor(liquidation.margin),
  };
  const markE8 = e8(liquidation.mark_price);
  const ppm = Number(parseDecimal(liquidation.maintenance_percent, 4));
  const equityMinor = exposure.marginMinor + unrealised(contract, exposure, markE8);
  expect(minor(liquidation.equity)).toBe(equityMinor);
  const neededMinor = maintenanceMargin(contract, markE8, liquidation.lots, ppm);
  expect(minor(liquidation.maintenance_margin)).toBe(neededMinor);
  expect(equityMinor <= neededMinor).toBe(true);
  expect(liquidationPriceE8(contract, exposure, ppm)).toBe(e8(liquidation.liquidation_price));
  expect(bankruptcyPriceE8(contract, exposure)).toBe(e8(liquidation.bankruptcy_price));
  // The liquidation price is the one shown before.
  expect(liquidation.liquidation_price).toBe(position.liquidation_price);

  const percent = (text: string | null) => Number(parseDecimal(text ?? '', 4));
  const end = recomputeLiquidation(contract, {
    ...exposure,
    maintenancePpm: ppm,
    bookValueMinor: minor(liquidation.book_value),
    insuredValueMinor: minor(liquidation.insured_value),
    insurancePaidMinor: minor(liquidation.insurance_paid),
    deleveragedValueMinor: minor(liquidation.deleveraged_value),
    liquidationFeePpm: percent(liquidation.liquidation_fee_percent),
    takerFeePpm: percent(liquidation.taker_fee_percent),
    mark: { markE8 },
  });
  expect(end).toMatchObject({
    isReached: true,
    liquidationFeeMinor: minor(liquidation.liquidation_fee),
    feeMinor: minor(liquidation.fee),
    returnedMinor: minor(liquidation.returned),
  });

  // Margin + (sale − purchase) is divided among fund, fee and customer.
  const left = exposure.marginMinor + minor(liquidation.book_value) - exposure.entryValueMinor;
  const { liquidation_fee: toFund, fee, returned } = liquidation;
  expect(minor(toFund) + minor(fee) + minor(returned)).toBe(left);
  expect(minor(await insurance())).toBe(minor('500000') + minor(toFund));
  const after = await traders.balance(taker);
  expect(minor(after.available) - minor(before.available)).toBe(minor(returned));
  expect(after.frozen).toBe('0');
  const history = await server.call('GET lever/insurance_history', {});
  expect(history.items).toMatchObject([
    { amount: toFund, reason: 'liquidation', reference: `position:${position.position_id}` },
    { amount: '500000', balance_after: '500000', reason: 'funding' },
  ]);
  const { items } = await server.call('GET lever/fills', { position_id: position.position_id }, auth(taker));
  expect(items[0]).toMatchObject({ effect: 'liquidation', price: '59150.0', fee: '0' });
});

it('what the fund pays beyond the margin does not count as the customer’s loss', async () => {
  await fundDemoInsurance(server.database.pool, server.engine.exchange, server.engine.bus);
  const begun = await traders.balance(taker);
  await traders.quote(maker, '59990', '60010', 10);
  const { position } = await traders.open(taker, { lots: 10, multiple: 100 });
  await server.call('POST lever/cancel_all', {}, auth(maker));
  await traders.quote(maker, '59000', '60500', 10);
  const socket = await TestSocket.connect(server.url, { token: taker.token });
  await socket.subscribe('positions');
  await traders.index(59_000);

  const [liquidation] = (await server.call('GET lever/liquidations', {}, auth(taker))).items;
  expect(liquidation).toMatchObject({ insured_lots: 10, returned: '0' });
  // An open page gets the same figures as a page that is loaded later.
  const [ended] = await traders.positions(taker, 'history');
  const [delta] = await socket.deltas('positions', all =>
    all.some(({ positions }) => positions.some(({ status }) => status === 'closed')),
  );
  expect(delta?.positions).toMatchObject([
    { net_profit: ended?.net_profit, insurance_paid: ended?.insurance_paid },
  ]);
  expect(ended).toMatchObject({ close_reason: 'liquidation', insurance_paid: liquidation?.insurance_paid });
  expect(minor(ended?.insurance_paid ?? '')).toBeGreaterThan(0n);
  socket.close();
  const now = await traders.balance(taker);
  expect(minor(ended?.net_profit ?? '')).toBe(minor(now.available) - minor(begun.available));
  expect(minor(ended?.net_profit ?? '')).toBe(-minor(position.margin) - minor(position.fee));
});

it('leaves tables that agree with the exchange, and books that add up', async () => {
  server.engine.exchange.checkInvariants('all');
  expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
});
