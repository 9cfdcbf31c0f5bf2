import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

afterAll(() => vi.unstubAllGlobals());
vi.stubGlobal('window', {
  addEventListener: () => undefined,
  localStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
});
const { callQuery, fetchPages, pagesQuery } = await import('./call-query.ts');

const sent: string[] = [];

/** Five entries, two on each page; a page's cursor is the number of its first entry. */
function listOfFive(url: string): Response {
  sent.push(url);
  const first = Number(new URLSearchParams(url.split('?')[1]).get('cursor') ?? 0);
  const items = [0, 1, 2, 3, 4].slice(first, first + 2).map(entry_id => ({ entry_id }));
  const next_cursor = first + 2 < 5 ? String(first + 2) : null;
  return new Response(JSON.stringify({ type: 'ok', data: { items, next_cursor } }));
}

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string) => listOfFive(url));
});

test('a call is cached under its path and input, or under a given key', () => {
  expect(callQuery('GET status/now', {}).queryKey).toEqual(['status/now']);
  expect(callQuery('GET coin/detail', { order_id: 7 }).queryKey).toEqual(['coin/detail', { order_id: 7 }]);
  expect(callQuery('GET status/now', {}, ['own']).queryKey).toEqual(['own']);
});

test('pages follow one another until there are no more', async () => {
  const client = new QueryClient();
  const query = pagesQuery('GET wallet/hzhistory', { limit: 2 });
  const { pages } = await client.fetchInfiniteQuery({ ...query, pages: 9 });
  expect(pages.map(page => page.items.length)).toEqual([2, 2, 1]);
  expect(sent).toEqual(['', '&cursor=2', '&cursor=4'].map(more => `/api/wallet/hzhistory?limit=2${more}`));
});

test('an export has every entry once, within the given number of pages', async () => {
  const all = await fetchPages('GET wallet/hzhistory', {});
  expect(all).toEqual([0, 1, 2, 3, 4].map(entry_id => ({ entry_id })));
  expect(sent[0]).toBe('/api/wallet/hzhistory?limit=100');
  expect(await fetchPages('GET wallet/hzhistory', {}, 2)).toHaveLength(4);
});
