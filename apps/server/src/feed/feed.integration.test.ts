import type pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { createTestDatabase } from '../testing/database.ts';
import { appendToFeed, type OfficeEvent } from './append.ts';
import { allCursors } from './cursors.ts';
import type { FeedEvent } from '../events/event.ts';
import { Feed } from './feed.ts';
import { listSubscribers, replayFrom, retire, skipOne } from './operate.ts';
import { headOf } from './reader.ts';
import { KEPT_MS } from './retention.ts';
import type { EffectSubscriber } from './subscriber.ts';

const NOW_MS = Date.UTC(2026, 6, 15, 12);

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table effects (subscriber text, event text, body jsonb, n serial)');
});
afterAll(() => database.close());

let registry: Registry;
let errors: string[];
let feeds: Feed[] = [];
beforeEach(async () => {
  errors = [];
  feeds = [];
  await database.pool.query('truncate effects, feed_cursors, office_events, exchange_events');
});
afterEach(async () => {
  for (const feed of feeds) await feed.stop();
});

function newFeed(nowMs = NOW_MS): Feed {
  registry = new Registry();
  const log = { error: (_: object, message: string) => errors.push(message) };
  const feed = new Feed({
    pool: database.pool,
    engine: { onCommitted() {} },
    registry,
    now: () => nowMs,
    log,
  });
  feeds.push(feed);
  return feed;
}

/** A subscriber that records its events. */
function scribe(
  name: string,
  also: (client: pg.PoolClient) => Promise<void> = async () => {},
): EffectSubscriber<'securityNews'> {
  return {
    name,
    kinds: ['securityNews'],
    from: 'beginning',
    async handle(client, events) {
      for (const { id, body } of events) {
        await client.query('insert into effects (subscriber, event, body) values ($1, $2, $3)', [
          name,
          id,
          body,
        ]);
      }
      await also(client);
    },
  };
}

const news = (message: string, customerId = 1): OfficeEvent => ({
  ...{ kind: 'securityNews', customerId, atMs: NOW_MS },
  body: { message, values: {} },
});

const append = (...messages: readonly string[]): Promise<void> =>
  inTransaction(database.pool, client => appendToFeed(client, ...messages.map(message => news(message))));

async function effects(subscriber: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ message: string }>(
    `select body ->> 'message' as message from effects where subscriber = $1 order by n`,
    [subscriber],
  );
  return rows.map(({ message }) => message);
}

