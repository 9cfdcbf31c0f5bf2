import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DatabaseLog } from '../../database/log.ts';
import { seldom } from '../../database/seldom.ts';
import { FrameRefused, reading, type FrameSeal } from './frame.ts';
import type { KnownRun } from './known-run.ts';
import type { Link } from './link.ts';
import { WORK, type News, type NewsBus } from './news.ts';

const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sessions'), ended: z.array(z.number()) }),
  z.object({ kind: z.literal('changed-sessions'), ids: z.array(z.number()) }),
  z.object({ kind: z.literal('settings') }),
  z.object({ kind: z.literal('clock') }),
  z.object({ kind: z.literal('halt') }),
  z.object({ kind: z.literal('help') }),
  z.object({
    kind: z.literal('chat'),
    caseId: z.number(),
    messages: z.array(z.number()),
    notes: z.array(z.number()),
  }),
  z.object({ kind: z.literal('typing'), caseId: z.number(), to: z.string() }),
  z.object({ kind: z.literal('calls'), counted: z.string() }),
  z.object({ kind: z.literal('work'), what: z.enum(WORK) }),
]) satisfies z.ZodType<News>;
const frame = z.object({ from: z.string(), news });

/** Throws FrameRefused. */
export function decodeNews(text: string): z.output<typeof frame> {
  return reading('news', () => frame.parse(JSON.parse(text)));
}

/** Told all the time, and nobody looks for those that were not. */
const OF_THE_MOMENT: ReadonlySet<News['kind']> = new Set(['calls', 'typing']);

export interface NatsNewsOptions {
  readonly link: Pick<Link, 'isUp' | 'publish' | 'subscribe'>;
  readonly subject: string;
  readonly seal: FrameSeal;
  /** Of which exchange this process is, and whose news it hears. */
  readonly known: Pick<KnownRun, 'run' | 'believes'>;
  readonly log: DatabaseLog;
}

/** News over NATS, sealed like everything on the bus. */
export class NatsNews implements NewsBus {
  readonly #options: NatsNewsOptions;
  readonly #own = randomBytes(8).toString('hex');
  readonly #listeners: ((news: News) => void)[] = [];

  constructor(options: NatsNewsOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    options.link.subscribe(options.subject, ({ data }) => this.#take(data));
  }

  tell(told: News): void {
    const { link, seal, known, subject, log } = this.#options;
    const sealed = seal.seal('news', JSON.stringify({ from: this.#own, news: told }), known.run);
    const isTold = sealed !== null && link.publish(subject, sealed);
    if (!isTold && !OF_THE_MOMENT.has(told.kind))
      log.warn({ kind: told.kind }, 'other processes cannot be told at once: they look by themselves');
  }

  hear(listener: (news: News) => void): void {
    this.#listeners.push(listener);
  }

  #take(data: Uint8Array): void {
    const { seal, known, log } = this.#options;
    try {
      const { run, text } = seal.open('news', data);
      // Of another exchange, or of a core that is new: everybody looks by themselves, too.
      if (!known.believes(run)) return;
      const heard = decodeNews(text);
      if (heard.from === this.#own) return;
      for (const listener of this.#listeners) listener(heard.news);
    } catch (error) {
      if (!(error instanceof FrameRefused)) throw error;
      log.warn({ reason: error.message }, 'news of another process are left out');
    }
  }
}
