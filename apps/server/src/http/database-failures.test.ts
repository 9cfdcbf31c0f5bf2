import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseBusy, DatabaseOutcomeUnknown } from '../database/database-busy.ts';
import { createCallRouter } from './call-router.ts';
import { NO_ERROR_LOG } from './error-ids.ts';
import { registerFailures } from './failures.ts';

const SESSION = { id: 1, customerId: 1, deviceId: null, language: null };
const KEY = 'the-same-key';

let failure: Error;
let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  registerFailures(app, 'en', NO_ERROR_LOG);
  const register = createCallRouter(app, {
    authenticator: { find: () => SESSION },
    defaultLanguage: 'en',
    limits: null,
    checkReplies: false,
    gate: null,
  });
  const fail = (): never => {
    throw failure;
  };
  register('GET coin/list', fail);
  register('POST wallet/faucet', fail);
  register('POST user/logout', fail);
});
afterEach(() => app.close());

async function answer(url: string, method: 'GET' | 'POST'): Promise<{ code: string; data: object }> {
  const response = await app.inject({
    url: `/api/${url}`,
    method,
    headers: { authorization: 'Bearer token', 'idempotency-key': KEY },
  });
  expect(response.statusCode).toBe(503);
  return response.json();
}

it('a database that did not answer a reader is busy: nothing was done', async () => {
  failure = new DatabaseBusy('no answer');
  expect(await answer('coin/list', 'GET')).toMatchObject({ code: 'busy' });
});

it('of a call that may have done something before, nobody says that nothing was', async () => {
  for (failure of [new DatabaseBusy('no answer'), new DatabaseOutcomeUnknown('no answer')]) {
    expect(await answer('wallet/faucet', 'POST')).toMatchObject({
      code: 'outcome_unknown',
      data: { idempotency_key: KEY },
    });
    const { code, data } = await answer('user/logout', 'POST');
    expect(code).toBe('outcome_unknown');
    expect(data).not.toHaveProperty('idempotency_key');
  }
});