describe('a subscriber', () => {
  it('handles each event once, in order, and continues where another process ended', async () => {
    await append('one', 'two');
    const first = newFeed();
    first.subscribe(scribe('a'));
    await first.catchUp();
    await first.catchUp();
    await first.stop();
    await append('three');
    const second = newFeed();
    second.subscribe(scribe('a'));
    await second.catchUp();
    expect(await effects('a')).toEqual(['one', 'two', 'three']);
  });

  it('killed between effect and commit has neither, and after a restart both once', async () => {
    await append('one');
    const first = newFeed();
    // To the database the end of a process looks like this.
    first.subscribe(
      scribe('a', async client => {
        client.on('error', () => {});
        await client.query('select pg_terminate_backend(pg_backend_pid())');
      }),
    );
    await expect(first.catchUp()).rejects.toThrow(/terminat/);
    await first.stop();
    expect(await effects('a')).toEqual([]);
    const second = newFeed();
    second.subscribe(scribe('a'));
    await second.catchUp();
    expect(await effects('a')).toEqual(['one']);
  });

  it('is not blocked by another that cannot handle an event', async () => {
    const feed = newFeed();
    let broken = true;
    feed.subscribe({
      ...scribe('poisoned'),
      async handle(client, events) {
        if (broken && events.some(({ body }) => body.message === 'bad')) throw new Error('cannot');
        await scribe('poisoned').handle(client, events);
      },
    });
    feed.subscribe(scribe('sound'));
    await append('good', 'bad', 'after');
    await expect(feed.catchUp()).rejects.toThrow('cannot');
    expect(await effects('sound')).toEqual(['good', 'bad', 'after']);
    // All events before the failing one were handled, and no event after it is lost.
    expect(await effects('poisoned')).toEqual(['good']);
    expect(errors).toEqual(['an event could not be handled; it will be tried again']);
    await feed.measure();
    expect(await registry.metrics()).toContain('tallystick_feed_behind{subscriber="sound"} 0');
    broken = false;
    await feed.catchUp();
    expect(await effects('poisoned')).toEqual(['good', 'bad', 'after']);
  });

  it('reports its lag, and an operator may skip one event', async () => {
    const feed = newFeed(NOW_MS + 90_000);
    feed.subscribe({
      ...scribe('a'),
      async handle(client, events) {
        if (events.some(({ body }) => body.message === 'bad')) throw new Error('cannot');
        await scribe('a').handle(client, events);
      },
    });
    await append('bad', 'after');
    await expect(feed.catchUp()).rejects.toThrow('cannot');
    await feed.measure();
    expect(await registry.metrics()).toContain('tallystick_feed_behind{subscriber="a"} 90');
    expect(await listSubscribers(database.pool, NOW_MS + 90_000)).toEqual([
      expect.stringMatching(/^a: sequence 0, office \d+, 90 s behind$/),
    ]);
    expect(await skipOne(database.pool, 'a')).toMatch(/^office-\d+$/);
    await feed.catchUp();
    expect(await effects('a')).toEqual(['after']);
    expect(await skipOne(database.pool, 'a')).toBeNull();
    await expect(skipOne(database.pool, 'nobody')).rejects.toThrow(RangeError);
  });

  it('starts with new events or with all kept events, as it asks', async () => {
    await append('early');
    const feed = newFeed();
    feed.subscribe({ ...scribe('new'), from: 'now' });
    feed.subscribe(scribe('all'));
    await feed.catchUp();
    await append('late');
    await feed.catchUp();
    expect(await effects('new')).toEqual(['late']);
    expect(await effects('all')).toEqual(['early', 'late']);
  });

  it('moved back handles the events again', async () => {
    await append('one', 'two', 'three');
    const feed = newFeed();
    feed.subscribe(scribe('a'));
    await feed.catchUp();
    const before = await effects('a');
    await database.pool.query('truncate effects');
    await replayFrom(database.pool, 'a', { sequence: 0, office: 0 });
    await feed.catchUp();
    expect(await effects('a')).toEqual(before);
    expect(before).toHaveLength(3);
  });

  it('that runs in two processes handles nothing twice', async () => {
    const [first, second] = [newFeed(), newFeed()];
    for (const feed of [first, second]) feed.subscribe(scribe('a'));
    const messages = Array.from({ length: 30 }, (_, i) => String(i));
    for (const message of messages) {
      await append(message);
      await Promise.all([first.catchUp(), second.catchUp()]);
    }
    await first.catchUp();
    expect(await effects('a')).toEqual(messages);
  });

  it('handles many events in pages', async () => {
    const messages = Array.from({ length: 1_234 }, (_, i) => String(i));
    await append(...messages);
    const sizes: number[] = [];
    const feed = newFeed();
    feed.subscribe({
      ...scribe('a'),
      async handle(client, events) {
        sizes.push(events.length);
        await scribe('a').handle(client, events);
      },
    });
    await feed.catchUp();
    expect(sizes).toEqual([500, 500, 234]);
    expect(await effects('a')).toEqual(messages);
  });
});

it('that delivers elsewhere gets an unfinished event again, with the same id', async () => {
  const got: string[] = [];
  let fails = true;
  const feed = newFeed();
  feed.subscribe({
    ...{ name: 'push', kinds: ['securityNews'], from: 'beginning' },
    async deliver(events: readonly FeedEvent<'securityNews'>[]) {
      for (const { id } of events) got.push(id);
      if (fails) throw new Error('the line broke');
    },
  });
  await append('one');
  await expect(feed.catchUp()).rejects.toThrow('the line broke');
  fails = false;
  await feed.catchUp();
  await feed.catchUp();
  expect(new Set(got).size).toBe(1);
  expect(got.length).toBeGreaterThan(1);
});

