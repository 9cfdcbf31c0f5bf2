import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { readEntry } from '@tallystick/verify/public-log/entry';
import type { PublicRecordKind } from '@tallystick/verify/public-log/records';
import { checkPublicLog, fetchLogCheck } from '@tallystick/verify/public-log/check';
import { keysIn } from '@tallystick/witness/mirror';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announce, lumaChange, passTo } from '../modules/launch/testing/offer.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.close());

const turn = () => server.services.sources.turn();

/** The bodies of a kind, oldest first. */
async function bodies(kind: PublicRecordKind): Promise<Record<string, unknown>[]> {
  await server.heads.turn();
  const { items } = await server.call('GET public_log/records', { kind, limit: 100 });
  return items
    .toReversed()
    .map(({ entry }) => readEntry(Buffer.from(entry))!.body as Record<string, unknown>);
}

async function minuteLater(): Promise<void> {
  server.clock.nowMs += MINUTE_MS;
  await turn();
}

/** The pair's terms with another taker fee. */
async function changeFee(takerFeePpm: number, noticeMs: number): Promise<void> {
  const [market] = server.engine.exchange.markets();
  const { id, baseCurrencyId, quoteCurrencyId, tickSize, lotSize, priceBandPpm, makerFeePpm } = market!;
  const config = { id, baseCurrencyId, quoteCurrencyId, tickSize, lotSize, priceBandPpm, makerFeePpm };
  await server.submit({
    type: 'changeMarketTerms',
    market: { ...config, minNotional: '5', takerFeePpm },
    noticeMs,
  });
}

/** The pair's records, without those from before the test. */
async function pairTerms(from: number) {
  const symbol = server.engine.exchange.markets()[0]!.symbol;
  const all = (await bodies('terms')).filter(one => one['product'] === 'spot' && one['market'] === symbol);
  return all.slice(from).map(({ state, effective_at_ms: at, terms }) => {
    const lines = terms as { name: string; value: string }[];
    return [state, at, lines.find(({ name }) => name === 'taker_fee_ppm')?.value];
  });
}

describe('what comes into the public log by itself', () => {
  it('has the signed heads of the other logs, once a minute as far as they grew', async () => {
    await TestDesk.open(server, 'administrator', 'ann');
    await server.tick(1, 10_000_000_000_000);
    await server.priceLog.turn();
    await server.heads.turn();
    await turn();
    for (const kind of ['price_head', 'journal_head', 'audit_head'] as const) {
      expect(await bodies(kind)).toHaveLength(1);
    }
    await server.tick(1, 10_000_000_000_001);
    await server.priceLog.turn();
    await turn();
    expect(await bodies('price_head')).toHaveLength(1);
    await minuteLater();
    const heads = await bodies('price_head');
    expect(heads.map(({ size }) => size)).toEqual([1, 2]);
    expect(heads[1]).toMatchObject(await newestPriceHead());
    expect(await bodies('audit_head')).toHaveLength(1);
    const file = async (path: string) => (await server.app.inject(`/tlog/public/${path}`)).rawPayload;
    const keys = keysIn((await file('keys')).toString());
    expect(await fetchLogCheck(checkPublicLog({ keys, witnesses: [], need: 0 }), file)).toMatchObject({
      ok: true,
      uncheckedHeads: 0,
    });
  });

  it('has the terms of every product, once', async () => {
    await turn();
    const first = await bodies('terms');
    const products = [...new Set(first.map(({ product }) => product))];
    expect(products).toEqual(expect.arrayContaining(['spot', 'referral', 'dust']));
    await minuteLater();
    expect(await bodies('terms')).toEqual(first);
    const before = server;
    await before.stop();
    server = await TestServer.start({ after: before });
    await minuteLater();
    expect(await bodies('terms')).toEqual(first);
  });

  it('has changed terms as they are announced, in force and withdrawn', async () => {
    await turn();
    const from = (await pairTerms(0)).length;
    const atMs = server.clock.nowMs;
    await changeFee(3_000, DAY_MS);
    await minuteLater();
    await changeFee(4_000, DAY_MS);
    await minuteLater();
    expect((await pairTerms(from)).filter(([state]) => state === 'announced')).toEqual([
      ['announced', atMs + DAY_MS, '3000'],
      ['announced', atMs + DAY_MS + MINUTE_MS, '4000'],
    ]);
    server.clock.nowMs += DAY_MS;
    await server.engine.wake();
    await minuteLater();
    expect((await pairTerms(from)).at(-1)).toEqual(['effective', atMs + DAY_MS + MINUTE_MS, '4000']);
    // Better terms are in force at once; what was announced before them took effect, and was not withdrawn.
    await changeFee(2_000, DAY_MS);
    await minuteLater();
    expect((await pairTerms(from)).at(-1)).toEqual(['effective', server.clock.nowMs, '2000']);
    await changeFee(3_000, DAY_MS);
    await minuteLater();
    await changeFee(2_000, DAY_MS);
    await minuteLater();
    const states = (await pairTerms(from)).slice(-2).map(([state, , fee]) => [state, fee]);
    expect(states).toEqual([
      ['announced', '3000'],
      ['withdrawn', '3000'],
    ]);
    await minuteLater();
    expect((await pairTerms(from)).at(-1)![0]).toBe('withdrawn');
  });

  it('has the frozen list of an offer at its close', async () => {
    const offer = await announce(server, lumaChange(server.clock.nowMs));
    await turn();
    expect(await bodies('launch_list')).toEqual([]);
    await passTo(server, offer.close_ms);
    await turn();
    await minuteLater();
    const { terms, result } = server.engine.exchange.launch.offers()[0]!;
    expect(await bodies('launch_list')).toEqual([
      {
        offer_id: terms.offerId,
        currency: terms.currency.code,
        root: result!.root,
        orders: 0,
        closed_at_ms: offer.close_ms,
      },
    ]);
  });

  it('has the notice of changed terms, in the transaction that publishes it', async () => {
    const { pool } = server.database;
    const effectiveAtMs = server.clock.nowMs + HOUR_MS;
    await server.services.termsNotice.publish(pool, 'BTC/USDT', effectiveAtMs, { taker_fee_percent: '0.2' });
    expect(await bodies('notice')).toMatchObject([
      { notice_id: expect.any(Number), subject: 'BTC/USDT', effective_at_ms: effectiveAtMs },
    ]);
  });

  it('has the code that runs, once for each start', async () => {
    await turn();
    await minuteLater();
    const [first, ...more] = await bodies('source');
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      version: expect.any(String),
      core: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const before = server;
    await before.stop();
    server = await TestServer.start({ after: before });
    await turn();
    expect(await bodies('source')).toHaveLength(2);
  });

  it('is tried again when it could not be written', async () => {
    await server.database.pool.query('alter table public_records rename to hidden');
    await expect(turn()).rejects.toThrow('public_records');
    await server.database.pool.query('alter table hidden rename to public_records');
    await turn();
    expect(await bodies('source')).toHaveLength(1);
  });
});

async function newestPriceHead() {
  const { size, root, at_ms, note } = await server.call('GET price_log/checkpoint', {});
  return { size, root, at_ms, note };
}
