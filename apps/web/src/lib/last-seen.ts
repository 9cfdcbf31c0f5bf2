import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The last known data of the first screen, for when the server cannot be reached. */

/** Older figures are worthless, and somebody else may have the device by then. */
const LONGEST_MS = 7 * 24 * 3_600_000;
/** Balances and prices change several times a second: they are stored this often, and when the app is hidden. */
const EVERY_MS = 5_000;
/** Longer lists are not stored. */
const MAX_LENGTH = 500_000;

/** One stored answer, by the key of its query. */
export interface KeptQuery {
  readonly key: QueryKey;
  /** Private: stored with the customer's id, and deleted when they log out. */
  readonly isPrivate: boolean;
  /** The answer updated by the socket; undefined without updates. */
  readonly renewed?: (answer: unknown) => unknown;
}

export interface SeenStorage {
  readonly read: (isPrivate: boolean) => unknown;
  readonly write: (isPrivate: boolean, value: unknown) => void;
  readonly remove: (isPrivate: boolean) => void;
}

interface Seen {
  /** Null: public. */
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
  /** Called with the time of the oldest stored data on screen; undefined if all is current. */
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

/** Stores answers as they come, and restores them to queries without data. */
export class LastSeen {
  readonly #options: LastSeenOptions;
  /** For queries that show stored data: when it was received. */
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

  /** Milliseconds since 1970 of the oldest stored data on screen; undefined if all is current. */
  readonly shownSinceMs = (): number | undefined =>
    this.#shown.size === 0 ? undefined : Math.min(...this.#shown.values());

  #notify(): void {
    this.#options.onShown(this.shownSinceMs());
  }

  /** Restores stored data where there is none; queries continue to ask the server. */
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

  /** The server is back: refetches what is on screen, and drops what no screen shows. */
  renew(): void {
    const { client, queries } = this.#options;
    for (const { key } of queries.filter(({ key }) => this.#shown.has(hashOf(key)))) {
      client.removeQueries({ queryKey: key, exact: true, type: 'inactive' });
      void client.invalidateQueries({ queryKey: key, exact: true });
    }
  }

  /** Stores the present data, including updates by the socket. */
  write(renew: boolean): void {
    clearTimeout(this.#pending);
    this.#pending = undefined;
    this.#writePart(false, renew);
    if (this.#options.owner() !== null) this.#writePart(true, renew);
  }

  /** Drops private data. Call when another session begins or this one ends. */
  forgetPrivate(): void {
    this.#options.storage.remove(true);
    for (const { key, isPrivate } of this.#options.queries) if (isPrivate) this.#shown.delete(hashOf(key));
    this.#notify();
  }

  /** Removes data that may no longer be shown; once per visit. */
  tidy(): void {
    const seen = this.#options.storage.read(true);
    if (seen === undefined) return;
    const isFresh = isSeen(seen) && Object.values(seen.answers).some(({ atMs }) => this.#isFresh(atMs));
    if (!isFresh || seen.owner !== this.#options.owner()) this.#options.storage.remove(true);
  }

  #isFresh(atMs: number): boolean {
    const age = this.#options.nowMs() - atMs;
    // Data from the future was stored while the clock was wrong: its age is unknown.
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

  /** Marks a query as no longer showing stored data. */
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
