import type { Topic, Topics } from '@tallystick/protocol';

export type Snapshot<T extends Topic> = Topics[T]['snapshot'];
export type Delta<T extends Topic> = Topics[T]['delta'];

/** How one kind of topic folds its messages into the state that screens read. */
export interface TopicReducer<T extends Topic, State> {
  readonly open: (snapshot: Snapshot<T>) => State;
  /** Must return a new object if something changed and the same one if nothing did. */
  readonly apply: (state: State, delta: Delta<T>) => State;
}

/** The connection as a store uses it: the socket in the app, a script in the tests. */
export interface TopicFeed {
  /** Asks for the topic's snapshot; later deltas arrive through the store's `receive`. */
  readonly request: (topic: string) => void;
  readonly release: (topic: string) => void;
  /** Runs `flush` after `delayMs`, or once the page is visible again; returns a function that cancels it. */
  readonly schedule: (flush: () => void, delayMs: number) => () => void;
}

/** Screens see changes at most this often: faster is unreadable and costs battery. */
export const FLUSH_MS = 100;
/** A topic nobody watches is kept this long: going back and forth must not re-subscribe. */
export const LINGER_MS = 3_000;
/** Delay after a subscription was refused for now; doubled with each further refusal. */
export const RETRY_MS = 2_000;
export const MAX_RETRY_MS = 30_000;
/** More early deltas than this mean that the snapshot will not come: it is requested again. */
const MAX_EARLY = 500;

interface Numbered<T extends Topic> {
  readonly sequence: number;
  readonly data: Delta<T>;
}

/**
 * The state of one topic, outside React. It starts with a snapshot, applies numbered deltas, and requests a new snapshot
 * when a number is missing. The first value is shown at once, later ones in bursts.
 */
export class TopicStore<T extends Topic = Topic, State = unknown> {
  readonly topic: T;
  readonly #reducer: TopicReducer<T, State>;
  readonly #feed: TopicFeed;
  readonly #listeners = new Set<() => void>();
  #live: State | undefined;
  #shown: State | undefined;
  #sequence: number | undefined;
  #early: Numbered<T>[] = [];
  #cancelFlush: (() => void) | undefined;
  #cancelRelease: (() => void) | undefined;
  #cancelRetry: (() => void) | undefined;
  #refusals = 0;
  #requested = false;

  constructor(topic: T, reducer: TopicReducer<T, State>, feed: TopicFeed) {
    this.topic = topic;
    this.#reducer = reducer;
    this.#feed = feed;
  }

  /** What screens show now; undefined until the first snapshot. */
  readonly read = (): State | undefined => this.#shown;

  /** Watches the topic, which stays subscribed while anyone does. Returns a function that stops. */
  readonly watch = (listener: () => void): (() => void) => {
    // A separate entry: the same function may watch twice and stop once.
    const entry = () => listener();
    this.#listeners.add(entry);
    this.#cancelRelease?.();
    this.#cancelRelease = undefined;
    if (!this.#requested) this.resync();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) {
        this.#cancelRelease = this.#feed.schedule(() => this.#release(), LINGER_MS);
      }
    };
  };

  get isWatched(): boolean {
    return this.#requested;
  }

  /** Requests a fresh snapshot; the old state is shown until it comes. */
  resync(): void {
    this.#stopRetrying();
    this.#requested = true;
    this.#sequence = undefined;
    this.#early = [];
    this.#feed.request(this.topic);
  }

  /** The snapshot was refused for now: asks again later, unless another answer came meanwhile. */
  postponed(): void {
    if (!this.#requested || this.#sequence !== undefined) return;
    const delayMs = Math.min(RETRY_MS * 2 ** this.#refusals++, MAX_RETRY_MS);
    this.#stopRetrying();
    this.#cancelRetry = this.#feed.schedule(() => this.resync(), delayMs);
  }

  /** Forgets everything: another customer logged in. */
  reset(): void {
    this.#live = undefined;
    this.#sequence = undefined;
    this.#early = [];
    this.#flush();
  }

  open(sequence: number, snapshot: Snapshot<T>): void {
    if (!this.#requested) return;
    this.#stopRetrying();
    this.#refusals = 0;
    const early = this.#early;
    this.#early = [];
    this.#live = this.#reducer.open(snapshot);
    this.#sequence = sequence;
    for (const message of early) this.receive(message.sequence, message.data);
    if (this.#shown === undefined) this.#flush();
    else this.#flushSoon();
  }

  receive(sequence: number, data: Delta<T>): void {
    if (!this.#requested) return;
    if (this.#sequence === undefined || this.#live === undefined) {
      if (this.#early.length < MAX_EARLY) this.#early.push({ sequence, data });
      // The postponed request comes anyway; one now would only be postponed again.
      else if (this.#cancelRetry === undefined) this.resync();
      else this.#early = [];
      return;
    }
    if (sequence <= this.#sequence) return;
    if (sequence !== this.#sequence + 1) {
      this.resync();
      return;
    }
    this.#sequence = sequence;
    this.#live = this.#reducer.apply(this.#live, data);
    this.#flushSoon();
  }

  #release(): void {
    if (this.#listeners.size > 0) return;
    this.#stopRetrying();
    this.#requested = false;
    this.#sequence = undefined;
    this.#early = [];
    // Without updates, the old value would look fresh.
    this.#live = undefined;
    this.#shown = undefined;
    this.#feed.release(this.topic);
  }

  #stopRetrying(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  #flushSoon(): void {
    this.#cancelFlush ??= this.#feed.schedule(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    if (this.#shown === this.#live) return;
    this.#shown = this.#live;
    for (const listener of [...this.#listeners]) listener();
  }
}
