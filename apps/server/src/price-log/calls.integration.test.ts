import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '@tallystick/core/durations';
import type { CallOutput, WireOptionProof } from '@tallystick/protocol';
import { openCheckpoint, verifyGrowth, verifyOption, verifyTicks, type LoggedTick } from '@tallystick/verify';
import { includes } from '@tallystick/verify/evidence';
import { openPromise } from '@tallystick/verify/promise';
import { promisedHash } from '@tallystick/verify/receipt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyProjections } from '../engine/projections/verify.ts';
import { TestServer, type TestCustomer } from '../testing/test-server.ts';
import { LOG_ORIGIN, TICKS_A_FILE } from '../testing/test-server-parts.ts';
import { auth } from '../testing/traders.ts';
import { Players } from '../modules/option/testing/players.ts';

const ETH_USDT = 2;

let server: TestServer;
let players: Players;
let customer: TestCustomer;
let keys: CallOutput<'GET price_log/keys'>;
let won: WireOptionProof;
let wonId: number;

async function proofOf(optionId: number): Promise<WireOptionProof> {
  return (await server.call('GET microtrade/proof', { option_id: optionId }, auth(customer))).proof;
}

async function seconds(count: number, price: (second: number) => number): Promise<void> {
  for (let second = 1; second <= count; second++) {
    await players.later(1000, price(second));
    await server.tick(ETH_USDT, 3_000_0000_0000 + second);
  }
}

/** A settled option of 60 s with these prices. */
async function played(direction: 'rise' | 'fall', price: (second: number) => number): Promise<number> {
  const { option_id: id } = await players.buy(customer, { direction });
  await seconds(62, price);
  return id;
}

beforeAll(async () => {
  server = await TestServer.start();
  players = await Players.of(server);
  await players.later(1000);
  await server.priceLog.turn();
  customer = await players.join();
  wonId = await played('rise', second => 60_000 + second);
  await server.priceLog.turn();
  won = await proofOf(wonId);
  keys = await server.call('GET price_log/keys', {});
});
afterAll(() => server.close());

const trusted = () => keys.keys.map(key => ({ name: keys.origin, publicKey: key.public_key }));

