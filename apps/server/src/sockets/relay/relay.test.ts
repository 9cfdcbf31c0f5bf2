import fc from 'fast-check';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SILENT_LOG } from '../../database/log.ts';
import { FrameSeal } from '../../engine/remote/frame.ts';
import { subjectsOf } from '../../engine/remote/subjects.ts';
import { encodeAsks } from '../../engine/remote/topic-frames.ts';
import { parseTopic, type PublicName } from '../topic-name.ts';
import { CountedMarket, shownAfter } from './testing/counted-market.ts';
import { LooseBus } from './testing/loose-bus.ts';
import { RelayedTopics } from './relayed-topics.ts';
import { TopicFeed } from './topic-feed.ts';

const seal = new FrameSeal(Buffer.alloc(32, 1));
const subjects = subjectsOf('test');
const TOPICS = ['index:1', 'depth:1'] as const;
/** Enough to look for feeds, to leave one, or to come back after the shortest rest. */
const MANY_TURNS = 30;

/** A page that watches one topic, by the rules of apps/web. */
class Page {
  readonly topic: (typeof TOPICS)[number];
  isInRoom = false;
  /** Requests on their way to the gateway. */
  requests = 1;
  /** How often it was told to begin anew. */
  resyncs = 0;
  shown: unknown = null;
  #sequence: number | null = null;
  #highest = -1;
  #index: number[] = [];
  #levels = new Map<string, string>();

  constructor(topic: Page['topic']) {
    this.topic = topic;
  }

  /** Its gateway has told it to. */
  resync(): void {
    this.isInRoom = false;
    this.#sequence = null;
    this.requests++;
    this.resyncs++;
  }

  open(sequence: number, json: string): void {
    this.isInRoom = true;
    this.#rise(sequence);
    this.#sequence = sequence;
    this.#index = [];
    this.#levels = new Map();
    this.#apply(json);
  }

  receive(sequence: number, json: string): void {
    if (!this.isInRoom) return;
    // A page that has its snapshot never finds a gap, and never hears anything twice.
    expect(sequence).toBe(this.#sequence! + 1);
    this.#rise(sequence);
    this.#sequence = sequence;
    this.#apply(json);
  }

  #rise(sequence: number): void {
    expect(sequence).toBeGreaterThanOrEqual(this.#highest);
    expect(Number.isSafeInteger(sequence)).toBe(true);
    this.#highest = sequence;
  }

  #apply(json: string): void {
    if (this.topic === 'index:1') {
      for (const [number] of JSON.parse(json) as [number][]) this.#index.push(number);
      this.shown = this.#index;
      expect(this.shown).toEqual(shownAfter(this.topic, this.#index.length));
      return;
    }
    const { bids } = JSON.parse(json) as { bids: [string, string][] };
    for (const [price, quantity] of bids) this.#levels.set(price, quantity);
    this.shown = [...this.#levels].toSorted();
    const events = Math.max(0, ...[...this.#levels.values()].map(Number));
    expect(this.shown).toEqual(shownAfter(this.topic, events));
  }
}

/** A gateway with pages, and feeds that come and go. */
class World {
  readonly bus = new LooseBus();
  readonly link = this.bus.end();
  readonly began: string[] = [];
  readonly pages: Page[] = [];
  readonly market = new CountedMarket();
  readonly feeds: { readonly market: CountedMarket; readonly feed: TopicFeed; behindMs: number }[] = [];
  events = 0;
  isRelayed = false;
  readonly topics: RelayedTopics;

  constructor() {
    this.topics = new RelayedTopics({
      topics: this.market.topics,
      emit: (topic, sequence, { json }) => {
        for (const page of this.pages) if (page.topic === topic) page.receive(sequence, json);
      },
      renew: only => {
        for (const page of this.pages) if (only?.has(page.topic) !== false) page.resync();
      },
      link: this.link,
      subjects,
      seal,
      log: SILENT_LOG,
      metrics: {
        relays: isRelayed => (this.isRelayed = isRelayed),
        began: why => this.began.push(why),
        refused: kind => this.began.push(`refused ${kind}`),
        dropped() {},
      },
    });
  }

  startFeed(): void {
    const market = new CountedMarket();
    market.followTo(this.events);
    const started = {
      market,
      behindMs: 0,
      feed: new TopicFeed({
        ...market.topics,
        link: this.bus.end(),
        subjects,
        seal,
        log: SILENT_LOG,
        registry: new Registry(),
        metrics: { refused: kind => this.began.push(`refused ${kind}`), dropped() {} },
        behindMs: () => started.behindMs,
      }),
    };
    this.feeds.push(started);
  }

  killFeed(at: number): void {
    for (const { feed } of this.feeds.splice(at % Math.max(1, this.feeds.length), 1)) feed.stop();
  }

  openPage(topic: Page['topic']): Page {
    const page = new Page(topic);
    this.topics.watch(parseTopic(topic) as PublicName);
    this.pages.push(page);
    return page;
  }

  closePage(at: number): void {
    for (const page of this.pages.splice(at % Math.max(1, this.pages.length), 1)) {
      page.isInRoom = false;
      this.topics.unwatch(page.topic);
    }
  }

  /** Requests of pages arrive. */
  ask(): void {
    for (const page of this.pages) {
      for (; page.requests > 0; page.requests--) {
        this.topics.snapshot(parseTopic(page.topic) as PublicName, ({ sequence, data }) => {
          if (this.pages.includes(page)) page.open(sequence, data.json);
        });
      }
    }
  }

  /** A quarter of a second; nothing arrives by itself. */
  async turn(): Promise<void> {
    for (const { feed } of this.feeds) feed.beat();
    this.topics.turn();
    await vi.advanceTimersByTimeAsync(250);
  }

  /** All is well for a while: everybody comes to the journal's end. */
  async goOn(turns: number): Promise<void> {
    for (let times = 0; times < turns; times++) {
      for (const { market } of [this, ...this.feeds]) {
        market.followTo(this.events);
        market.publish();
      }
      await vi.advanceTimersByTimeAsync(1);
      this.bus.deliver();
      this.ask();
      await vi.advanceTimersByTimeAsync(101);
      this.bus.deliver();
      await this.turn();
      this.bus.deliver();
    }
  }

  stop(): void {
    while (this.feeds.length > 0) this.killFeed(0);
    this.topics.stop();
  }
}

let world: World;
beforeEach(() => {
  vi.useFakeTimers();
  world = new World();
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

  it('are not those of a feed that does not know whether it has the newest', async () => {
    world.openPage('depth:1');
    world.startFeed();
    await world.goOn(MANY_TURNS);
    world.feeds[0]!.behindMs = 2_001;
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
        other.publish(subject, seal.seal('asks', asks)!);
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
        world = new World();
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
          else if (what === 'start' && world.feeds.length < 3) world.startFeed();
          else if (what === 'silence' && behind !== world) {
            const slow = world.feeds[place % world.feeds.length]!;
            slow.behindMs = slow.behindMs === 0 ? 3_000 : 0;
          } else if (what === 'cut') {
            world.bus.isUp = false;
            await world.turn();
            world.bus.isUp = true;
          } else await world.goOn(1);
        }
        for (const feed of world.feeds) feed.behindMs = 0;
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
