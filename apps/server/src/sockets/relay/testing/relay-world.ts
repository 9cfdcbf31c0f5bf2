import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { SILENT_LOG } from '../../../database/log.ts';
import { FrameSeal } from '../../../engine/remote/frame.ts';
import { subjectsOf } from '../../../engine/remote/subjects.ts';
import { parseTopic, type PublicName } from '../../topic-name.ts';
import { RelayedTopics } from '../relayed-topics.ts';
import { TopicFeed, type TopicFeedOptions } from '../topic-feed.ts';
import { CountedMarket } from './counted-market.ts';
import { LooseBus } from './loose-bus.ts';
import { WatchingPage, type WatchedTopic } from './watching-page.ts';

export const seal = new FrameSeal(Buffer.alloc(32, 1));
/** Of the exchange of all of them. */
export const RUN = '5e'.repeat(8);
const known = { run: RUN, believes: (run: string) => run === RUN };
export const subjects = subjectsOf('test');

interface StartedFeed {
  readonly market: CountedMarket;
  readonly feed: TopicFeed;
  readonly link: TopicFeedOptions['link'];
  /** How far behind the journal it takes itself for. */
  readonly health: { behindMs: number };
}

/** A gateway with pages, and feeds that come and go, all with vitest's clock. */
export class RelayWorld {
  readonly bus = new LooseBus();
  readonly link = this.bus.end();
  readonly began: string[] = [];
  readonly pages: WatchingPage[] = [];
  readonly market = new CountedMarket();
  readonly feeds: StartedFeed[] = [];
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
      known,
      log: SILENT_LOG,
      metrics: {
        relays: isRelayed => (this.isRelayed = isRelayed),
        began: why => this.began.push(why),
        refused: kind => this.began.push(`refused ${kind}`),
        unknown: kind => this.began.push(`unknown ${kind}`),
        dropped() {},
      },
    });
  }

  startFeed(): void {
    const market = new CountedMarket();
    market.followTo(this.events);
    const health = { behindMs: 0 };
    const link = this.bus.end();
    const feed = new TopicFeed({
      ...market.topics,
      link,
      subjects,
      seal,
      known,
      log: SILENT_LOG,
      registry: new Registry(),
      metrics: {
        refused: kind => this.began.push(`refused ${kind}`),
        unknown: kind => this.began.push(`unknown ${kind}`),
        dropped() {},
      },
      behindMs: () => health.behindMs,
    });
    this.feeds.push({ market, feed, link, health });
  }

  /** In order: it says so. */
  endFeed(at: number): void {
    for (const { feed } of this.feeds.splice(at % Math.max(1, this.feeds.length), 1)) feed.stop();
  }

  /** It says nothing more. */
  killFeed(at: number): void {
    for (const { feed, link } of this.feeds.splice(at % Math.max(1, this.feeds.length), 1)) {
      link.publish = () => false;
      feed.stop();
    }
  }

  openPage(topic: WatchedTopic): WatchingPage {
    const page = new WatchingPage(topic);
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
