import { LANGUAGES } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';
import { NOTICE_TEXTS, seedNotices } from './seed/seed.ts';

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

  it('come newest first, page by page, without gaps or repetitions', async () => {
    const atMs = server.clock.nowMs;
    // Two of one moment: their ids decide.
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
