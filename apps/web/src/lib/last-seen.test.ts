import { DAY_MS } from '@tallystick/core/durations';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LastSeen, type KeptQuery } from './last-seen.ts';

const MARKETS = ['markets'];
const WALLET = ['wallet'];

let nowMs: number;
let owner: number | null;
let stored: Map<boolean, unknown>;
let client: QueryClient;
let shownSinceMs: number | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 * DAY_MS });
  nowMs = Date.now();
  owner = 7;
  stored = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

function visit(
  queries: readonly KeptQuery[] = [
    { key: MARKETS, isPrivate: false },
    { key: WALLET, isPrivate: true },
  ],
) {
  client = new QueryClient();
  return new LastSeen({
    client,
    queries,
    storage: {
      read: isPrivate => stored.get(isPrivate),
      // Through JSON, because devices store text.
      write: (isPrivate, value) => void stored.set(isPrivate, JSON.parse(JSON.stringify(value))),
      remove: isPrivate => void stored.delete(isPrivate),
    },
    owner: () => owner,
    nowMs: () => nowMs,
    onShown: sinceMs => void (shownSinceMs = sinceMs),
  });
}

function passTime(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  nowMs += ms;
}

function firstVisit(): void {
  const seen = visit();
  client.setQueryData(MARKETS, ['BTC/USDT']);
  client.setQueryData(WALLET, { total: '250' });
  seen.write(false);
}

test('answers are stored after five seconds at the latest', () => {
  visit();
  client.setQueryData(MARKETS, ['BTC/USDT']);
  expect(stored.has(false)).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(JSON.stringify(stored.get(false))).toContain('BTC/USDT');
  expect(stored.has(true)).toBe(false);
});

test('the next visit shows it with its age until the server answers', () => {
  firstVisit();
  const keptAtMs = nowMs;
  passTime(3 * 3_600_000);
  const seen = visit();
  seen.show();
  expect(client.getQueryData(WALLET)).toEqual({ total: '250' });
  expect(client.getQueryState(WALLET)?.dataUpdatedAt).toBe(keptAtMs);
  expect(seen.shownSinceMs()).toBe(keptAtMs);
  client.setQueryData(WALLET, { total: '260' });
  // The markets still show stored data.
  expect(seen.shownSinceMs()).toBe(keptAtMs);
  expect(shownSinceMs).toBe(keptAtMs);
  client.setQueryData(MARKETS, []);
  expect(seen.shownSinceMs()).toBeUndefined();
  expect(shownSinceMs).toBeUndefined();
});

test('when the server is back, data that no screen asks for again is dropped', () => {
  firstVisit();
  passTime(60_000);
  const seen = visit();
  seen.show();
  // The markets are on the screen; the wallet was on the previous page.
  const watching = new QueryObserver(client, { queryKey: MARKETS, queryFn: () => ['BTC/USDT', 'ETH/USDT'] });
  const stop = watching.subscribe(() => undefined);
  seen.renew();
  expect(client.getQueryData(WALLET)).toBeUndefined();
  return vi.waitFor(() => expect(shownSinceMs).toBeUndefined()).finally(stop);
});

test('showing it does not make it younger', () => {
  firstVisit();
  const keptAtMs = nowMs;
  passTime(DAY_MS);
  const seen = visit([{ key: WALLET, isPrivate: true, renewed: answer => answer }]);
  seen.show();
  seen.write(true);
  const again = visit();
  again.show();
  expect(again.shownSinceMs()).toBe(keptAtMs);
});

test('answers of the server stay', () => {
  firstVisit();
  const seen = visit();
  client.setQueryData(WALLET, { total: '260' });
  seen.show();
  expect(client.getQueryData(WALLET)).toEqual({ total: '260' });
});

test('when the app is hidden, data from the socket is stored with its own age', () => {
  let live: unknown = ['BTC/USDT 64,000'];
  const seen = visit([{ key: MARKETS, isPrivate: false, renewed: () => live }]);
  client.setQueryData(MARKETS, ['BTC/USDT 63,000']);
  const answeredAtMs = nowMs;
  passTime(60_000);
  seen.write(true);
  expect(stored.get(false)).toMatchObject({ answers: { '["markets"]': { atMs: nowMs, data: live } } });
  live = undefined;
  seen.write(true);
  expect(stored.get(false)).toMatchObject({ answers: { '["markets"]': { atMs: answeredAtMs } } });
});

describe('private data is never shown to others', () => {
  test.each([null, 8])('not shown to %s', someone => {
    firstVisit();
    owner = someone;
    visit().show();
    expect(client.getQueryData(WALLET)).toBeUndefined();
    expect(client.getQueryData(MARKETS)).toEqual(['BTC/USDT']);
  });

  test("gone after the log-out, also from the next customer's screen", () => {
    firstVisit();
    const seen = visit();
    seen.show();
    owner = null;
    seen.forgetPrivate();
    client.clear();
    expect(stored.has(true)).toBe(false);
    seen.write(true);
    expect(stored.has(true)).toBe(false);
    expect(seen.shownSinceMs()).toBeUndefined();
  });

  test('removed at the next start if the session was ended elsewhere', () => {
    firstVisit();
    owner = null;
    visit().tidy();
    expect(stored.has(true)).toBe(false);
  });
});

test.each([8 * DAY_MS, -60_000])('nothing is shown %i ms later', laterMs => {
  firstVisit();
  passTime(laterMs);
  const seen = visit();
  seen.show();
  expect(client.getQueryData(MARKETS)).toBeUndefined();
  seen.tidy();
  expect(stored.has(true)).toBe(false);
});

test.each([undefined, null, 'text', {}, { owner: null, answers: null }])(
  '%j is as good as nothing',
  value => {
    stored.set(false, value);
    visit().show();
    expect(client.getQueryData(MARKETS)).toBeUndefined();
  },
);
