import { LANGUAGES } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';
import type { NoticeText } from './seed/notice-text.ts';
import { NOTICE_TEXTS, seedNotices } from './seed/seed.ts';

/** The notice as first seeded. */
const EARLIER_WELCOME = {
  title: 'Tallystick is open',
  summary: 'Spot trading has begun in eight markets.',
  paragraphs: [
    'You can trade Bitcoin, Ether, BNB, Solana, XRP, Dogecoin and Cardano against USDT, and Ether against Bitcoin.',
    'Limit, market and stop orders are matched by price, then by time. Makers and takers pay 0.1 % of what they receive; the order form shows the fee before you send.',
    'Contracts, options, trust products and new currencies will follow. Their pages are there already and say what they will offer.',
  ],
};

let server: TestServer;
let seededAtMs: number;
beforeAll(async () => {
  server = await TestServer.start();
  seededAtMs = server.clock.nowMs;
  await seedNotices(server.database.pool, true, seededAtMs);
});
afterAll(() => server.close());

async function publish(title: string, atMs: number, customerId: number | null = null): Promise<number> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `with n as (insert into notices (kind, customer_id, published_at_ms) values ($1, $2, $3) returning id)
     insert into notice_texts select id, 'en', $4, 'Summary', '{One,Two}' from n returning notice_id as id`,
    [customerId === null ? 'announcement' : 'message', customerId, atMs, title],
  );
  return Number(rows[0]?.id);
}

async function titles(token?: string): Promise<string[]> {
  const { items } = await server.call('POST news/list', { limit: 100 }, token === undefined ? {} : { token });
  return items.map(({ title }) => title);
}

