import { Counter, Gauge, type Registry } from 'prom-client';
import type { DatabaseLog } from '../../database/log.ts';
import type { BusMetrics } from '../../engine/remote/bus-metrics.ts';
import { FrameRefused, type FrameSeal } from '../../engine/remote/frame.ts';
import { seldom } from '../../database/seldom.ts';
import type { KnownRun } from '../../engine/remote/known-run.ts';
import type { Link } from '../../engine/remote/link.ts';
import type { Subjects } from '../../engine/remote/subjects.ts';
import {
  decodeAsks,
  encodeFeedBeat,
  encodeTopicLine,
  encodeTopics,
  newEndId,
  type Asks,
  type TopicLine,
} from '../../engine/remote/topic-frames.ts';
import { PublicTopics, type PublicTopicsOptions } from '../public-topics.ts';
import { parseTopic } from '../topic-name.ts';

export interface TopicFeedOptions extends Omit<PublicTopicsOptions, 'emit'> {
  readonly link: Pick<Link, 'isUp' | 'publish' | 'subscribe' | 'unsubscribe'>;
  readonly subjects: Pick<Subjects, 'feeds' | 'topics' | 'asks'>;
  readonly seal: FrameSeal;
  /** Of which exchange this process is, and whose gateways it hears. */
  readonly known: Pick<KnownRun, 'run' | 'believes'>;
  readonly log: DatabaseLog;
  readonly registry: Registry;
  readonly metrics: Pick<BusMetrics, 'refused' | 'dropped' | 'unknown'>;
  /** For how long it has not known whether its market data are the newest. */
  readonly behindMs: () => number;
}

/** How often it says that it is there; gateways take a second without a word for its end. */
export const BEAT_EVERY_MS = 250;
/** Market data that may be older than this are told to nobody: gateways have their own. */
const BEHIND_MS = 2_000;
/** A gateway that was not heard for so many beats no longer counts: four times its own pace. */
const EXPIRED_BEATS = 16;
/** A frame is full when its lines are this long. */
const FULL_FRAME = 700_000;

interface Follower {
  topics: ReadonlySet<string>;
  quietBeats: number;
}

/**
 * Writes public topics once for all gateways: what changed since the last turn, as pages get it, for each topic that some
 * gateway watches, and snapshots for those that ask. All of it is one stream of numbered frames, so a snapshot is exact by
 * its place in it. It waits for nobody: what NATS loses is a missing number.
 */
