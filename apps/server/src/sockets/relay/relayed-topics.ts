import type { DatabaseLog } from '../../database/log.ts';
import type { BusMetrics } from '../../engine/remote/bus-metrics.ts';
import { FrameRefused, type FrameKind, type FrameSeal } from '../../engine/remote/frame.ts';
import { seldom } from '../../database/seldom.ts';
import type { KnownRun } from '../../engine/remote/known-run.ts';
import type { Link } from '../../engine/remote/link.ts';
import type { Subjects } from '../../engine/remote/subjects.ts';
import {
  decodeFeedBeat,
  decodeTopics,
  encodeAsks,
  newEndId,
  type FeedBeat,
  type TopicLine,
  type TopicsFrame,
} from '../../engine/remote/topic-frames.ts';
import { Encoded } from '../encoded.ts';
import { PublicTopics, type Deliver, type PublicSource } from '../public-topics.ts';
import type { PublicName } from '../topic-name.ts';
import { FeedChoice, TURN_MS } from './feed-choice.ts';
import type { RelayMetrics } from './relay-metrics.ts';
import type { RelayEnds } from './relay.ts';

export interface RelayedTopicsOptions extends RelayEnds {
  readonly link: Pick<Link, 'isUp' | 'publish' | 'subscribe' | 'unsubscribe'>;
  readonly subjects: Pick<Subjects, 'feeds' | 'topics' | 'asks'>;
  readonly seal: FrameSeal;
  /** Of which exchange this process is, and whose feeds it hears. */
  readonly known: Pick<KnownRun, 'run' | 'believes'>;
  readonly log: DatabaseLog;
  readonly metrics: RelayMetrics & Pick<BusMetrics, 'refused' | 'dropped' | 'unknown'>;
}

/**
 * Numbers that pages see are those of their source, above this many for each time that another one began: they only ever
 * rise, and those of two sources never follow one another. A source counts ten or twenty a second.
 */
const NUMBERS_OF_ONE_SOURCE = 2 ** 32;
/** A feed is told again every second what is watched here. */
const ASK_EVERY_TURNS = 4;
/** A snapshot that has not come for so long will not come. */
const SNAPSHOT_WITHIN_TURNS = 16;

interface Watched {
  readonly name: PublicName;
  watchers: number;
  /** Number of the feed's newest delta that pages have; null: they have nothing of this feed yet. */
  last: number | null;
}

interface Waiting {
  readonly name: PublicName;
  readonly deliver: Deliver[];
  sinceTurn: number;
}

/**
 * A gateway's public topics: those of a feed while there is one, else its own. Whenever pages could have missed something
 * (another source, or a frame that was lost) they are told to begin anew, and get nothing before they have.
 */
