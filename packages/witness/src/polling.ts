export interface PollingOptions {
  readonly urls: readonly string[];
  readonly everyMs: number;
  /** Looks once; `signal` ends it. */
  readonly look: (url: string, signal: AbortSignal) => Promise<void>;
  readonly report: (error: unknown) => void;
  /** How long one look may take. */
  readonly lookMs?: number;
}

/** A log that counts by the minute may say once or twice that it is too early. */
const LOOK_MS = 180_000;

/** Looks at logs again and again, at each by itself: one that is slow or silent holds up no other, nor its own next look. */
export class Polling {
  readonly #options: PollingOptions;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopped = new AbortController();
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(options: PollingOptions) {
    this.#options = options;
  }

  start(): void {
    const { urls, everyMs } = this.#options;
    this.#timers = urls.map(url => setInterval(() => this.#turn(url), everyMs));
    for (const url of urls) this.#turn(url);
  }

  /** Ends what is being fetched; what is being judged is finished. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopped.abort();
    await Promise.all(this.#running.values());
  }

  #turn(url: string): void {
    if (this.#running.has(url)) return;
    this.#running.set(
      url,
      this.#look(url).finally(() => this.#running.delete(url)),
    );
  }

  async #look(url: string): Promise<void> {
    const { look, report, lookMs = LOOK_MS } = this.#options;
    const stopped = this.#stopped.signal;
    try {
      await look(url, AbortSignal.any([stopped, AbortSignal.timeout(lookMs)]));
    } catch (error) {
      if (!stopped.aborted) report(error);
    }
  }
}
