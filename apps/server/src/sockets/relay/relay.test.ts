import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeAsks, encodeFeedBeat } from '../../engine/remote/topic-frames.ts';
import { shownAfter } from './testing/counted-market.ts';
import { RelayWorld, RUN, seal, subjects } from './testing/relay-world.ts';
import { WATCHED_TOPICS as TOPICS } from './testing/watching-page.ts';

/** Enough to look for feeds, to leave one, or to come back after the shortest rest. */
const MANY_TURNS = 30;

let world: RelayWorld;
beforeEach(() => {
  vi.useFakeTimers();
  world = new RelayWorld();
});
afterEach(() => {
  world.stop();
  vi.useRealTimers();
});

function expectAllShown(): void {
  for (const { topic, shown } of world.pages) expect(shown).toEqual(shownAfter(topic, world.events));
}

describe('public topics of a gateway', () => {
  it('are its own without a feed', async () => {
    world.openPage('index:1');
    for (; world.events < 5; world.events++) await world.goOn(1);
    await world.goOn(1);
    expectAllShown();
    expect(world.began).toEqual([]);
  });

  it('are a feed’s once it has spoken for a while, its own again when it is silent, and another’s at once', async () => {
    for (const topic of TOPICS) world.openPage(topic);
    world.startFeed();
    await world.goOn(MANY_TURNS);
    expect(world.began).toEqual(['feed']);
    world.startFeed();
    world.events += 3;
    await world.goOn(MANY_TURNS);
    expectAllShown();
    world.killFeed(0);
    world.events += 3;
    await world.goOn(MANY_TURNS);
    expectAllShown();
    expect(world.began).toEqual(['feed', 'feed']);
    world.killFeed(0);
    world.events += 3;
    await world.goOn(7);
    expectAllShown();
    expect(world.began).toEqual(['feed', 'feed', 'silent']);
    expect(world.isRelayed).toBe(false);
  });

  it('go on at once when a feed says that it ends', async () => {
    for (const topic of TOPICS) world.openPage(topic);
    world.startFeed();
    world.startFeed();
    await world.goOn(MANY_TURNS);
    for (const relayed of [true, false]) {
      world.endFeed(0);
      world.events++;
      await world.goOn(2);
      expectAllShown();
      expect(world.isRelayed).toBe(relayed);
    }
    // Nobody has failed: the next one is not made to wait.
    world.startFeed();
    await world.goOn(11);
    expect(world.isRelayed).toBe(true);
  });

  it('are not those of a feed that does not know whether it has the newest', async () => {
    world.openPage('depth:1');
    world.startFeed();
    await world.goOn(MANY_TURNS);
    world.feeds[0]!.health.behindMs = 2_001;
    await world.goOn(7);
    expect(world.isRelayed).toBe(false);
    world.events += 3;
    await world.goOn(1);
    expectAllShown();
  });

  it('begin anew when a frame was lost, and not when one comes twice or is forged', async () => {
    for (const topic of TOPICS) world.openPage(topic);
    world.startFeed();
    await world.goOn(MANY_TURNS);
    const told = world.pages.map(({ resyncs }) => resyncs);
    for (const hurt of [
      () => world.bus.repeat(0),
      () => world.bus.end().publish(subjects.feeds, Buffer.from('nonsense')),
    ]) {
      world.events++;
      world.feeds[0]!.market.followTo(world.events);
      world.feeds[0]!.market.publish();
      await vi.advanceTimersByTimeAsync(1);
      hurt();
      await world.goOn(2);
      expectAllShown();
    }
    expect(world.began).toEqual(['feed', 'refused feed']);
    expect(world.pages.map(({ resyncs }) => resyncs)).toEqual(told);
    world.events++;
    world.feeds[0]!.market.followTo(world.events);
    world.feeds[0]!.market.publish();
    await vi.advanceTimersByTimeAsync(1);
    world.bus.lose(0);
    await world.goOn(3);
    expectAllShown();
    expect(world.began).toEqual(['feed', 'refused feed', 'gap']);
  });

  it('begin anew if they were asked of this process and a feed has begun meanwhile', async () => {
    world.startFeed();
    await world.goOn(8);
    const [{ feed }] = world.feeds as [(typeof world.feeds)[0]];
    for (let times = 0; times < 5; times++) {
      world.market.followTo(++world.events);
      world.market.publish();
    }
    // The second one waits for its turn, which comes when the feed is followed.
    for (const topic of TOPICS) {
      world.openPage(topic);
      world.ask();
    }
    feed.beat();
    world.bus.deliver();
    world.topics.turn();
    world.bus.deliver();
    feed.beat();
    world.bus.deliver();
    expect(world.pages.map(({ shown }) => shown === null)).toEqual([false, true]);
    expect(world.isRelayed).toBe(true);
    await world.goOn(2);
    expectAllShown();
    world.events++;
    await world.goOn(2);
    expectAllShown();
  });

  it('begin anew when a feed had forgotten them, though no frame is missing', async () => {
    const page = world.openPage('index:1');
    world.startFeed();
    await world.goOn(MANY_TURNS);
    const { publish } = world.link;
    world.link.publish = () => true;
    const other = world.bus.end();
    const asks = encodeAsks({ gateway: 'ab'.repeat(8), topics: ['depth:1'], wanted: [] });
    for (let times = 0; times < 17; times++) {
      for (const subject of world.bus.subjects('test.asks.'))
        other.publish(subject, seal.seal('asks', asks, RUN)!);
      world.events++;
      await world.goOn(1);
    }
    const told = page.resyncs;
    world.events++;
    await world.goOn(1);
    world.link.publish = publish;
    for (let times = 0; times < 8; times++) {
      world.events++;
      await world.goOn(1);
    }
    await world.goOn(2);
    expectAllShown();
    expect(page.resyncs).toBe(told + 1);
    expect(world.began).toEqual(['feed']);
  });

  it('are of the own exchange, though another one, such as a copy of it, shares subjects and key', async () => {
    world.openPage('index:1');
    const beat = encodeFeedBeat({ feed: 'ab'.repeat(8), followers: 9 });
    for (let turn = 0; turn < MANY_TURNS; turn++) {
      world.bus.end().publish(subjects.feeds, seal.seal('feed', beat, 'c0'.repeat(8))!);
      await world.goOn(1);
    }
    expect(world.isRelayed).toBe(false);
    expect(new Set(world.began)).toEqual(new Set(['unknown feed']));
    expectAllShown();
  });

  it('cost a feed nothing when nobody watches them', async () => {
    const written: string[] = [];
    world.startFeed();
    world.openPage('index:1');
    await world.goOn(MANY_TURNS);
    world.bus.end().subscribe(subjects.feeds, () => {});
    const { market } = world.feeds[0]!;
    const book = market.topics.units;
    vi.spyOn(book, 'of').mockImplementation(() => {
      written.push('depth');
      throw new Error('nobody asked');
    });
    world.events++;
    await world.goOn(2);
    expectAllShown();
    expect(written).toEqual([]);
  });

  it('are asked of a feed for as long as somebody watches, even if NATS loses what is asked', async () => {
    world.startFeed();
    await world.goOn(MANY_TURNS);
    world.openPage('index:1');
    world.ask();
    await vi.advanceTimersByTimeAsync(1);
    world.bus.lose(0);
    await world.goOn(7);
    expectAllShown();
    expect(world.began).toEqual(['feed']);
  });

  it('are its own again when a feed speaks and gives no snapshot', async () => {
    world.startFeed();
    await world.goOn(MANY_TURNS);
    world.openPage('index:1');
    world.feeds[0]!.market.topics.marketData.subscribe = () => null;
    await world.goOn(18);
    expect(world.began).toEqual(['feed', 'silent']);
    expectAllShown();
  });

  it('show nothing but what was, and in the end all of it, whatever is lost, repeated or overtaken', async () => {
    const at = fc.nat(30);
    const step = fc.oneof(
      { arbitrary: fc.record({ do: fc.constant('event' as const), at: fc.nat(4) }), weight: 6 },
      { arbitrary: fc.record({ do: fc.constant('publish' as const), at }), weight: 6 },
      { arbitrary: fc.record({ do: fc.constant('deliver' as const), at: fc.nat(8) }), weight: 8 },
      { arbitrary: fc.record({ do: fc.constant('turn' as const), at }), weight: 6 },
      { arbitrary: fc.record({ do: fc.constant('ask' as const), at }), weight: 4 },
      {
        arbitrary: fc.record({
          do: fc.constantFrom(
            'lose',
            'repeat',
            'delay',
            'open',
            'close',
            'kill',
            'end',
            'start',
            'silence',
            'cut',
            'pass',
          ),
          at,
        }),
        weight: 6,
      },
    );
    const reasons = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 150 }), async steps => {
        world.stop();
        world = new RelayWorld();
        world.startFeed();
        world.startFeed();
        for (const topic of TOPICS) world.openPage(topic);
        await world.goOn(10);
        for (const { do: what, at: place } of steps) {
          const behind = [world, ...world.feeds][place % (world.feeds.length + 1)]!;
          if (what === 'event') world.events += place;
          else if (what === 'publish') {
            behind.market.followTo(world.events);
            behind.market.publish();
            await vi.advanceTimersByTimeAsync(1);
          } else if (what === 'deliver') world.bus.deliver(place);
          else if (what === 'turn') await world.turn();
          else if (what === 'ask') world.ask();
          else if (what === 'lose') world.bus.lose(place);
          else if (what === 'repeat') world.bus.repeat(place);
          else if (what === 'delay') world.bus.delay(place);
          else if (what === 'open' && world.pages.length < 6) world.openPage(TOPICS[place % 2]!);
          else if (what === 'close') world.closePage(place);
          else if (what === 'kill') world.killFeed(place);
          else if (what === 'end') world.endFeed(place);
          else if (what === 'start' && world.feeds.length < 3) world.startFeed();
          else if (what === 'silence' && behind !== world) {
            const slow = world.feeds[place % world.feeds.length]!.health;
            slow.behindMs = slow.behindMs === 0 ? 3_000 : 0;
          } else if (what === 'cut') {
            world.bus.isUp = false;
            await world.turn();
            world.bus.isUp = true;
          } else await world.goOn(1);
        }
        for (const { health } of world.feeds) health.behindMs = 0;
        await world.goOn(20);
        expectAllShown();
        world.events++;
        await world.goOn(2);
        expectAllShown();
        for (const why of world.began) reasons.add(why);
      }),
      { numRuns: 60 },
    );
    expect([...reasons].toSorted()).toEqual(['feed', 'gap', 'silent']);
  });
});
