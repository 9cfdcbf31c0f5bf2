import { Exchange } from '@tallystick/core';
import { BTC_USDT, configureCommands } from '@tallystick/core/testing/demo-exchange';
import { SILENT_LOG } from '@tallystick/server/database/log';
import type { DepthDelta, Level } from '@tallystick/server/engine/market-data/depth-book';
import { Topic } from '@tallystick/server/engine/market-data/topic';
import { busMetrics } from '@tallystick/server/engine/remote/bus-metrics';
import { FrameSeal } from '@tallystick/server/engine/remote/frame';
import type { LinkMessage } from '@tallystick/server/engine/remote/link';
import { subjectsOf } from '@tallystick/server/engine/remote/subjects';
import { Rates } from '@tallystick/server/feeds/rates';
import { MarketUnitsTable } from '@tallystick/server/modules/market/units';
import { PerpetualUnitsTable } from '@tallystick/server/modules/perpetual/units';
import { encodedMessage, topicParser } from '@tallystick/server/sockets/encoded';
import { PublicTopics, type PublicTopicsOptions } from '@tallystick/server/sockets/public-topics';
import { relayMetrics } from '@tallystick/server/sockets/relay/relay-metrics';
import { RelayedTopics } from '@tallystick/server/sockets/relay/relayed-topics';
import { TopicFeed } from '@tallystick/server/sockets/relay/topic-feed';
import { parseTopic, type PublicName } from '@tallystick/server/sockets/topic-name';
import { Registry } from 'prom-client';

/** Processor time of one changed book in microseconds; sending it to pages is the same in all cases and not in it. */
export interface WritingCost {
  /** In a gateway without a feed. */
  readonly alone: number;
  /** In the feed, for all gateways. */
  readonly feed: number;
  /** In a gateway that takes it over from the feed. */
  readonly relayed: number;
}

const BOOKS = 50;
/** Levels that change within a tenth of a second. */
const LEVELS = 20;
/** Until a feed is followed. */
const TURNS = 10;
/** Of any core. */
const RUN = '5e'.repeat(8);

type Take = (message: LinkMessage) => void;

/** Books that change all at once, as often as they are told to. */
class Books {
  readonly topics: Omit<PublicTopicsOptions, 'emit'>;
  readonly #topics = new Map(
    Array.from({ length: BOOKS }, (_, index) => [`depth:${index + 1}`, new Topic<DepthDelta>(rethrow)]),
  );
  #round = 0;

  constructor() {
    const exchange = new Exchange();
    for (const command of configureCommands()) exchange.apply(command, 0);
    const units = new MarketUnitsTable(exchange).of(BTC_USDT);
    const topicOf = (name: string): Topic<DepthDelta> => this.#topics.get(name)!;
    this.topics = {
      marketData: {
        subscribe: (name: string, listener: never) => topicOf(name).subscribe(listener),
        snapshot: (name: string) => ({ sequence: topicOf(name).sequence, data: { bids: [], asks: [] } }),
        sequence: (name: string) => topicOf(name).sequence,
      } as unknown as PublicTopicsOptions['marketData'],
      rates: new Rates({ now: () => 0, staleMs: 1 }),
      units: { of: () => units } as unknown as MarketUnitsTable,
      perpetualUnits: new PerpetualUnitsTable(exchange),
      clock: { now: () => 0, isStale: () => false },
      staleMs: 1,
    };
  }

  get names(): PublicName[] {
    return [...this.#topics.keys()].map(name => parseTopic(name) as PublicName);
  }

  publish(): void {
    const round = ++this.#round;
    const levels: Level[] = Array.from({ length: LEVELS / 2 }, (_, at) => [650_000 + at, 1_000 + round + at]);
    for (const topic of this.#topics.values()) topic.publish({ bids: levels, asks: levels });
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** A bus within this process. */
class NearBus {
  readonly #takers = new Map<string, Take>();
  /** Frames are kept here instead of arriving. */
  held: Uint8Array[] | null = null;

  readonly link = {
    isUp: true,
    subscribe: (subject: string, take: Take) => void this.#takers.set(subject, take),
    unsubscribe: (subject: string) => void this.#takers.delete(subject),
    publish: (subject: string, data: Uint8Array) => {
      if (this.held !== null && subject.includes('.topics.')) this.held.push(data);
      else this.#takers.get(subject)?.({ subject, data, unheard: false });
      return true;
    },
  };

  /** All frames of topics that were held arrive. */
  release(): void {
    const frames = this.held ?? [];
    this.held = null;
    const [subject, take] = [...this.#takers].find(([name]) => name.includes('.topics.'))!;
    for (const data of frames) take({ subject, data, unheard: false });
  }
}

/** @param rounds in each of which every book changes. */
export async function measureWriting(rounds: number): Promise<WritingCost> {
  const encoder = new topicParser.Encoder();
  let told = 0;
  // As the packet that socket.io makes of it, once for all pages.
  const emit: PublicTopicsOptions['emit'] = (topic, sequence, data) => {
    told++;
    encoder.encode({ type: 2, nsp: '/', data: ['message', encodedMessage(topic, sequence, data)] });
  };
  const books = new Books();
  const alone = new PublicTopics({ ...books.topics, emit });
  for (const name of books.names) alone.watch(name);
  const perBook = (us: number): number => us / rounds / BOOKS;
  const publish = async (): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      books.publish();
      // What one round has brought leaves.
      await Promise.resolve();
    }
  };
  await publish();
  const aloneUs = await processorTime(publish);
  for (const { topic } of books.names) alone.unwatch(topic);

  const bus = new NearBus();
  const common = {
    link: bus.link,
    subjects: subjectsOf('bench'),
    seal: new FrameSeal(Buffer.alloc(32, 1)),
    known: { run: RUN, believes: (run: string) => run === RUN },
    log: SILENT_LOG,
  };
  const registry = new Registry();
  const metrics = { ...busMetrics(registry), ...relayMetrics(registry) };
  const feed = new TopicFeed({ ...common, ...books.topics, registry, metrics, behindMs: () => 0 });
  const gateway = new RelayedTopics({ ...common, topics: books.topics, emit, renew() {}, metrics });
  for (const name of books.names) gateway.watch(name);
  for (let turn = 0; turn < TURNS; turn++) {
    feed.beat();
    gateway.turn();
  }
  const snapshots = books.names.map(
    name => new Promise<void>(resolve => gateway.snapshot(name, () => resolve())),
  );
  await Promise.all(snapshots);
  await publish();
  bus.held = [];
  const feedUs = await processorTime(publish);
  told = 0;
  const relayedUs = await processorTime(async () => bus.release());
  if (told !== rounds * BOOKS) throw new Error(`${told} changes were taken over of ${rounds * BOOKS}`);
  feed.stop();
  gateway.stop();
  return { alone: perBook(aloneUs), feed: perBook(feedUs), relayed: perBook(relayedUs) };
}

async function processorTime(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
