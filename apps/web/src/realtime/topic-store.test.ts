import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FLUSH_MS, LINGER_MS, MAX_RETRY_MS, RETRY_MS, TopicStore, type TopicFeed } from './topic-store.ts';

interface Timer {
  readonly run: () => void;
  readonly delayMs: number;
  cancelled: boolean;
}

/** A scripted connection: records requests, and fires timers on demand. */
function scriptedFeed() {
  const asked: string[] = [];
  const released: string[] = [];
  let timers: Timer[] = [];
  const feed: TopicFeed = {
    request: topic => asked.push(topic),
    release: topic => released.push(topic),
    schedule: (run, delayMs) => {
      const timer: Timer = { run, delayMs, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
  };
  const fire = (delayMs: number) => {
    const due = timers.filter(timer => timer.delayMs === delayMs && !timer.cancelled);
    timers = timers.filter(timer => !due.includes(timer));
    for (const timer of due) timer.run();
    return due.length;
  };
  return { feed, asked, released, fire };
}

/** A store of trades, where numbers in a list stand for trades, newest first. */
function numberStore(feed: TopicFeed) {
  return new TopicStore<'trades:1', readonly unknown[]>(
    'trades:1',
    { open: snapshot => snapshot, apply: (state, delta) => [...delta, ...state] },
    feed,
  );
}

const trade = (trade_id: number) => ({ trade_id, price: '1', quantity: '1', side: 'buy', at_ms: 0 }) as const;

describe('a topic store', () => {
  let script: ReturnType<typeof scriptedFeed>;
  let store: ReturnType<typeof numberStore>;
  beforeEach(() => {
    script = scriptedFeed();
    store = numberStore(script.feed);
  });

  test('subscribes when first watched and shows the snapshot at once', () => {
    const seen = vi.fn();
    store.watch(seen);
    store.watch(seen);
    expect(script.asked).toEqual(['trades:1']);
    expect(store.read()).toBeUndefined();
    store.open(7, [trade(1)]);
    expect(store.read()).toEqual([trade(1)]);
    expect(seen).toHaveBeenCalledTimes(2);
  });

  test('shows later deltas in one burst', () => {
    const seen = vi.fn();
    store.watch(seen);
    store.open(7, []);
    seen.mockClear();
    store.receive(8, [trade(1)]);
    store.receive(9, [trade(2)]);
    expect(store.read()).toEqual([]);
    expect(script.fire(FLUSH_MS)).toBe(1);
    expect(store.read()).toEqual([trade(2), trade(1)]);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  test('keeps deltas that overtake the snapshot, and drops those it already includes', () => {
    store.watch(() => undefined);
    store.receive(7, [trade(7)]);
    store.receive(8, [trade(8)]);
    store.open(7, [trade(1)]);
    expect(store.read()).toEqual([trade(8), trade(1)]);
    store.receive(8, [trade(8)]);
    script.fire(FLUSH_MS);
    expect(store.read()).toEqual([trade(8), trade(1)]);
  });

  test('asks again when a sequence is missing, and shows the old state meanwhile', () => {
    store.watch(() => undefined);
    store.open(7, [trade(1)]);
    store.receive(9, [trade(9)]);
    expect(script.asked).toHaveLength(2);
    store.receive(10, [trade(10)]);
    expect(store.read()).toEqual([trade(1)]);
    store.open(9, [trade(9), trade(8), trade(1)]);
    script.fire(FLUSH_MS);
    expect(store.read()).toEqual([trade(10), trade(9), trade(8), trade(1)]);
  });

  test('stays for a while after the last watcher left, then forgets its state', () => {
    const stop = store.watch(() => undefined);
    store.open(7, [trade(1)]);
    stop();
    const stopAgain = store.watch(() => undefined);
    expect(script.fire(LINGER_MS)).toBe(0);
    expect(script.asked).toHaveLength(1);
    stopAgain();
    script.fire(LINGER_MS);
    expect(script.released).toEqual(['trades:1']);
    expect(store.read()).toBeUndefined();
    store.receive(8, [trade(2)]);
    expect(store.read()).toBeUndefined();
    store.watch(() => undefined);
    expect(script.asked).toHaveLength(2);
  });

  test('a reset shows nothing until the next snapshot', () => {
    const seen = vi.fn();
    store.watch(seen);
    store.open(7, [trade(1)]);
    seen.mockClear();
    store.reset();
    expect(store.read()).toBeUndefined();
    expect(seen).toHaveBeenCalledTimes(1);
    store.receive(8, [trade(2)]);
    script.fire(FLUSH_MS);
    expect(store.read()).toBeUndefined();
  });

  test('requests the snapshot again when too many deltas wait for it', () => {
    store.watch(() => undefined);
    for (let sequence = 1; sequence <= 501; sequence++) store.receive(sequence, [trade(sequence)]);
    expect(script.asked).toHaveLength(2);
  });

  test('a snapshot that is refused for now is requested again after growing delays', () => {
    store.watch(() => undefined);
    store.postponed();
    expect(script.asked).toHaveLength(1);
    expect(script.fire(RETRY_MS)).toBe(1);
    expect(script.asked).toHaveLength(2);
    const waits = [2, 4, 8].map(times => times * RETRY_MS);
    for (const wait of [...waits, MAX_RETRY_MS, MAX_RETRY_MS]) {
      store.postponed();
      expect(script.fire(wait)).toBe(1);
    }
    expect(script.asked).toHaveLength(7);
    store.open(7, [trade(1)]);
    expect(store.read()).toEqual([trade(1)]);
    store.receive(9, [trade(9)]);
    store.postponed();
    expect(script.fire(RETRY_MS)).toBe(1);
  });

  test('deltas that come meanwhile are kept and applied to the snapshot', () => {
    store.watch(() => undefined);
    store.open(7, [trade(1)]);
    store.receive(9, [trade(9)]);
    store.postponed();
    store.receive(10, [trade(10)]);
    expect(store.read()).toEqual([trade(1)]);
    script.fire(RETRY_MS);
    store.receive(11, [trade(11)]);
    store.open(10, [trade(10), trade(9), trade(8), trade(1)]);
    script.fire(FLUSH_MS);
    expect(store.read()).toEqual([trade(11), trade(10), trade(9), trade(8), trade(1)]);
  });

  test('a refusal that comes after another answer, or after the topic was left, changes nothing', () => {
    const stop = store.watch(() => undefined);
    store.open(7, [trade(1)]);
    store.postponed();
    expect(script.fire(RETRY_MS)).toBe(0);
    store.receive(9, [trade(9)]);
    store.postponed();
    store.open(9, [trade(9)]);
    expect(script.fire(RETRY_MS)).toBe(0);
    store.receive(11, []);
    store.postponed();
    stop();
    script.fire(LINGER_MS);
    store.postponed();
    expect(script.fire(RETRY_MS)).toBe(0);
    expect(script.asked).toHaveLength(3);
  });

  test('deltas that come while it waits do not shorten the delay', () => {
    store.watch(() => undefined);
    store.postponed();
    for (let sequence = 1; sequence <= 1_200; sequence++) store.receive(sequence, [trade(sequence)]);
    expect(script.asked).toHaveLength(1);
    expect(script.fire(RETRY_MS)).toBe(1);
    expect(script.asked).toHaveLength(2);
  });
});
