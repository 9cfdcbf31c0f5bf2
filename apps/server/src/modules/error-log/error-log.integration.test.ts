import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '@tallystick/core/durations';
import { CallFailure } from '../../http/call-failure.ts';
import { NO_ERROR_LOG } from '../../http/error-ids.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';
import { ErrorLog } from './error-log.ts';

let server: TestServer;
let support: TestDesk;
let accountant: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  ({ support, accountant } = await TestDesk.openAll(server));
});
afterAll(() => server.close());

const log = () => server.services.errors;
const find = async (input: { id?: string; route?: string; customer_id?: number }) => {
  await log().idle();
  return (await support.call('GET desk/errors', input)).items;
};

/** A call of the customer that fails with this error. */
async function failing(token: string, error: Error) {
  const { preferences } = server.services;
  const whole = preferences.of.bind(preferences);
  preferences.of = () => Promise.reject(error);
  try {
    return await server.try('GET tell/settings', {}, { token });
  } finally {
    preferences.of = whole;
  }
}

describe('an error on our side', () => {
  it('has an id in data and header, by which the desk finds it, without the customer’s input', async () => {
    const who = await server.customer();
    const { status, body, headers } = await failing(who.token, new TypeError('cannot read "my secret"'));
    expect(status).toBe(500);
    const { error_id: id } = body.data as { error_id: string };
    expect(id).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    expect(headers['x-error-id']).toBe(id);
    const [logged, ...others] = await find({ id: id.toLowerCase() });
    expect(others).toEqual([]);
    expect(logged).toMatchObject({
      id,
      source: 'call',
      route: 'GET /api/tell/settings',
      status: 500,
      code: 'internal_error',
      error_class: 'TypeError',
      message: 'cannot read "…"',
      customer_id: who.id,
    });
    expect(logged?.trace).toContain('apps/server/src/modules/error-log');
    expect(await find({ customer_id: who.id, route: 'TELL/' })).toMatchObject([{ id }]);
    expect(await find({ route: 'coin' })).toEqual([]);
    expect((await accountant.try('GET desk/errors', {})).body.code).toBe('operator_forbidden');
  });

  it('has an id for deliberate refusals as well, but not for the customer’s mistakes', async () => {
    const who = await server.customer();
    const { status, body, headers } = await failing(who.token, new CallFailure('busy', { retry_after_s: 2 }));
    expect(status).toBe(503);
    expect(body.data).toEqual({ retry_after_s: 2, error_id: headers['x-error-id'] });
    const refused = await failing(who.token, new CallFailure('not_found'));
    expect(refused.headers['x-error-id']).toBeUndefined();
    expect(refused.body.data).toEqual({});
  });

  it('has an id outside the envelope too: for a page, or the health of a stopping server', async () => {
    const { app } = await unready();
    const response = await app.inject('/readyz');
    expect(response.statusCode).toBe(503);
    expect(response.headers['x-error-id']).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    await app.close();
  });

  it('does not fill the disk in a flood, and counts the omitted ones', async () => {
    const small = new ErrorLog({
      pool: server.database.pool,
      now: () => server.clock.nowMs,
      log: server.app.log,
      mostRows: 70,
    });
    const report = (error: unknown, code: string) =>
      small.report({
        source: 'call',
        route: 'GET /api/flood',
        status: 500,
        code,
        error,
        customerId: null,
        operatorId: null,
      });
    server.clock.nowMs += MINUTE_MS;
    const ids = Array.from({ length: 2_000 }, () => report(new Error('again'), 'internal_error'));
    expect(new Set(ids).size).toBe(2_000);
    for (let at = 0; at < 500; at++) report(null, 'busy');
    await small.idle();
    const count = async () => {
      const { rows } = await server.database.pool.query<{ n: number }>(
        `select count(*)::integer as n from error_log where route = 'GET /api/flood'`,
      );
      return rows[0]?.n;
    };
    expect(await count()).toBe(65);
    server.clock.nowMs += MINUTE_MS;
    report(new Error('later'), 'internal_error');
    await small.idle();
    const [newest] = await find({ route: 'flood' });
    expect(newest?.left_out).toBe(1_940 + 495 - (await leftOutSeen()));
    for (let at = 0; at < 30; at++) report(new Error('later'), 'internal_error');
    await small.idle();
    const { rows } = await server.database.pool.query<{ n: number }>(
      'select count(*)::integer as n from error_log',
    );
    expect(rows[0]?.n).toBe(70);
  });

  it('is answered even when it cannot be stored', async () => {
    const broken = new ErrorLog({
      pool: { query: () => Promise.reject(new Error('the database is gone')) } as never,
      now: () => 0,
      log: server.app.log,
    });
    const about = { source: 'call', route: 'x', status: 500, code: 'internal_error' } as const;
    const id = broken.report({ ...about, error: new Error('x'), customerId: null, operatorId: null });
    await broken.idle();
    expect(id).toMatch(/^\w{10}$/);
    expect(NO_ERROR_LOG.report({ ...about, error: null, customerId: null, operatorId: null })).toMatch(
      /^\w{10}$/,
    );
  });
});

/** The number of omitted errors that earlier rows have already reported. */
async function leftOutSeen(): Promise<number> {
  const { rows } = await server.database.pool.query<{ n: number }>(
    `select coalesce(sum(left_out), 0)::integer as n from error_log where route = 'GET /api/flood'
        and sequence < (select max(sequence) from error_log)`,
  );
  return rows[0]?.n ?? 0;
}

async function unready() {
  const { default: fastify } = await import('fastify');
  const { markServerErrors } = await import('../../http/error-ids.ts');
  const { registerHealth } = await import('../../http/health.ts');
  const app = fastify();
  markServerErrors(app, log());
  registerHealth(app, {
    ready: () => false,
    database: { answers: () => Promise.resolve(true) },
    committingForMs: () => 0,
    clockStopped: () => false,
    books: () => server.reconciliation.status,
    hold: { logs: [], holders: [] },
  });
  return { app };
}
