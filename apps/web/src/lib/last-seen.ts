import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What the first screen shows, as it was when it was last seen, for when there is no server to ask. */

/** Older figures are worthless, and somebody else may have the device by then. */
const LONGEST_MS = 7 * 24 * 3_600_000;
/** Balances and prices change several times a second: the device writes them down this often, and when it is put away. */
const EVERY_MS = 5_000;
/** A list that has grown beyond this is not worth the device's room. */
const MAX_LENGTH = 500_000;

/** One answer that is kept, by the key of its query. */
export interface KeptQuery {
  readonly key: QueryKey;
  /** Only a customer gets it: kept with their id, and gone when they log out. */
  readonly isPrivate: boolean;
  /** The answer with what has come since by other ways; undefined while nothing comes. */
  readonly renewed?: (answer: unknown) => unknown;
}

export interface SeenStorage {
  readonly read: (isPrivate: boolean) => unknown;
  readonly write: (isPrivate: boolean, value: unknown) => void;
  readonly remove: (isPrivate: boolean) => void;
}

interface Seen {
  /** Null: of anybody. */
  readonly owner: number | null;
  /** By the hash of the query's key. */
  readonly answers: Readonly<Record<string, { readonly atMs: number; readonly data: unknown }>>;
}

export interface LastSeenOptions {
  readonly client: QueryClient;
  readonly queries: readonly KeptQuery[];
  readonly storage: SeenStorage;
  /** The customer who is logged in. */
  readonly owner: () => number | null;
  readonly nowMs: () => number;
  /** Hears of when the oldest is that is shown as it was kept; undefined when all is as the server has it. */
  readonly onShown: (sinceMs: number | undefined) => void;
}

function isSeen(value: unknown): value is Seen {
  return (
    typeof value === 'object' &&
    value !== null &&
    'owner' in value &&
    'answers' in value &&
    typeof value.answers === 'object' &&
    value.answers !== null
  );
}

const hashOf = (key: QueryKey): string => JSON.stringify(key);

/** Keeps answers as they come, and gives them back to queries that have none. */
export class LastSeen {
  readonly #options: LastSeenOptions;
  /** When what is shown was heard, of the queries that show what was kept. */
  readonly #shown = new Map<string, number>();
  #pending: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LastSeenOptions) {
    this.#options = options;
    options.client.getQueryCache().subscribe(({ type, query }) => {
      const kept = options.queries.find(({ key }) => hashOf(key) === hashOf(query.queryKey as QueryKey));
      if (!kept || type === 'observerResultsUpdated') return;
      if (type === 'removed') this.#isFreshNow(hashOf(kept.key));
      else if (query.state.data !== undefined) this.#notice(hashOf(kept.key), query.state.dataUpdatedAt);
    });
  }

  /** Milliseconds since 1970, of the oldest that is shown as it was kept; undefined when all is as the server has it. */
  readonly shownSinceMs = (): number | undefined =>
    this.#shown.size === 0 ? undefined : Math.min(...this.#shown.values());

  #notify(): void {
    this.#options.onShown(this.shownSinceMs());
  }

  /** Puts what was kept where there is nothing yet: whoever asks the server goes on asking. */
  show(): void {
    const { client, queries } = this.#options;
    for (const { key, isPrivate } of queries) {
      const kept = this.#usable(isPrivate)?.answers[hashOf(key)];
      if (!kept || !this.#isFresh(kept.atMs) || client.getQueryData(key) !== undefined) continue;
      this.#shown.set(hashOf(key), kept.atMs);
      client.setQueryData(key, kept.data, { updatedAt: kept.atMs });
    }
    this.#notify();
  }

  /** The server is there again: what is on screen is asked for anew, and what no screen shows is forgotten. */
  renew(): void {
    const { client, queries } = this.#options;
    for (const { key } of queries.filter(({ key }) => this.#shown.has(hashOf(key)))) {
      client.removeQueries({ queryKey: key, exact: true, type: 'inactive' });
      void client.invalidateQueries({ queryKey: key, exact: true });
    }
  }

  /** Writes down what is known now, with what came by other ways. */
  write(renew: boolean): void {
    clearTimeout(this.#pending);
    this.#pending = undefined;
    this.#writePart(false, renew);
    if (this.#options.owner() !== null) this.#writePart(true, renew);
  }

  /** Another customer, or none: nothing private stays. */
  forgetPrivate(): void {
    this.#options.storage.remove(true);
    for (const { key, isPrivate } of this.#options.queries) if (isPrivate) this.#shown.delete(hashOf(key));
    this.#notify();
  }

  /** Removes what nobody may see any more; once per visit. */
  tidy(): void {
    const seen = this.#options.storage.read(true);
    if (seen === undefined) return;
    const isFresh = isSeen(seen) && Object.values(seen.answers).some(({ atMs }) => this.#isFresh(atMs));
    if (!isFresh || seen.owner !== this.#options.owner()) this.#options.storage.remove(true);
  }

  #isFresh(atMs: number): boolean {
    const age = this.#options.nowMs() - atMs;
    // One from the future was kept by a clock that has been put back since: nobody knows its age.
    return age >= 0 && age <= LONGEST_MS;
  }

  #usable(isPrivate: boolean): Seen | undefined {
    const seen = this.#options.storage.read(isPrivate);
    const owner = isPrivate ? this.#options.owner() : null;
    if (!isSeen(seen) || seen.owner !== owner || (isPrivate && owner === null)) return undefined;
    return seen;
  }

  #notice(hash: string, atMs: number): void {
    if (this.#shown.get(hash) === atMs) return;
    this.#isFreshNow(hash);
    this.#pending ??= setTimeout(() => this.write(false), EVERY_MS);
  }

  /** What is shown of it is not what was kept any more. */
  #isFreshNow(hash: string): void {
    if (this.#shown.delete(hash)) this.#notify();
  }

  #writePart(isPrivate: boolean, renew: boolean): void {
    const { client, queries, storage, owner, nowMs } = this.#options;
    const answers = { ...this.#usable(isPrivate)?.answers };
    for (const { key, isPrivate: own, renewed } of queries) {
      const { data, dataUpdatedAt } = client.getQueryState(key) ?? {};
      if (own !== isPrivate || data === undefined || dataUpdatedAt === undefined) continue;
      const live = renew && !this.#shown.has(hashOf(key)) ? renewed?.(data) : undefined;
      answers[hashOf(key)] =
        live === undefined ? { atMs: dataUpdatedAt, data } : { atMs: nowMs(), data: live };
    }
    const seen: Seen = { owner: isPrivate ? owner() : null, answers };
    if (Object.keys(answers).length > 0 && JSON.stringify(seen).length <= MAX_LENGTH)
      storage.write(isPrivate, seen);
  }
}