describe('the proof of an option', () => {
  it('is accepted by the verifier, step by step', () => {
    const report = verifyOption(JSON.parse(JSON.stringify(won)), { keys: trusted() });
    expect(report.checks.filter(check => check.state !== 'passed')).toEqual([]);
    expect(report.verdict).toBe('right');
    expect(won.log.range.ticks[0]?.number).toBe(won.receipt.chain_head.number + 1);
    expect(won.log.earlier?.checkpoint.size).toBeLessThanOrEqual(won.receipt.chain_head.number);
  });

  it.each([
    ['a loss', 'fall', (second: number) => 60_100 + second, 'lost', '0'],
    ['an even price', 'rise', () => 60_000, 'refunded', '100'],
    ['a feed that fell silent', 'rise', (second: number) => (second < 40 ? 60_000 : NaN), 'refunded', '100'],
  ] as const)('convinces it of %s', async (_what, direction, price, outcome, payout) => {
    await players.later(1000, price(1));
    const { option_id: id } = await players.buy(customer, { direction });
    for (let second = 1; second <= 62; second++) {
      server.clock.nowMs += 1000;
      if (!Number.isNaN(price(second))) await server.tick(1, price(second) * 1e8);
      await server.tick(ETH_USDT, 3_000_0000_0000 + second);
    }
    await server.priceLog.turn();
    const report = verifyOption(await proofOf(id), { keys: trusted() });
    expect(report.verdict).toBe('right');
    const found = report.checks.find(check => check.name === 'payout');
    expect(found?.figures).toMatchObject({ outcome, payout });
  });

  it('waits for the settlement, the next tick and the next signature', async () => {
    await players.later(1000);
    const { option_id: id } = await players.buy(customer);
    const proof = () => server.refused('GET microtrade/proof', { option_id: id }, auth(customer));
    expect(await proof()).toMatchObject({ code: 'not_yet_signed', status: 409 });
    await seconds(62, () => 60_000);
    expect((await proof()).code).toBe('not_yet_signed');
    await server.priceLog.turn();
    expect(verifyOption(await proofOf(id)).verdict).toBe('right');
  });

  it('contains the terms as signed when the option was bought', async () => {
    const wish = { input: await players.wish(), with: { token: customer.token, key: 'signed-terms' } };
    const buy = () => server.call('POST microtrade/submit', wish.input, wish.with);
    const { option, signed_terms } = await buy();
    const atPurchase = signed_terms ?? '';
    // A repeated call gives the same answer.
    expect((await buy()).signed_terms).toBe(atPurchase);
    expect(openPromise(atPurchase, option.receipt, trusted())).toMatchObject({ ok: true });
    const otherwise = { ...option.receipt, direction: 'fall' } as const;
    expect(openPromise(atPurchase, otherwise, trusted())).toEqual({
      ok: false,
      problem: 'terms_signed_otherwise',
    });
    await seconds(62, second => 60_000 + second);
    await server.priceLog.turn();
    const proof = await proofOf(option.option_id);
    expect(proof.signed_terms).toBe(atPurchase);
    const { checks } = verifyOption(proof, { keys: trusted(), termsHash: promisedHash(atPurchase) });
    expect(checks.find(check => check.name === 'terms')).toMatchObject({
      state: 'passed',
      figures: { kept: 'yes', signed: 'yes' },
    });
    const detail = { option_id: option.option_id };
    expect((await server.call('GET microtrade/detail', detail, auth(customer))).signed_terms).toBe(
      atPurchase,
    );
  });

  it('is for its owner only', async () => {
    const other = await players.join();
    const asked = await server.refused('GET microtrade/proof', { option_id: wonId }, auth(other));
    expect(asked).toMatchObject({ code: 'unknown_option', status: 404 });
    expect((await server.refused('GET microtrade/proof', { option_id: wonId })).code).toBe('session_invalid');
  });

  it('stays the same when its ticks are moved to an archive', async () => {
    const { chain_head: head, delivery_at_ms: untilMs } = won.receipt;
    await seconds(TICKS_A_FILE / 2, () => 60_000);
    await server.priceLog.turn();
    server.clock.nowMs += 31 * DAY_MS;
    await server.priceLog.forgetOld();
    const { first_hot_tick: firstHot } = await server.call('GET price_log/keys', {});
    expect(firstHot).toBeGreaterThan(TICKS_A_FILE);
    expect(firstHot).toBeGreaterThan(won.receipt.exit!.number);
    expect(await server.priceLog.reader.evidence(head.number, untilMs)).toEqual(won.log);
    expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
  });
});

