import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import { LANGUAGES } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer } from '../../testing/test-server.ts';

const BTC_USDT = 1;

let server: TestServer;
let support: TestDesk;
let accountant: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  ({ support, accountant } = await TestDesk.openAll(server));
});
afterAll(() => server.close());
beforeEach(() => TestDesk.wait(server, 0));

const status = () => server.services.status;
const now = () => server.call('GET status/now', {});
const history = (lang = 'en') => server.call('GET status/history', {}, { lang });
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** Advances the clock with fresh prices, so that only the test's own faults appear. */
async function pass(byMs: number, withPrices = true): Promise<void> {
  server.clock.nowMs += byMs;
  if (!withPrices) return;
  for (const { id } of server.engine.exchange.markets()) await server.tick(id, 6_000_000_000_000);
}

async function minutesOf(part: string, day = dayOf(server.clock.nowMs)) {
  const { days } = await history();
  return days.find(one => one.part === part && one.day === day);
}

describe('the public status', () => {
  it('is open to everybody, cached, and says trading, prices, ways in and out, latency and audit', async () => {
    await pass(MINUTE_MS);
    const { headers } = await server.try('GET status/now', {});
    expect(headers['cache-control']).toBe('public, max-age=5');
    const state = await now();
    expect(state).toMatchObject({ overall: 'good', payouts: 'open', latency: null });
    expect(state.markets.find(market => market.market_id === BTC_USDT)).toMatchObject({
      symbol: 'BTC/USDT',
      spot: 'open',
      prices: 'fresh',
      price_age_ms: 0,
    });
    expect(state.ways).toContainEqual({
      currency: 'USDT',
      network: 'TRC20',
      deposits: true,
      withdrawals: true,
    });
    expect(state.audit.books).toBe('checking');
    // Within seconds the same answer is repeated.
    expect(await Promise.all([now(), now(), now()])).toEqual([state, state, state]);
    await server.reconciliation.step();
    server.clock.nowMs += 5_000;
    const who = await server.customer('funded');
    const order = {
      market_id: BTC_USDT,
      side: 'buy',
      type: 'limit',
      price: '59000',
      quantity: '0.001',
    } as const;
    await server.call('POST coin/trade', order, { token: who.token, key: freshKey() });
    server.clock.nowMs += 5_000;
    const { latency } = await now();
    expect(latency?.orders).toBe(1);
    expect(latency?.p99_ms).toBeGreaterThan(0);
  });

  it('keeps when a market was stopped and went on, to the moment, with the reason', async () => {
    await pass(MINUTE_MS);
    const fromMs = server.clock.nowMs;
    await server.submit({
      type: 'haltTrading',
      line: 'spot',
      marketId: BTC_USDT,
      mode: 'closeOnly',
      reason: 'technical',
      note: '',
      forMs: null,
      prolong: false,
    });
    await server.services.feed.catchUp();
    await pass(5_000);
    expect(await now()).toMatchObject({ overall: 'limited' });
    expect((await history()).incidents[0]).toMatchObject({
      kind: 'close_only',
      part: 'spot',
      subject: 'BTC/USDT',
      cause: 'technical',
      started_at_ms: fromMs,
      ended_at_ms: null,
    });
    await status().sample();
    expect(await minutesOf('trading')).toMatchObject({ bad: 1 });
    const toMs = server.clock.nowMs;
    await server.submit({ type: 'resumeTrading', line: 'spot', marketId: BTC_USDT });
    await server.services.feed.catchUp();
    await pass(MINUTE_MS);
    await status().sample();
    expect((await history()).incidents[0]).toMatchObject({ started_at_ms: fromMs, ended_at_ms: toMs });
    expect(await minutesOf('trading')).toMatchObject({ sampled: 2, bad: 1 });
  });

  it('keeps when prices stood still, and when nothing was sampled at all', async () => {
    await pass(MINUTE_MS);
    await status().sample();
    await pass(MINUTE_MS, false);
    await status().sample();
    const { incidents } = await history();
    expect(incidents.filter(({ part }) => part === 'prices')).not.toEqual([]);
    await pass(MINUTE_MS);
    await status().sample();
    await pass(6_000);
    expect((await history()).incidents.every(({ ended_at_ms }) => ended_at_ms !== null)).toBe(true);
    // The process was stopped from here to the next day.
    const awayMs = server.clock.nowMs - 6_000;
    await pass(DAY_MS + 6_000);
    const back = server.clock.nowMs;
    await status().sample();
    await pass(6_000);
    const outage = (await history()).incidents.find(({ kind }) => kind === 'outage');
    expect(outage).toMatchObject({ part: 'exchange', started_at_ms: awayMs, ended_at_ms: back });
    const before = await minutesOf('exchange', dayOf(awayMs));
    const after = await minutesOf('exchange', dayOf(back));
    expect((before?.bad ?? 0) + (after?.bad ?? 0)).toBe(1_440);
  });

  it('leaves out days that nobody sampled, and what is older than 90 of them', async () => {
    await pass(MINUTE_MS);
    await status().sample();
    const day = dayOf(server.clock.nowMs);
    const { days } = await history();
    const listed = new Set(days.map(one => one.day));
    expect(listed.has(day)).toBe(true);
    expect(listed.size).toBeLessThan(5);
    await pass(89 * DAY_MS);
    expect((await history()).days.map(one => one.day)).toContain(day);
    await pass(DAY_MS);
    expect((await history()).days.map(one => one.day)).not.toContain(day);
  });

  it('shows what operators write, in each language; their words change no times of what was sampled', async () => {
    const texts = Object.fromEntries(
      LANGUAGES.map(language => [language, { title: `T ${language}`, body: `B ${language}` }]),
    ) as never;
    const note = { id: null, texts, started_at_ms: server.clock.nowMs - MINUTE_MS, ended_at_ms: null };
    expect((await accountant.try('POST desk/incident', note)).body.code).toBe('operator_forbidden');
    const { id } = await support.call('POST desk/incident', note);
    const shown = async (lang: string) => (await history(lang)).incidents.find(one => one.id === id);
    expect(await shown('th')).toMatchObject({ kind: 'note', title: 'T th', body: 'B th', ended_at_ms: null });
    const missing = { en: { title: 'x', body: 'y' } } as never;
    expect(await support.refused('POST desk/incident', { ...note, texts: missing })).toBe('invalid_input');
    const early = { ...note, id, ended_at_ms: note.started_at_ms - 1 };
    expect(await support.refused('POST desk/incident', early)).toBe('invalid_input');
    await support.call('POST desk/incident', { ...note, id, ended_at_ms: server.clock.nowMs });
    expect(await shown('en')).toMatchObject({ ended_at_ms: server.clock.nowMs });

    const { rows } = await server.database.pool.query<{ id: string; started_at_ms: string }>(
      `insert into status_incidents (part, kind, started_at_ms, ended_at_ms)
       values ('spot:1', 'halted', $1, $1) returning id, started_at_ms`,
      [server.clock.nowMs],
    );
    const own = { texts, started_at_ms: 1, ended_at_ms: 2, id: Number(rows[0]?.id) };
    await support.call('POST desk/incident', own);
    await pass(6_000);
    const kept = (await support.call('GET desk/incidents', {})).items.find(one => one.id === own.id);
    expect(kept).toMatchObject({ started_at_ms: Number(rows[0]?.started_at_ms), title: 'T en' });
  });
});