export class RelayedTopics implements PublicSource {
  readonly #options: RelayedTopicsOptions;
  readonly #own: PublicTopics;
  readonly #gateway = newEndId();
  readonly #choice = new FeedChoice();
  readonly #watched = new Map<string, Watched>();
  #waiting = new Map<string, Waiting>();
  /** The feed that is listened to, and whether pages are told what it says. */
  #followed: string | null = null;
  #relays = false;
  /** The followed feed's next frame; null before its first. */
  #nextTurn: number | null = null;
  /** How often a source has begun. */
  #begun = 0;
  #turns = 0;
  #asking = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RelayedTopicsOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    const { topics, emit, link, subjects } = options;
    this.#own = new PublicTopics({
      ...topics,
      emit: (topic, sequence, data) => emit(topic, this.#shown(sequence), data),
    });
    link.subscribe(subjects.feeds, ({ data }) => {
      const beat = this.#open('feed', data, decodeFeedBeat);
      if (beat !== null) this.#heard(beat);
    });
    options.metrics.relays(false);
  }

  /** Begins to look for feeds. */
  start(): this {
    this.#timer ??= setInterval(() => this.turn(), TURN_MS).unref();
    return this;
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const { link, subjects } = this.#options;
    link.unsubscribe(subjects.feeds);
    if (this.#followed !== null) link.unsubscribe(subjects.topics(this.#followed));
    this.#own.stop();
  }

  watch(name: PublicName): boolean {
    const watched = this.#watched.get(name.topic);
    if (watched !== undefined) {
      watched.watchers++;
      return true;
    }
    // This process's own data know which topics there are.
    if (!this.#own.watch(name)) return false;
    this.#watched.set(name.topic, { name, watchers: 1, last: null });
    if (this.#relays) this.#own.unwatch(name.topic);
    return true;
  }

  unwatch(topic: string): void {
    const watched = this.#watched.get(topic);
    if (watched === undefined || --watched.watchers > 0) return;
    this.#watched.delete(topic);
    this.#waiting.delete(topic);
    if (!this.#relays) this.#own.unwatch(topic);
  }

  snapshot(name: PublicName, deliver: Deliver): void {
    if (!this.#relays) {
      const begun = this.#begun;
      this.#own.snapshot(name, ({ sequence, data }) => {
        if (begun === this.#begun) deliver({ sequence: this.#shown(sequence), data });
        // Of a source that has ended meanwhile.
        else if (this.#watched.has(name.topic)) this.snapshot(name, deliver);
      });
      return;
    }
    const waiting = this.#waiting.get(name.topic);
    if (waiting !== undefined) {
      waiting.deliver.push(deliver);
      return;
    }
    this.#waiting.set(name.topic, { name, deliver: [deliver], sinceTurn: this.#turns });
    this.#askSoon();
  }

  /** Every `TURN_MS`; tests call it themselves. */
  turn(): void {
    this.#turns++;
    const followed = this.#followed;
    if (followed !== null && this.#isUnanswered()) this.#choice.fail(followed);
    this.#choice.turn();
    this.#follow(this.#choice.chosen);
    if (this.#nextTurn === null || this.#turns % ASK_EVERY_TURNS === 0) this.#ask();
  }

  #heard({ feed, followers }: FeedBeat): void {
    if (followers === null) {
      this.#choice.gone(feed);
      this.#follow(this.#choice.chosen);
    } else if (feed !== this.#followed) {
      // Of the one that is followed only its topics count: they are what it is followed for.
      this.#choice.heard(feed, followers);
    }
  }

  #isUnanswered(): boolean {
    return [...this.#waiting.values()].some(
      ({ sinceTurn }) => this.#turns - sinceTurn > SNAPSHOT_WITHIN_TURNS,
    );
  }

  #follow(feed: string | null): void {
    if (feed === this.#followed) return;
    const { link, subjects, log } = this.#options;
    if (this.#followed !== null) link.unsubscribe(subjects.topics(this.#followed));
    this.#followed = feed;
    this.#nextTurn = null;
    if (feed === null) {
      log.warn({}, 'no feed speaks: pages have their public topics from this process');
      this.#begin(false, 'silent');
    } else {
      link.subscribe(subjects.topics(feed), ({ data }) => {
        const frame = this.#open('topics', data, decodeTopics);
        if (frame !== null) this.#take(frame);
      });
      // Pages keep what they have until it speaks.
      this.#ask();
    }
  }

  #take(frame: TopicsFrame): void {
    const { feed, turn, lines } = frame;
    if (feed !== this.#followed) return;
    this.#choice.heard(feed);
    const expected = this.#nextTurn;
    // Come twice or late: what it brought was missing already.
    if (expected !== null && turn < expected) return;
    this.#nextTurn = turn + 1;
    if (expected === null) {
      this.#options.log.info({ feed }, 'pages have their public topics from a feed');
      this.#begin(true, 'feed');
    } else if (turn > expected) {
      this.#choice.stumbled(feed);
      this.#follow(this.#choice.chosen);
      if (feed !== this.#followed) return;
      this.#begin(true, 'gap');
    }
    for (const line of lines) this.#tell(line);
  }

  #tell({ kind, topic, number, json }: TopicLine): void {
    const watched = this.#watched.get(topic);
    if (watched === undefined) return;
    const { last } = watched;
    if (kind === 'delta') {
      // Those who wait for the snapshot will find it there.
      if (last === null) return;
      if (number === last + 1) {
        watched.last = number;
        this.#options.emit(topic, this.#shown(number), new Encoded(json));
        return;
      }
    } else if (last === null || number === last) {
      watched.last = number;
      const deliver = this.#waiting.get(topic)?.deliver ?? [];
      this.#waiting.delete(topic);
      for (const each of deliver) each({ sequence: this.#shown(number), data: new Encoded(json) });
      return;
    }
    // The feed has not watched it for a while.
    watched.last = null;
    this.#options.renew(new Set([topic]));
  }

  /** Another source begins, or the same one after a gap. */
  #begin(relays: boolean, why: 'feed' | 'gap' | 'silent'): void {
    this.#begun++;
    for (const watched of this.#watched.values()) {
      watched.last = null;
      if (relays === this.#relays) continue;
      if (relays) this.#own.unwatch(watched.name.topic);
      else this.#own.watch(watched.name);
    }
    this.#relays = relays;
    this.#options.metrics.relays(relays);
    this.#options.metrics.began(why);
    const waiting = this.#waiting;
    this.#waiting = new Map();
    this.#options.renew(null);
    for (const { name, deliver } of waiting.values()) for (const each of deliver) this.snapshot(name, each);
  }

  #shown(number: number): number {
    return this.#begun * NUMBERS_OF_ONE_SOURCE + number;
  }

  /** What is asked in one turn leaves together. */
  #askSoon(): void {
    if (this.#asking) return;
    this.#asking = true;
    queueMicrotask(() => {
      this.#asking = false;
      this.#ask();
    });
  }

  #ask(): void {
    if (this.#followed === null) return;
    const { link, subjects, seal, known, metrics } = this.#options;
    const [topics, wanted] = [[...this.#watched.keys()], [...this.#waiting.keys()]];
    const frame = seal.seal('asks', encodeAsks({ gateway: this.#gateway, topics, wanted }), known.run);
    // Asked again within a second.
    if (frame === null || !link.publish(subjects.asks(this.#followed), frame)) metrics.dropped('asks');
  }

  /** Null for what is not a frame of ours, or of another exchange; a frame of topics is then missing, which its numbers say. */
  #open<T>(kind: FrameKind, data: Uint8Array, decode: (text: string) => T): T | null {
    const { seal, known, metrics, log } = this.#options;
    try {
      const { run, text } = seal.open(kind, data);
      if (known.believes(run)) return decode(text);
      metrics.unknown(kind);
      return null;
    } catch (error) {
      if (!(error instanceof FrameRefused)) throw error;
      metrics.refused(kind);
      log.warn({ reason: error.message }, 'a frame of a feed is left out');
      return null;
    }
  }
}
