import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { Players } from './testing/players.ts';

type Wish = DeskInput<'POST desk/propose'>['change'];

const TERMS = {
  market_id: 1,
  enabled: true,
  stale_ms: 10_000,
  times: [{ seconds: 60, payout_percent: '50.5' }],
  currencies: [{ currency_id: USDT, min_stake: '10', max_stake: '100.00', exposure_limit: '1000' }],
};

let server: TestServer;
let players: Players;
let maker: TestDesk;
let checker: TestDesk;
let one: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  players = await Players.of(server);
  maker = await TestDesk.open(server, 'accountant', 'maker');
  checker = await TestDesk.open(server, 'administrator', 'checker');
});
afterAll(() => server.close());
beforeEach(async () => {
  await players.later(1_000);
  one = await players.join();
});

const shown = (): Promise<DeskOutput<'GET desk/options'>> => maker.call('GET desk/options', {});
const propose = (change: Wish) =>
  maker.call('POST desk/propose', { kind: 'option', change, note: 'because' });
const confirm = (id: number) => checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });

describe('second options at the desk', () => {
  it('show terms, exposure by direction, pool and escrow', async () => {
    await players.buy(one);
    const { items, open, funds } = await shown();
    expect(open).toBe(1);
    expect(items.map(market => market.symbol).slice(0, 2)).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(items[0]).toMatchObject({ version: 1, enabled: true, stale_ms: 10_000 });
    expect(items[0]?.times[1]).toEqual({ seconds: 60, payout_percent: '82' });
    expect(items[0]?.currencies.find(({ currency }) => currency === 'USDT')).toEqual({
      currency_id: USDT,
      currency: 'USDT',
      min_stake: '5',
      max_stake: '2000',
      exposure_limit: '50000',
      exposure_rise: '82',
      exposure_fall: '0',
    });
    expect(funds.find(({ currency }) => currency === 'USDT')).toEqual({
      currency_id: USDT,
      currency: 'USDT',
      pool: '999918',
      escrow: '182',
    });
  });

  it('new terms need two people, apply to later sales, and leave sold options unchanged', async () => {
    const sold = await players.buy(one);
    const proposal = await propose(TERMS);
    expect(proposal).toMatchObject({
      state: 'pending',
      subject: 'option:1',
      before: { times: expect.arrayContaining([{ seconds: 60, payout_percent: '82' }]) },
      after: { times: [{ seconds: 60, payout_percent: '50.5' }], currencies: [{ max_stake: '100' }] },
    });
    const own = await maker.try('POST desk/proposal_decide', { id: proposal.id, decision: 'confirm' });
    expect(own.body).toMatchObject({ code: 'same_operator' });
    expect((await shown()).items[0]?.version).toBe(1);
    expect((await confirm(proposal.id)).proposal.state).toBe('applied');
    expect((await shown()).items[0]).toMatchObject({ version: 2, times: TERMS.times });
    expect(await players.refused(one, { terms_version: 1 })).toMatchObject({ code: 'quote_changed' });
    expect(await players.buy(one)).toMatchObject({ payout_rate: '0.505', possible_payout: '150.5' });
    await players.later(500);
    await players.later(58_000, 60_001);
    await players.later(5_000);
    const settled = await players.list(one, { view: 'history' });
    expect(settled.find(({ option_id }) => option_id === sold.option_id)).toMatchObject({
      outcome: 'won',
      payout: '182',
    });
  });

  it('can be paused and resumed', async () => {
    const proposal = await propose({ ...TERMS, enabled: false });
    await confirm(proposal.id);
    expect(await players.refused(one)).toMatchObject({ code: 'options_off' });
    const { closed } = await server.call('GET microtrade/seconds', { market_id: 1 });
    expect(closed).toBe('options_off');
    await confirm((await propose(TERMS)).id);
    await players.buy(one);
  });

  it.each<readonly [string, string, Wish]>([
    ['unknown_market', 'market_id', { ...TERMS, market_id: 99 }],
    ['invalid_option_terms', 'stale_ms', { ...TERMS, stale_ms: 30_000 }],
    ['invalid_option_terms', 'payout_rate', { ...TERMS, times: [{ seconds: 60, payout_percent: '100.1' }] }],
    [
      'invalid_option_terms',
      'max_stake',
      { ...TERMS, currencies: [{ ...TERMS.currencies[0], max_stake: '9' }] },
    ],
    [
      'unknown_currency',
      'currency_id',
      { ...TERMS, currencies: [{ ...TERMS.currencies[0], currency_id: 99 }] },
    ],
    ['invalid_input', 'result', { ...TERMS, result: 'rise' }],
    ['invalid_input', 'price', { ...TERMS, price: '1' }],
  ])('refuse invalid terms: %s (%s)', async (code, _field, change) => {
    const { body } = await maker.try('POST desk/propose', { kind: 'option', change, note: 'because' });
    expect(body).toMatchObject({ type: 'error', code });
  });
});
