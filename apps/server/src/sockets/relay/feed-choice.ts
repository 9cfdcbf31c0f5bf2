/** What happens here is counted in turns of this length, so that a process that stood still takes nobody for silent. */
export const TURN_MS = 250;
/** A feed that was last heard before so many turns is silent: after a second. */
const SILENT_TURNS = 5;
/** One that has just begun to speak is followed once it has spoken for so long. */
const STEADY_TURNS = 8;
/** After a failure a feed is left alone for so long, each time twice as long as before, and at most for a minute. */
const REST_TURNS = 20;
const MAX_REST_TURNS = 240;
/** What was followed for a minute without a failure begins anew, and one that was silent for a minute is forgotten. */
const FORGET_TURNS = 240;
/** More stumbles than this within ten seconds are a failure. */
const STUMBLES = 3;
const STUMBLES_WITHIN_TURNS = 40;
/** More cannot be: whoever speaks has the key. */
const MAX_FEEDS = 100;

interface Feed {
  quiet: number;
  /** Turns for which it has spoken without a pause. */
  steady: number;
  /** Turns that it is still left alone for, and the length of its last rest. */
  rest: number;
  lastRest: number;
  /** Turns for which it was followed without a failure. */
  good: number;
  stumbles: number;
  followers: number;
}

/** Which of several feeds a gateway follows: one that speaks, for as long as it does, and the one that others follow. */
export class FeedChoice {
  readonly #feeds = new Map<string, Feed>();
  #chosen: string | null = null;
  #turns = 0;

  /** The feed to follow; null: none. */
  get chosen(): string | null {
    return this.#chosen;
  }

  /** It has said something. `followers`: how many gateways follow it, if it said that. */
  heard(id: string, followers?: number): void {
    let feed = this.#feeds.get(id);
    if (feed === undefined) {
      if (this.#feeds.size >= MAX_FEEDS) return;
      feed = { quiet: 0, steady: 0, rest: 0, lastRest: 0, good: 0, stumbles: 0, followers: 0 };
      this.#feeds.set(id, feed);
    }
    feed.quiet = 0;
    feed.followers = followers ?? feed.followers;
  }

  /** Call once per `TURN_MS`. */
  turn(): void {
    this.#turns++;
    for (const [id, feed] of this.#feeds) {
      feed.rest = Math.max(0, feed.rest - 1);
      if (this.#turns % STUMBLES_WITHIN_TURNS === 0) feed.stumbles = 0;
      if (++feed.quiet <= SILENT_TURNS) {
        feed.steady++;
        if (id === this.#chosen && ++feed.good >= FORGET_TURNS) feed.lastRest = 0;
        continue;
      }
      feed.steady = 0;
      if (id === this.#chosen) this.fail(id);
      else if (feed.quiet > FORGET_TURNS) this.#feeds.delete(id);
    }
    this.#chosen ??= this.#best();
  }

  /** It has ended, in order: that is no failure. */
  gone(id: string): void {
    this.#feeds.delete(id);
    if (id === this.#chosen) this.#chosen = this.#best();
  }

  /** Something of it was lost on the way. Too often, and it is a failure. */
  stumbled(id: string): void {
    const feed = this.#feeds.get(id);
    if (feed !== undefined && ++feed.stumbles > STUMBLES) this.fail(id);
  }

  /** It does not do what it is there for: another one is chosen, or none. */
  fail(id: string): void {
    const feed = this.#feeds.get(id);
    if (feed === undefined) return;
    feed.lastRest = Math.min(Math.max(REST_TURNS, 2 * feed.lastRest), MAX_REST_TURNS);
    feed.rest = feed.lastRest;
    feed.good = feed.stumbles = 0;
    if (id === this.#chosen) this.#chosen = this.#best();
  }

  #best(): string | null {
    const able = [...this.#feeds].filter(
      ([, { quiet, steady, rest }]) => quiet <= SILENT_TURNS && steady >= STEADY_TURNS && rest === 0,
    );
    // All gateways come to the same: a feed without followers writes nothing.
    const [best] = able.toSorted(
      ([a, one], [b, other]) => other.followers - one.followers || (a < b ? -1 : 1),
    );
    return best?.[0] ?? null;
  }
}