describe('notices', () => {
  it.each(LANGUAGES)('in %s: the list and each text in that language', async lang => {
    const { items } = await server.call('POST news/list', {}, { lang });
    const texts = Object.values(NOTICE_TEXTS[lang]);
    expect(items.map(({ title }) => title).toSorted()).toEqual(texts.map(({ title }) => title).toSorted());
    for (const item of items) {
      const { paragraphs, ...summary } = await server.call('POST news/detail', { id: item.id }, { lang });
      expect(summary).toEqual(item);
      expect(paragraphs).toEqual(texts.find(({ title }) => title === item.title)?.paragraphs);
    }
  });

  it('seeded again stay as they are', async () => {
    const before = await titles();
    await seedNotices(server.database.pool, true, seededAtMs + 1);
    expect(await titles()).toEqual(before);
  });

  it('seeded by an earlier version get the words of today, but not those that operators have changed', async () => {
    const { pool } = server.database;
    const write = (language: string, text: NoticeText) =>
      pool.query(
        `update notice_texts set title = $2, summary = $3, paragraphs = $4
          where language = $1 and notice_id = (select id from notices where slug = 'welcome')`,
        [language, text.title, text.summary, text.paragraphs],
      );
    const read = async (language: string) => {
      const { rows } = await pool.query(
        `select title, summary, paragraphs from notice_texts
          where language = $1 and notice_id = (select id from notices where slug = 'welcome')`,
        [language],
      );
      return rows[0];
    };
    const ours = { ...EARLIER_WELCOME, summary: 'Changed at the desk.' };
    await write('en', EARLIER_WELCOME);
    await write('yn', ours);
    await seedNotices(pool, true, seededAtMs + 1);
    expect(await read('en')).toEqual(NOTICE_TEXTS.en.welcome);
    expect(await read('yn')).toEqual(ours);
    await write('yn', NOTICE_TEXTS.yn.welcome);
  });

  it('come newest first, page by page, without gaps or repetitions', async () => {
    const atMs = server.clock.nowMs;
    // Two with the same time are ordered by id.
    const wanted = [
      await publish('A', atMs),
      await publish('B', atMs),
      await publish('C', atMs),
    ].toReversed();
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await server.call('POST news/list', {
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.slice(0, 3)).toEqual(wanted);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength((await titles()).length);
  });

  it('appear at their time, not before', async () => {
    const id = await publish('Tomorrow', server.clock.nowMs + 1_000);
    expect(await titles()).not.toContain('Tomorrow');
    expect((await server.refused('POST news/detail', { id })).code).toBe('not_found');
    server.clock.nowMs += 1_000;
    expect((await titles())[0]).toBe('Tomorrow');
    expect((await server.call('POST news/detail', { id })).paragraphs).toEqual(['One', 'Two']);
  });

  it('to one customer are seen by nobody else', async () => {
    const [owner, other] = [await server.customer(), await server.customer()];
    const id = await publish('Yours', server.clock.nowMs, owner.id);
    expect(await titles(owner.token)).toContain('Yours');
    expect((await server.call('POST news/detail', { id }, { token: owner.token })).kind).toBe('message');
    expect(await titles(other.token)).not.toContain('Yours');
    expect(await titles()).not.toContain('Yours');
    for (const options of [{ token: other.token }, {}]) {
      expect(await server.refused('POST news/detail', { id }, options)).toMatchObject({
        code: 'not_found',
        status: 404,
      });
    }
  });

  describe('are unread', () => {
    beforeEach(() => {
      // Later than the notices of earlier tests: customers who register now need not read those.
      server.clock.nowMs += 1;
    });

    const unread = async (token?: string): Promise<[number, string[]]> => {
      const { items, unread: count } = await server.call(
        'POST news/list',
        { limit: 100 },
        token === undefined ? {} : { token },
      );
      return [count, items.filter(item => item.unread).map(({ title }) => title)];
    };

    it('until opened, by that customer alone, and only what came since they registered', async () => {
      const [reader, other] = [await server.customer(), await server.customer()];
      expect(await unread(reader.token)).toEqual([0, []]);
      const id = await publish('News', server.clock.nowMs);
      await publish('For the reader', server.clock.nowMs, reader.id);
      await publish('Not yet', server.clock.nowMs + 60_000);
      expect(await unread(reader.token)).toEqual([2, ['For the reader', 'News']]);
      expect(await unread(other.token)).toEqual([1, ['News']]);

      const opened = await server.call('POST news/detail', { id }, { token: reader.token });
      expect(opened).toMatchObject({ title: 'News', unread: false });
      await server.call('POST news/detail', { id }, { token: reader.token });
      expect(await unread(reader.token)).toEqual([1, ['For the reader']]);
      expect(await unread(other.token)).toEqual([1, ['News']]);
    });

    it('until all are marked; what is published later is unread again', async () => {
      const [reader, other] = [await server.customer(), await server.customer()];
      await publish('One', server.clock.nowMs);
      await publish('Two', server.clock.nowMs, reader.id);
      await publish('Later', server.clock.nowMs + 1_000);
      expect(await server.call('POST news/read', {}, { token: reader.token })).toEqual({ unread: 0 });
      expect(await unread(reader.token)).toEqual([0, []]);
      expect((await unread(other.token))[1]).toContain('One');
      server.clock.nowMs += 1_000;
      expect(await unread(reader.token)).toEqual([1, ['Later']]);
    });

    it('for customers only', async () => {
      await publish('To see', server.clock.nowMs);
      expect(await unread()).toEqual([0, []]);
      expect((await server.refused('POST news/read', {})).status).toBe(401);
    });

    it('and counted up to a hundred', async () => {
      const reader = await server.customer();
      await server.database.pool.query(
        `with n as (insert into notices (kind, customer_id, published_at_ms)
                    select 'message', $1, $2 from generate_series(1, 101) returning id)
         insert into notice_texts select id, 'en', 'Many', '', '{}' from n`,
        [reader.id, server.clock.nowMs],
      );
      expect((await unread(reader.token))[0]).toBe(100);
    });
  });

  it('fall back to English where a text is missing', async () => {
    await publish('English only', server.clock.nowMs);
    const { items } = await server.call('POST news/list', { limit: 1 }, { lang: 'th' });
    expect(items[0]?.title).toBe('English only');
  });

  it.each(['1', '1.2.3', 'a.b', '1.-1'])('refuse %s as a cursor', async cursor => {
    expect(await server.refused('POST news/list', { cursor })).toMatchObject({
      code: 'invalid_input',
      data: { field: 'cursor' },
    });
  });
});
