import { DAY_MS } from '@tallystick/core/durations';
import { LANGUAGES } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPerpetuals } from '../../perpetual/listing.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { freshKey, TestServer } from '../../../testing/test-server.ts';

const transfer = { from: 'spot', to: 'trust', currency_id: 3, amount: '1' } as const;

let server: TestServer;
let maker: TestDesk;
let checker: TestDesk;
let token: string;
beforeAll(async () => {
  server = await TestServer.start();
  await listPerpetuals(server.engine.exchange, server.engine.bus);
  maker = await TestDesk.open(server, 'administrator', 'admin');
  checker = await TestDesk.open(server, 'compliance', 'compliance');
  ({ token } = await server.customer('funded'));
  await server.tick(1, 60_000e8);
});
afterAll(() => server.close());

const ready = async () => {
  const { statusCode, body } = await server.app.inject({ method: 'GET', url: '/readyz' });
  return [statusCode, (JSON.parse(body) as { status: string }).status];
};
const journal = async () =>
  (await server.database.pool.query('select last_sequence, hash from journal order by 1')).rows;
const ticker = async () => (await server.call('GET currency/quotation_new', {})).items[0]!.ticker;

async function proposal(): Promise<number> {
  const { stopped } = await maker.call('GET desk/clock', {});
  const { id } = await maker.call('POST desk/propose', {
    kind: 'clock',
    change: { ...stopped },
    note: 'NTP',
  });
  return id;
}

describe.each([7 * DAY_MS, -DAY_MS])('a machine’s clock that is set by %d ms', byMs => {
  it('stops commands before one gets a wrong time; the same request works once the clock is right', async () => {
    const before = await journal();
    const at = server.clock.nowMs;
    const key = freshKey();
    server.clock.wrongMs = byMs;
    const refused = await server.try('POST wallet/change', transfer, { token, key });
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ type: 'error', code: 'clock_stopped' });
    await expect(server.tick(1, 60_001e8)).rejects.toMatchObject({ code: 'clock_stopped' });
    expect(await ready()).toEqual([503, 'clock']);
    expect(await ticker()).toMatchObject({ stale: true, at_ms: at });
    expect((await server.call('GET lever/contracts', {})).items[0]!.ticker.stale).toBe(true);
    // Nobody is logged out, and time continues.
    server.clock.nowMs += 4_000;
    await server.call('GET user/center', {}, { token });
    expect((await maker.call('GET desk/clock', {})).stopped).toEqual({
      reason: 'jumped',
      since_ms: at,
      difference_ms: byMs,
    });
    expect(await journal()).toEqual(before);

    server.clock.wrongMs = 0;
    expect(await ready()).toEqual([503, 'clock']);
    server.clock.nowMs += 3_000;
    expect(await ready()).toEqual([200, 'ready']);
    await server.call('POST wallet/change', transfer, { token, key });
    expect(server.engine.exchange.lastAtMs).toBe(at + 7_000);
    await server.tick(1, 60_001e8);
    expect((await ticker()).stale).toBe(false);
  });
});

it('is explained to customers in their language', async () => {
  server.clock.wrongMs = DAY_MS;
  const said = new Set<string>();
  for (const lang of LANGUAGES) {
    const { body } = await server.try('POST wallet/change', transfer, { token, lang, key: freshKey() });
    if (body.type === 'error') said.add(body.message);
  }
  expect(said.size).toBe(LANGUAGES.length);
  server.clock.wrongMs = 0;
  await server.call('GET app/config', {});
  server.clock.nowMs += 3_000;
  expect(await ready()).toEqual([200, 'ready']);
});

