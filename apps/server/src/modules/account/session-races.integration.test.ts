import type pg from 'pg';
import type { Pool } from '../../database/pool.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { Sessions } from './sessions.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

let customer: TestCustomer;
let sessionId: number;
beforeEach(async () => {
  customer = await server.customer();
  sessionId = (await server.services.sessions.list(customer.id))[0]!.id;
});

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

/** Sessions as another process has them, with a database connection that does what a test wants. */
function process(query: Query = (text, values) => server.database.pool.query(text, values)) {
  const sessions = new Sessions({
    pool: { query, ask: async (text: string) => (await query(text, [])).rows } as unknown as Pool,
    devices: server.services.security.devices,
    now: () => server.clock.nowMs,
  });
  const ended: number[] = [];
  sessions.onEnded(ids => void ended.push(...ids));
  return { sessions, ended };
}

/** A connection whose first answer to such a query comes when it is let go, and says what was true when it was asked. */
function slow(such: RegExp) {
  let isFirst = true;
  let letGo = (): void => undefined;
  const gate = new Promise<void>(resolve => (letGo = resolve));
  let asked = (): void => undefined;
  const isAsked = new Promise<void>(resolve => (asked = resolve));
  const query: Query = async (text, values) => {
    const result = await server.database.pool.query(text, values);
    if (!such.test(text) || !isFirst) return result;
    isFirst = false;
    asked();
    await gate;
    return result;
  };
  return { query, isAsked, letGo: () => letGo() };
}

describe('a look-up that began before', () => {
  it('the session ended elsewhere finds none, however it is learnt', async () => {
    for (const learns of ['news', 'look'] as const) {
      const one = await server.customer();
      const [open] = await server.services.sessions.list(one.id);
      const { query, isAsked, letGo } = slow(/token_hash = \$1/);
      const { sessions } = process(query);
      const looking = sessions.find(one.token);
      await isAsked;
      await process().sessions.end([open!.id]);
      if (learns === 'news') sessions.endedElsewhere([open!.id]);
      else await sessions.catchUp();
      letGo();
      expect(await looking).toBe(null);
      expect(await sessions.find(one.token)).toBe(null);
    }
  });

  it('its language was changed finds the new one', async () => {
    const { query, isAsked, letGo } = slow(/token_hash = \$1/);
    const { sessions } = process(query);
    const looking = sessions.find(customer.token);
    await isAsked;
    const elsewhere = process().sessions;
    await elsewhere.setLanguage((await elsewhere.find(customer.token))!, 'th');
    sessions.changedElsewhere([sessionId]);
    letGo();
    expect(await looking).toMatchObject({ language: 'th' });
    expect(sessions.find(customer.token)).toMatchObject({ language: 'th' });
  });

  it('another session ended is kept as it is', async () => {
    const other = await server.customer();
    const [otherOpen] = await server.services.sessions.list(other.id);
    const { query, isAsked, letGo } = slow(/token_hash = \$1/);
    const { sessions } = process(query);
    const looking = sessions.find(customer.token);
    await isAsked;
    sessions.endedElsewhere([otherOpen!.id]);
    letGo();
    expect(await looking).toMatchObject({ id: sessionId });
    // From memory.
    expect(sessions.find(customer.token)).toMatchObject({ id: sessionId });
  });
});

describe('what a process remembers', () => {
  it('does not end a session that is used at another', async () => {
    const here = process();
    await here.sessions.find(customer.token);
    server.clock.nowMs += 29 * DAY_MS;
    await process().sessions.find(customer.token);
    const seen = async () => (await server.services.sessions.list(customer.id))[0]?.lastSeenAtMs;
    await expect.poll(seen).toBe(server.clock.nowMs);
    server.clock.nowMs += 2 * DAY_MS;
    expect(await here.sessions.find(customer.token)).toMatchObject({ id: sessionId });
    expect(here.ended).toEqual([]);
    // Unused everywhere.
    server.clock.nowMs += 30 * DAY_MS;
    expect(await here.sessions.find(customer.token)).toBe(null);
    expect(here.ended).toEqual([sessionId]);
  });

  it('is changed by the news of another’s language, and ends nothing', async () => {
    const here = process();
    await here.sessions.find(customer.token);
    const elsewhere = process().sessions;
    const told: number[] = [];
    elsewhere.onChangedHere(ids => void told.push(...ids));
    await elsewhere.setLanguage((await elsewhere.find(customer.token))!, 'th');
    here.sessions.changedElsewhere(told);
    expect(await here.sessions.find(customer.token)).toMatchObject({ language: 'th' });
    expect(here.ended).toEqual([]);
  });
});

describe('an end', () => {
  it('that was stamped long before its commit is found by looking', async () => {
    const here = process();
    await here.sessions.find(customer.token);
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query(
      'update sessions set ended_at_ms = $2, ended_in = pg_current_xact_id() where id = $1',
      [sessionId, server.clock.nowMs],
    );
    await here.sessions.catchUp();
    server.clock.nowMs += 60_000;
    await here.sessions.catchUp();
    expect(here.ended).not.toContain(sessionId);
    await client.query('commit');
    client.release();
    await here.sessions.catchUp();
    expect(here.ended).toContain(sessionId);
    expect(await here.sessions.find(customer.token)).toBe(null);
  });

  it('is told once by looking', async () => {
    const here = process();
    await here.sessions.catchUp();
    await process().sessions.end([sessionId]);
    await here.sessions.catchUp();
    await here.sessions.catchUp();
    expect(here.ended.filter(id => id === sessionId)).toEqual([sessionId]);
  });

  it('without an answer leaves nothing in memory that was read meanwhile', async () => {
    let lookUp: Promise<unknown> | null = null;
    const here = process(async (text, values) => {
      const ends = text.startsWith('update sessions set ended_at_ms');
      // Read while it is not yet committed.
      if (ends) await (lookUp = Promise.resolve(here.sessions.find(customer.token)));
      const result = await server.database.pool.query(text, values);
      if (ends) throw new Error('the connection was lost');
      return result;
    });
    await expect(here.sessions.end([sessionId])).rejects.toThrow('the connection was lost');
    expect(lookUp).not.toBe(null);
    expect(await here.sessions.find(customer.token)).toBe(null);
  });

  it('that failed has ended nothing, and nobody is told so', async () => {
    const here = process((text, values) => {
      if (text.startsWith('update sessions set ended_at_ms')) throw new Error('no database');
      return server.database.pool.query(text, values);
    });
    await expect(here.sessions.end([sessionId])).rejects.toThrow('no database');
    expect(here.ended).toEqual([]);
    expect(await here.sessions.find(customer.token)).toMatchObject({ id: sessionId });
  });

  it('that a look could not read is found by the next', async () => {
    let isBroken = true;
    const here = process((text, values) => {
      if (isBroken && text.includes('pg_snapshot_xmin')) throw new Error('no database');
      return server.database.pool.query(text, values);
    });
    await here.sessions.find(customer.token);
    await process().sessions.end([sessionId]);
    await expect(here.sessions.catchUp()).rejects.toThrow('no database');
    expect(here.ended).toEqual([]);
    isBroken = false;
    await here.sessions.catchUp();
    expect(here.ended).toContain(sessionId);
  });
});
