import type { Language } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Notice, NoticePosition, NoticeService } from './service.ts';

export interface NoticeWatchOptions {
  readonly notices: Pick<NoticeService, 'position' | 'publishedSince'>;
  readonly log: FastifyBaseLogger;
  /** How late a new notice may be. */
  readonly everyMs: number;
}

interface Reader {
  readonly customerId: number;
  readonly language: Language;
  readonly listener: (notices: readonly Notice[]) => void;
}

/**
 * Tells listeners what any process has just published, including notices that were written earlier for a time that has
 * come. It polls the database while somebody listens.
 */
export class NoticeWatch {
  readonly #options: NoticeWatchOptions;
  readonly #readers = new Set<Reader>();
  #timer: NodeJS.Timeout | null = null;
  #position: Promise<NoticePosition> | null = null;
  #asking = false;
  /** Ids of the last answer; the next one may repeat them. */
  #told: ReadonlySet<number> = new Set();

  constructor(options: NoticeWatchOptions) {
    this.#options = options;
  }

  /** Everything published after `ready` has resolved reaches the listener, newest first. */
  subscribe(
    customerId: number,
    language: Language,
    listener: (notices: readonly Notice[]) => void,
  ): () => void {
    const reader: Reader = { customerId, language, listener };
    this.#readers.add(reader);
    this.#timer ??= setInterval(() => void this.#ask(), this.#options.everyMs).unref();
    return () => {
      this.#readers.delete(reader);
      if (this.#readers.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
      this.#position = null;
    };
  }

  /** Rejects when the database does; the next call tries again. */
  async ready(): Promise<void> {
    const position = (this.#position ??= this.#options.notices.position());
    try {
      await position;
    } catch (error) {
      if (this.#position === position) this.#position = null;
      throw error;
    }
  }

  async #ask(): Promise<void> {
    const since = this.#position;
    if (this.#asking || since === null) return;
    this.#asking = true;
    const { notices, log } = this.#options;
    try {
      // Read before the notices, so that those written in between are found twice instead of never.
      const next = await notices.position();
      const published = await notices.publishedSince(await since);
      if (this.#position !== since) return;
      this.#position = Promise.resolve(next);
      const fresh = published.filter(({ id }) => !this.#told.has(id));
      this.#told = new Set(published.map(({ id }) => id));
      for (const reader of this.#readers) {
        const own = fresh
          .filter(({ customerId }) => customerId === null || customerId === reader.customerId)
          .flatMap(({ texts }) => texts.get(reader.language) ?? texts.get('en') ?? []);
        if (own.length > 0) reader.listener(own);
      }
    } catch (error) {
      log.error({ err: error }, 'new notices could not be read');
    } finally {
      this.#asking = false;
    }
  }
}
