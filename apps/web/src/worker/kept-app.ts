import { filesFor, successorsOf, type AppBuild } from './build.ts';
import { isKeepable, isServersOwn } from './rules.ts';

const PREFIX = 'tallystick-app-';
/** In each version's cache: the built files of each source file. */
const PARTS_FILE = 'parts.json';
/** For connections that are up but transfer nothing: after this time the stored page is shown. */
const TIMEOUT_MS = 4_000;
/** Files stored at a time: few, so that the customer's own requests come first. */
const AT_ONCE = 6;

type Fetch = (request: Request | string, init?: RequestInit) => Promise<Response>;

export interface Surroundings {
  readonly caches: CacheStorage;
  readonly fetch: Fetch;
  /** The address below which the worker was registered. */
  readonly scope: string;
  readonly timeoutMs?: number;
}

/**
 * The app as stored on the device: one cache for each version, with public files of the build only. A version is stored
 * completely or not at all, and the previous one stays for pages that still run it.
 */
export class KeptApp {
  readonly #build: AppBuild;
  readonly #caches: CacheStorage;
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #timeoutMs: number;
  readonly #known: ReadonlySet<string>;

  constructor(build: AppBuild, { caches, fetch, scope, timeoutMs = TIMEOUT_MS }: Surroundings) {
    this.#build = build;
    this.#caches = caches;
    this.#fetch = fetch;
    this.#base = scope;
    this.#timeoutMs = timeoutMs;
    this.#known = new Set([...build.shell, ...Object.values(build.parts).flat()]);
  }

  get #name(): string {
    return PREFIX + this.#build.version;
  }

  #url(file: string): string {
    return new URL(file, this.#base).href;
  }

  /** Fetches the shell, and the new versions of stored files. Throws if the shell is incomplete. */
  async install(): Promise<void> {
    const earlier = await this.#keptEarlier();
    const cache = await this.#caches.open(this.#name);
    const page = this.#url(this.#build.page);
    await Promise.all([
      this.#put(cache, page, await this.#fetch(page, { cache: 'no-cache' }), response => response.ok),
      ...this.#build.shell.map(file => this.#keepPart(cache, file)),
    ]);
    await cache.put(this.#url(PARTS_FILE), new Response(JSON.stringify(this.#build.parts)));
    await this.#keepFiles(earlier);
  }

  /** Deletes all versions but this one and the one before it. */
  async activate(): Promise<void> {
    const versions = (await this.#caches.keys()).filter(
      name => name.startsWith(PREFIX) && name !== this.#name,
    );
    await Promise.all(versions.slice(0, -1).map(name => this.#caches.delete(name)));
  }

  /** Stores used parts by their addresses; files of other versions are left out. */
  keep(urls: readonly string[]): Promise<void> {
    return this.#keepFiles(urls.flatMap(url => this.#fileAt(url) ?? []));
  }

  /** The whole app in one language. */
  keepAll(language: string): Promise<void> {
    return this.#keepFiles(filesFor(this.#build, language));
  }

  /** The page from the server; the stored one if there is no answer, or none from our server. */
  async page(request: Request): Promise<Response> {
    const asked = this.#fetch(request);
    const answer = await Promise.race([
      asked.catch(() => undefined),
      new Promise<undefined>(resolve => setTimeout(resolve, this.#timeoutMs)),
    ]);
    if (answer && isServersOwn(answer.status)) return answer;
    const cache = await this.#caches.open(this.#name);
    return (await cache.match(this.#url(this.#build.page))) ?? answer ?? asked;
  }

  /** A part: stored ones never change. Parts of another version are not stored here. */
  async part(request: Request): Promise<Response> {
    const kept = await this.#caches.match(request);
    if (kept) return kept;
    const answer = await this.#fetch(request);
    if (this.#fileAt(request.url) !== undefined && isKeepable(answer)) {
      const cache = await this.#caches.open(this.#name);
      // On a full disk only offline use fails, never the answer.
      await cache.put(request, answer.clone()).catch(() => undefined);
    }
    return answer;
  }

  /** The file of this version at an address, if any. */
  #fileAt(url: string): string | undefined {
    const file = url.startsWith(this.#base) ? url.slice(this.#base.length) : '';
    return this.#known.has(file) ? file : undefined;
  }

  async #keptEarlier(): Promise<string[]> {
    const versions = (await this.#caches.keys()).filter(name => name.startsWith(PREFIX));
    const files = await Promise.all(versions.map(name => this.#successors(name)));
    return files.flat();
  }

  async #successors(version: string): Promise<string[]> {
    const cache = await this.#caches.open(version);
    const parts = await cache.match(this.#url(PARTS_FILE));
    if (!parts) return [];
    const kept = (await cache.keys()).map(request => request.url.slice(this.#base.length));
    return successorsOf(this.#build, (await parts.json()) as AppBuild['parts'], kept);
  }

  /** Stores as many as possible: missing ones are fetched when needed. */
  async #keepFiles(files: readonly string[]): Promise<void> {
    const cache = await this.#caches.open(this.#name);
    const waiting = [...new Set(files)];
    const keepSome = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        await this.#keepPart(cache, file).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, keepSome));
  }

  async #keepPart(cache: Cache, file: string): Promise<void> {
    const url = this.#url(file);
    if (await this.#caches.match(url).then(kept => kept && cache.put(url, kept).then(() => true))) return;
    await this.#put(cache, url, await this.#fetch(url), isKeepable);
  }

  async #put(
    cache: Cache,
    url: string,
    answer: Response,
    accept: (answer: Response) => boolean,
  ): Promise<void> {
    if (!accept(answer)) throw new Error(`${url} cannot be kept: ${answer.status}`);
    await cache.put(url, answer);
  }
}