export class TopicFeed {
  readonly #id = newEndId();
  readonly #options: TopicFeedOptions;
  readonly #topics: PublicTopics;
  readonly #followers = new Map<string, Follower>();
  readonly #counts = new Map<string, number>();
  readonly #asked = new Set<string>();
  readonly #frames: Counter;
  #lines: string[] = [];
  #length = 0;
  #turn = 0;
  #flushing = false;
  #spoken = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TopicFeedOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    this.#topics = new PublicTopics({
      ...options,
      emit: (topic, number, { json }) => this.#add({ kind: 'delta', topic, number, json }),
    });
    const { link, subjects } = options;
    link.subscribe(subjects.asks(this.#id), ({ data }) => this.#take(data));
    this.#frames = this.#measure();
  }

  /** Begins to say that it is there. */
  start(): void {
    this.#timer ??= setInterval(() => this.beat(), BEAT_EVERY_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const { link, subjects } = this.#options;
    link.unsubscribe(subjects.asks(this.#id));
    // Gateways need not wait until it is silent.
    this.#send('feed', subjects.feeds, encodeFeedBeat({ feed: this.#id, followers: null }));
    for (const gateway of this.#followers.keys()) this.#forget(gateway);
    this.#topics.stop();
  }

  /** Every `BEAT_EVERY_MS`; tests call it themselves. */
  beat(): void {
    for (const [gateway, follower] of this.#followers) {
      if (++follower.quietBeats > EXPIRED_BEATS) this.#forget(gateway);
    }
    if (this.#isBehind()) return;
    const { subjects } = this.#options;
    this.#send('feed', subjects.feeds, encodeFeedBeat({ feed: this.#id, followers: this.#followers.size }));
    // For those who follow: nothing has been lost.
    if (!this.#spoken && this.#followers.size > 0) this.#frame();
    this.#spoken = false;
  }

  #isBehind(): boolean {
    return this.#options.behindMs() > BEHIND_MS;
  }

  #take(data: Uint8Array): void {
    const { seal, known, metrics, log } = this.#options;
    let asks: Asks;
    try {
      const { run, text } = seal.open('asks', data);
      if (!known.believes(run)) return metrics.unknown('asks');
      asks = decodeAsks(text);
    } catch (error) {
      if (!(error instanceof FrameRefused)) throw error;
      metrics.refused('asks');
      log.warn({ reason: error.message }, 'what a gateway asks is left out');
      return;
    }
    this.#follow(asks);
    for (const topic of asks.wanted) this.#snapshot(topic);
  }

  #follow({ gateway, topics: named }: Asks): void {
    const before = this.#followers.get(gateway)?.topics ?? new Set<string>();
    const topics = new Set<string>();
    for (const topic of new Set(named)) if (before.has(topic) || this.#watch(topic)) topics.add(topic);
    for (const topic of before) if (!topics.has(topic)) this.#unwatch(topic);
    this.#followers.set(gateway, { topics, quietBeats: 0 });
  }

  #forget(gateway: string): void {
    for (const topic of this.#followers.get(gateway)?.topics ?? []) this.#unwatch(topic);
    this.#followers.delete(gateway);
  }

  /** False for a topic that is not public, or does not exist here yet. */
  #watch(topic: string): boolean {
    const name = parseTopic(topic);
    if (typeof name === 'string' || name.kind === 'private') return false;
    const count = this.#counts.get(topic) ?? 0;
    if (count === 0 && !this.#topics.watch(name)) return false;
    this.#counts.set(topic, count + 1);
    return true;
  }

  #unwatch(topic: string): void {
    const count = this.#counts.get(topic) ?? 0;
    if (count > 1) {
      this.#counts.set(topic, count - 1);
      return;
    }
    this.#counts.delete(topic);
    this.#topics.unwatch(topic);
  }

  /** With the next frame, once for all who ask meanwhile. */
  #snapshot(topic: string): void {
    const name = parseTopic(topic);
    if (typeof name === 'string' || name.kind === 'private') return;
    if (!this.#counts.has(topic) || this.#asked.has(topic)) return;
    this.#asked.add(topic);
    this.#topics.snapshot(name, ({ sequence: number, data: { json } }) => {
      this.#asked.delete(topic);
      this.#add({ kind: 'snapshot', topic, number, json });
    });
  }

  /** What is made in one turn leaves together. */
  #add(line: TopicLine): void {
    const text = encodeTopicLine(line);
    if (this.#length > 0 && this.#length + text.length > FULL_FRAME) this.#frame();
    this.#lines.push(text);
    this.#length += text.length;
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      if (this.#lines.length > 0) this.#frame();
    });
  }

  #frame(): void {
    const lines = this.#lines;
    this.#lines = [];
    this.#length = 0;
    // Also of what is not sent: whoever follows finds that it is missing.
    this.#turn++;
    this.#spoken = true;
    if (this.#isBehind()) return;
    this.#frames.inc();
    this.#send('topics', this.#options.subjects.topics(this.#id), encodeTopics(this.#id, this.#turn, lines));
  }

  #send(kind: 'topics' | 'feed', subject: string, text: string): void {
    const { link, seal, known, metrics } = this.#options;
    const frame = link.isUp ? seal.seal(kind, text, known.run) : null;
    if (frame === null || !link.publish(subject, frame)) metrics.dropped(kind);
  }

  #measure(): Counter {
    const registers = [this.#options.registry];
    const [followers, counts] = [this.#followers, this.#counts];
    const gateways = new Gauge({
      name: 'tallystick_topic_feed_followers',
      help: 'Gateways whose pages have their public topics from this feed',
      registers,
      collect() {
        gateways.set(followers.size);
      },
    });
    const topics = new Gauge({
      name: 'tallystick_topic_feed_topics',
      help: 'Public topics that some gateway watches',
      registers,
      collect() {
        topics.set(counts.size);
      },
    });
    return new Counter({
      name: 'tallystick_topic_feed_frames_total',
      help: 'Frames with public topics that this feed has published',
      registers,
    });
  }
}