it('a listener of this process receives events after its start', async () => {
  await append('early');
  const heard: string[] = [];
  const feed = newFeed();
  feed.listen({
    ...{ name: 'sockets', kinds: ['securityNews'] },
    async deliver(events: readonly FeedEvent<'securityNews'>[]) {
      heard.push(...events.map(({ body }) => body.message));
    },
  });
  await feed.catchUp();
  await append('late');
  await feed.catchUp();
  expect(heard).toEqual(['late']);
  expect(await allCursors(database.pool)).toEqual([]);
});

it('receives new events by itself, also those of another process', async () => {
  const feed = newFeed();
  feed.subscribe(scribe('a'));
  await feed.start();
  await append('one');
  await expect.poll(() => effects('a')).toEqual(['one']);
});

describe('the order of office events', () => {
  /** One transaction begins and writes first; another one writes and commits before the first one does. */
  async function lateCommit(
    write: (client: pg.ClientBase, message: string) => Promise<unknown>,
    between: () => Promise<void>,
  ) {
    const [slow, quick] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await slow.query('begin');
      await write(slow, 'slow');
      await quick.query('begin');
      await write(quick, 'quick');
      await quick.query('commit');
      await between();
      await slow.query('commit');
    } finally {
      slow.release();
      quick.release();
    }
  }

  it('is that of the commits: a late commit is not skipped', async () => {
    const feed = newFeed();
    feed.subscribe(scribe('a'));
    await lateCommit(
      (client, message) => appendToFeed(client, news(message)),
      () => feed.catchUp(),
    );
    expect(await effects('a')).toEqual(['quick']);
    await feed.catchUp();
    expect(await effects('a')).toEqual(['quick', 'slow']);
  });

  it('by a plain serial number would skip a late commit', async () => {
    await database.pool.query('create table plain (id bigserial primary key, message text)');
    const seen: string[] = [];
    let cursor = '0';
    const read = async () => {
      const { rows } = await database.pool.query<{ id: string; message: string }>(
        'select id, message from plain where id > $1 order by id',
        [cursor],
      );
      seen.push(...rows.map(({ message }) => message));
      cursor = rows.at(-1)?.id ?? cursor;
    };
    await lateCommit(
      (client, message) => client.query('insert into plain (message) values ($1)', [message]),
      read,
    );
    await read();
    expect(seen).toEqual(['quick']);
  });

  it('omits rolled-back events and is kept within a transaction', async () => {
    const feed = newFeed();
    feed.subscribe(scribe('a'));
    await expect(
      inTransaction(database.pool, async client => {
        await appendToFeed(client, news('never'));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await append('one', 'two', 'three');
    await feed.catchUp();
    expect(await effects('a')).toEqual(['one', 'two', 'three']);
  });

  it('has no gaps when many write at once', async () => {
    const feed = newFeed();
    feed.subscribe(scribe('a'));
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; i < 25; i++) await append(`${writer}:${i}`);
    });
    const writing = { on: true };
    const all = Promise.all(writers).finally(() => {
      writing.on = false;
    });
    while (writing.on) await feed.catchUp();
    await all;
    await feed.catchUp();
    const told = await effects('a');
    expect(told).toHaveLength(100);
    for (let writer = 0; writer < 4; writer++) {
      const own = told.filter(message => message.startsWith(`${writer}:`));
      expect(own).toEqual(Array.from({ length: 25 }, (_, i) => `${writer}:${i}`));
    }
  });
});

it('events that all have handled are deleted after a month, others are kept', async () => {
  const feed = newFeed(NOW_MS + KEPT_MS + 1);
  feed.subscribe(scribe('a'));
  feed.subscribe({ ...scribe('b'), handle: () => Promise.reject(new Error('not yet')) });
  await append('old');
  await expect(feed.catchUp()).rejects.toThrow('not yet');
  await feed.forgetOld();
  expect((await headOf(database.pool)).office).toBeGreaterThan(0);
  await retire(database.pool, 'b');
  await feed.forgetOld();
  expect((await headOf(database.pool)).office).toBe(0);
  // Numbers are never reused, so a subscriber at that position continues.
  await append('new');
  await feed.catchUp().catch(() => undefined);
  expect(await effects('a')).toEqual(['old', 'new']);
});