describe('the log', () => {
  it('publishes its keys and its state', () => {
    expect(keys).toMatchObject({ origin: LOG_ORIGIN, state: 'signing', checkpoint_every_ms: 10_000 });
    expect(keys.keys).toEqual([
      expect.objectContaining({ algorithm: 'ed25519', active: true, first_size: 1 }),
    ]);
  });

  it('can be read in pages, by number and by time, each following from the page before', async () => {
    let head = { number: 0, hash: '0'.repeat(64) };
    let next: number | null = 1;
    while (next !== null) {
      const page: CallOutput<'GET price_log/ticks'> = await server.call('GET price_log/ticks', {
        from: next,
        limit: 100,
      });
      expect(page.previous_hash).toBe(head.hash);
      const verdict = verifyTicks(page.ticks, head);
      if (!verdict.ok) throw new Error(`${verdict.problem} at ${verdict.number}`);
      head = verdict.head;
      next = page.next_from;
    }
    expect(head).toEqual(server.engine.exchange.priceLogHead());
    const entry = won.receipt.entry!;
    const byTime = await server.call('GET price_log/ticks', { from_ms: entry.at_ms, limit: 1 });
    expect(byTime.ticks[0]?.number).toBe(entry.number);
    const beyond = await server.call('GET price_log/ticks', { from: head.number + 1 });
    expect(beyond).toEqual({ previous_hash: '0'.repeat(64), ticks: [], next_from: null });
    const after = await server.call('GET price_log/ticks', { from_ms: server.clock.nowMs + 1 });
    expect(after.ticks).toEqual([]);
  });

  it('proves its ticks and its growth', async () => {
    const newest = await server.call('GET price_log/checkpoint', {});
    const oldest = await server.call('GET price_log/checkpoint', { size: 1 });
    const opened = openCheckpoint(newest.note, trusted());
    if (!opened.ok) throw new Error(opened.problem);
    const inclusion = await server.call('GET price_log/inclusion', { number: 17, size: newest.size });
    const tick = { number: 17, hash: inclusion.tick_hash };
    expect(includes(opened.checkpoint, tick, inclusion.hashes)).toBe(true);
    expect(includes(opened.checkpoint, { ...tick, number: 18 }, inclusion.hashes)).toBe(false);
    const growth = await server.call('GET price_log/consistency', { from: oldest.size, to: newest.size });
    expect(verifyGrowth(oldest.note, newest.note, growth.hashes, trusted())).toBe(null);
    const listed = await server.call('GET price_log/checkpoints', { limit: 2 });
    expect(listed.items[0]).toEqual(newest);
    const older = await server.call('GET price_log/checkpoints', { limit: 2, cursor: listed.next_cursor! });
    expect(older.items[0]!.size).toBeLessThan(listed.items[1]!.size);
    expect(await server.refused('GET price_log/checkpoint', { size: 9_999_999 })).toMatchObject({
      code: 'not_yet_signed',
    });
    const early = { from: 1, to: newest.size + 1 };
    expect((await server.refused('GET price_log/consistency', early)).code).toBe('not_yet_signed');
    const backwards = { from: 5, to: 4 };
    expect((await server.refused('GET price_log/consistency', backwards)).code).toBe('invalid_input');
  });

  it('lets caches keep what cannot change, and anything else only shortly', async () => {
    const cached = async (url: string) =>
      (await server.app.inject({ method: 'GET', url: `/api/${url}` })).headers['cache-control'];
    const forever = 'public, max-age=31536000';
    expect(await cached('price_log/ticks?from=1&limit=10')).toBe(forever);
    expect(await cached('price_log/inclusion?number=1&size=9')).toBe(forever);
    expect(await cached('price_log/consistency?from=1&to=9')).toBe(forever);
    expect(await cached('price_log/checkpoint?size=1')).toBe(forever);
    expect(await cached('price_log/checkpoint')).toBe('public, max-age=2');
    expect(await cached('price_log/ticks?from=1&limit=1000')).toBe('public, max-age=2');
    expect(await cached('price_log/keys')).toBe('no-store');
    expect(await cached('price_log/inclusion?number=1&size=9999999')).toBe('no-store');
  });

  it('serves its archive, with the same ticks', async () => {
    const { items } = await server.call('GET price_log/archives', {});
    const file = items.at(-1)!;
    expect([file.first, file.last]).toEqual([1, TICKS_A_FILE]);
    const reply = await server.app.inject({ method: 'GET', url: '/api/price_log/archive?first=1' });
    expect(reply.headers['content-type']).toBe('application/gzip');
    expect(createHash('sha256').update(reply.rawPayload).digest('hex')).toBe(file.sha256);
    const [head, ...lines] = gunzipSync(reply.rawPayload).toString('utf8').trimEnd().split('\n');
    expect(JSON.parse(head!)).toEqual({
      format: 'tallystick price log 1',
      first: 1,
      last: TICKS_A_FILE,
      previous_hash: '0'.repeat(64),
    });
    const ticks = lines.map(line => JSON.parse(line) as LoggedTick);
    expect(verifyTicks(ticks)).toMatchObject({ ok: true, head: { number: TICKS_A_FILE } });
    expect((await server.refused('GET price_log/archive', { first: 2 })).code).toBe('not_found');
  });
});

describe('a log that differs from what was signed', () => {
  it('is reported to everybody, can still be read, and stops option sales', async () => {
    await players.later(1000);
    const late = await players.join();
    await players.buy(late);
    await server.database.pool.query('update price_ticks set price_e8 = 1 where number = $1', [
      server.engine.exchange.priceLogHead().number,
    ]);
    await players.later(1000);
    await server.priceLog.turn();
    expect((await server.call('GET price_log/keys', {})).state).toBe('stopped');
    const ready = await server.app.inject({ method: 'GET', url: '/readyz' });
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({ status: 'ready', price_log: 'stopped' });
    expect(await players.refused(late)).toMatchObject({ code: 'product_off' });
    expect(server.services.gate('POST coin/trade')).toBe(null);
    expect(server.services.gate('GET price_log/ticks')).toBe(null);
  });
});
