import { isDeepStrictEqual } from 'node:util';
import { shownAfter } from './counted-market.ts';

export const WATCHED_TOPICS = ['index:1', 'depth:1'] as const;
export type WatchedTopic = (typeof WATCHED_TOPICS)[number];

/**
 * A page that watches one topic, by the rules of apps/web. It throws when it finds a gap, hears anything twice or in a wrong
 * order, or shows what never was.
 */
export class WatchingPage {
  readonly topic: WatchedTopic;
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

  constructor(topic: WatchedTopic) {
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
    if (sequence !== this.#sequence! + 1) throw new Error(`${sequence} came after ${this.#sequence}`);
    this.#rise(sequence);
    this.#sequence = sequence;
    this.#apply(json);
  }

  #rise(sequence: number): void {
    if (sequence < this.#highest || !Number.isSafeInteger(sequence))
      throw new Error(`${sequence} came after ${this.#highest}`);
    this.#highest = sequence;
  }

  #apply(json: string): void {
    if (this.topic === 'index:1') {
      for (const [number] of JSON.parse(json) as [number][]) this.#index.push(number);
      this.shown = this.#index;
      this.#check(this.#index.length);
      return;
    }
    const { bids } = JSON.parse(json) as { bids: [string, string][] };
    for (const [price, quantity] of bids) this.#levels.set(price, quantity);
    this.shown = [...this.#levels].toSorted();
    const events = Math.max(0, ...[...this.#levels.values()].map(Number));
    this.#check(events);
  }

  #check(events: number): void {
    if (!isDeepStrictEqual(this.shown, shownAfter(this.topic, events)))
      throw new Error(`${this.topic} never was ${JSON.stringify(this.shown)}`);
  }
}
