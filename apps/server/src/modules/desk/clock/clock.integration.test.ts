import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { Clock } from '../../../timekeeping/clock.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';
import { SteadyClock } from '../../../timekeeping/steady-clock.ts';

let server: TestServer;
let desk: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  desk = await TestDesk.open(server, 'administrator', 'admin');
});
afterAll(() => server.close());

const reason = 'to see interest paid';

describe('the demo’s clock', () => {
  it('moves forward as asked, for customers too, and everybody stays logged in', async () => {
    const { token } = await server.customer();
    const before = await desk.call('GET desk/clock', {});
    expect(before).toEqual({
      server_time_ms: server.clock.nowMs,
      clock_ahead_ms: 0,
      demo: true,
      may_advance: true,
      stopped: null,
    });
    const after = await desk.call('POST desk/clock_advance', { by: 40 * DAY_MS, reason });
    expect(after.server_time_ms).toBe(before.server_time_ms + 40 * DAY_MS);
    expect(await server.call('GET app/config', {})).toMatchObject({
      server_time_ms: after.server_time_ms,
      clock_ahead_ms: 40 * DAY_MS,
    });
    await server.call('GET user/center', {}, { token });
    await server.tick(1, 60_000e8);
    expect(server.engine.exchange.lastAtMs).toBe(after.server_time_ms);
  });

  it('moves to the next UTC midnight, and no further', async () => {
    const { server_time_ms: now } = await desk.call('GET desk/clock', {});
    const { server_time_ms: midnight } = await desk.call('POST desk/clock_advance', {
      by: 'next_utc_midnight',
      reason,
    });
    expect(midnight % DAY_MS).toBe(0);
    expect(midnight).toBe(Math.floor(now / DAY_MS) * DAY_MS + DAY_MS);
    const next = await desk.call('POST desk/clock_advance', { by: 'next_utc_midnight', reason });
    expect(next.server_time_ms).toBe(midnight + DAY_MS);
  });

  it('moved by two at once adds both', async () => {
    const { clock_ahead_ms: before } = await desk.call('GET desk/clock', {});
    await Promise.all([
      desk.call('POST desk/clock_advance', { by: 1_000, reason }),
      desk.call('POST desk/clock_advance', { by: 2_000, reason }),
    ]);
    expect((await desk.call('GET desk/clock', {})).clock_ahead_ms).toBe(before + 3_000);
  });

  it('is logged, and survives a restart', async () => {
    const { clock_ahead_ms: aheadMs, server_time_ms: timeMs } = await desk.call('GET desk/clock', {});
    const { items } = await desk.call('GET desk/audit', { action: 'clock.advance' });
    expect(items[0]).toMatchObject({ subject: 'clock', after: { time_ms: expect.any(Number), reason } });
    const again = await Clock.load(
      server.database.pool,
      'demo',
      new SteadyClock({ wall: () => server.clock.nowMs, monotonic: () => 0 }),
    );
    expect([again.aheadMs(), again.now()]).toEqual([aheadMs, timeMs]);
    await expect(Clock.load(server.database.pool, 'live')).rejects.toThrow('cannot serve live customers');
  });

  it('never moves back, and refuses invalid values', async () => {
    const { server_time_ms: before } = await desk.call('GET desk/clock', {});
    for (const by of [-1_000, 0, 999, 1.5, 400 * DAY_MS + 1]) {
      expect(await desk.refused('POST desk/clock_advance', { by, reason })).toBe('invalid_input');
    }
    expect((await desk.call('GET desk/clock', {})).server_time_ms).toBe(before);
  });

  it('belongs to administrators only', async () => {
    const accountant = await TestDesk.open(server, 'accountant', 'accountant');
    expect(await accountant.refused('POST desk/clock_advance', { by: 1_000, reason })).toBe(
      'operator_forbidden',
    );
    expect(await accountant.call('GET desk/clock', {})).toMatchObject({ demo: true, may_advance: false });
  });

  it('takes a form as it takes JSON', async () => {
    const { clock_ahead_ms: before } = await desk.call('GET desk/clock', {});
    const { body } = await desk.tryForm('POST desk/clock_advance', { by: '1000', reason });
    expect(body).toMatchObject({ type: 'ok', data: { clock_ahead_ms: before + 1_000 } });
  });
});

describe('in live', () => {
  it('time only passes', async () => {
    const live = await TestServer.start({ mode: 'live' });
    const operator = { id: 1, name: 'admin', role: 'administrator', sessionId: 1, address: '' } as const;
    // In live mode nobody works at the desk without a second factor, so the service is called directly.
    await expect(live.services.desk.clock.advance(operator, 1_000, reason)).rejects.toMatchObject({
      code: 'demo_only',
    });
    expect(live.services.desk.clock.read(operator)).toEqual({
      server_time_ms: live.clock.nowMs,
      clock_ahead_ms: 0,
      demo: false,
      may_advance: false,
      stopped: null,
    });
    await live.close();
  });
});