describe('a machine that slept', () => {
  it('resumes by its clock when two people confirm that it is right', async () => {
    server.clock.wrongMs = 600_000;
    const id = await proposal();
    expect(await maker.refused('POST desk/proposal_decide', { id, decision: 'confirm' })).toBe(
      'same_operator',
    );
    expect(await ready()).toEqual([503, 'clock']);
    await checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
    expect((await maker.call('GET desk/clock', {})).stopped).toBeNull();
    const nowMs = server.clock.nowMs + 600_000;
    await server.call('POST wallet/change', transfer, { token, key: freshKey() });
    expect(server.engine.exchange.lastAtMs).toBe(nowMs);
    const { items } = await maker.call('GET desk/audit', { action: 'clock.confirm' });
    expect(items[0]).toMatchObject({ subject: 'clock:machine', before: { clock_reason: 'jumped' } });
  });

  it('stays stopped if its clock is changed after it was checked', async () => {
    server.clock.wrongMs += 60_000;
    const id = await proposal();
    server.clock.wrongMs += 7 * DAY_MS;
    expect(await checker.refused('POST desk/proposal_decide', { id, decision: 'confirm' })).toBe(
      'proposal_outdated',
    );
    server.clock.wrongMs -= 7 * DAY_MS + 60_000;
    await ready();
    server.clock.nowMs += 3_000;
    expect(await ready()).toEqual([200, 'ready']);
    const change = { reason: 'jumped', since_ms: 1, difference_ms: 1 };
    expect(await maker.refused('POST desk/propose', { kind: 'clock', change, note: 'x' })).toBe(
      'nothing_changed',
    );
  });

  it('waits until journal time, if its clock was ahead before', async () => {
    server.clock.wrongMs -= 60_000;
    const last = server.engine.exchange.lastAtMs;
    await checker.call('POST desk/proposal_decide', { id: await proposal(), decision: 'confirm' });
    const { stopped } = await maker.call('GET desk/clock', {});
    expect(stopped).toMatchObject({ reason: 'journal_ahead' });
    const key = freshKey();
    expect(await server.refused('POST wallet/change', transfer, { token, key })).toMatchObject({
      code: 'clock_stopped',
    });
    server.clock.nowMs += 60_000;
    await server.call('POST wallet/change', transfer, { token, key });
    expect(server.engine.exchange.lastAtMs).toBeGreaterThanOrEqual(last);
    expect(server.engine.exchange.lastAtMs).toBe(server.clock.nowMs + server.clock.wrongMs);
  });
});

describe('at the start', () => {
  it('a journal from the future takes no commands until its time has come', async () => {
    await server.tick(1, 60_002e8);
    await server.stop();
    server.clock.nowMs -= 7 * DAY_MS;
    const again = await TestServer.start({ after: server });
    try {
      await expect(again.tick(1, 60_003e8)).rejects.toMatchObject({ code: 'clock_stopped' });
      again.clock.nowMs += 7 * DAY_MS + 3_600_000;
      await again.tick(1, 60_003e8);
      expect(again.engine.exchange.lastAtMs).toBe(again.clock.nowMs);
      expect(again.engine.exchange.indexTick(1)?.atMs).toBe(again.clock.nowMs);
    } finally {
      await again.stop();
    }
  });

  it('nobody whose waiting time depends on a clock in doubt is a second person, even for the clock itself', async () => {
    const first = await TestServer.start();
    const admin = await TestDesk.open(first, 'administrator', 'admin');
    const other = await TestDesk.open(first, 'compliance', 'compliance');
    await first.tick(1, 60_000e8);
    const lastMs = first.engine.exchange.lastAtMs;
    await first.stop();
    const again = await TestServer.start({ after: first, doubtMs: 7 * DAY_MS });
    try {
      await TestDesk.wait(again, 7 * DAY_MS);
      const { pool } = again.database;
      const waitsUntil = (atMs: number) =>
        pool.query('update operators set second_from_ms = $1 where id = $2', [atMs, other.id]);
      const desk = new TestDesk(again, admin.token);
      const second = new TestDesk(again, other.token);
      const { stopped } = await desk.call('GET desk/clock', {});
      const { id } = await desk.call('POST desk/propose', {
        kind: 'clock',
        change: { ...stopped },
        note: 'NTP',
      });
      const confirm = { id, decision: 'confirm' } as const;
      await waitsUntil(lastMs + 1);
      expect((await second.call('GET desk/proposals', {})).items[0]?.blocked?.code).toBe(
        'second_person_waiting',
      );
      expect(await second.refused('POST desk/proposal_decide', confirm)).toBe('second_person_waiting');
      await waitsUntil(lastMs);
      await second.call('POST desk/proposal_decide', confirm);
      expect((await desk.call('GET desk/clock', {})).stopped).toBeNull();
    } finally {
      await again.close();
    }
  });
});
