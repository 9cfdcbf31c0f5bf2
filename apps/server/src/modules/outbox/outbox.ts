import type { Language } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { MessageText } from './texts/message-text.ts';
import { phraseLine } from './texts/phrase.ts';
import { fill, type MessageKind } from './texts/text.ts';
import { MESSAGE_TEXTS } from './texts/texts.ts';
import { Delayed, type Channel, type Message, type Transport } from './transports.ts';

/** How long a message is retried: a late code is useless, late news is not. */
const CODE_LIFETIME_MS = 10 * 60_000;
const NEWS_LIFETIME_MS = 24 * 3_600_000;
const KEPT_MS = 30 * 24 * 3_600_000;
const POLL_EVERY_MS = 5_000;
const FIRST_RETRY_MS = 2_000;
const MOST_DOUBLINGS = 10;
/** Longer than sending takes with all timeouts: until then no other process takes the message. */
const LEASE_MS = 90_000;
const BATCH = 20;

export interface OutboxOptions {
  readonly pool: pg.Pool;
  readonly transports: Readonly<Partial<Record<Channel, Transport>>>;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Keeps the bodies of delivered messages. They contain codes, so only in demo. */
  readonly keepBodies: boolean;
  /** Wakes the process that sends; absent: this one does. */
  readonly wakeWorker?: (() => void) | undefined;
}

interface Row extends Message {
  readonly id: string;
  readonly tries: number;
}

export interface WriteOptions {
  /** Not sent before this time; the expiry counts from it. */
  readonly notBeforeMs?: number;
  /** A second message under the same name is not sent. */
  readonly once?: string;
}

type Queries = Pick<pg.ClientBase, 'query'>;

/** The phrase by which the mailbox's owner recognises our mails. */
async function phraseOf(db: Queries, recipient: string): Promise<string | null> {
  const { rows } = await db.query<{ phrase: string | null }>(
    'select anti_phishing as phrase from customers where email = $1',
    [recipient],
  );
  return rows[0]?.phrase ?? null;
}

/**
 * Messages are stored first and then sent by a worker, so that a call neither waits for a mail server nor reveals by
 * its duration that it sent something. A failed message is retried, each time after twice the wait, until it is too old
 * to be useful.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), POLL_EVERY_MS);
    this.#timer.unref();
    this.wake();
  }

  /** Stores a message and sends it. */
  async put(
    channel: 'mail' | 'sms',
    recipient: string,
    kind: MessageKind,
    language: Language,
    values: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.write(this.#options.pool, channel, recipient, kind, language, values);
    this.wake();
  }

  /** Stores it in the caller's transaction, so that event and message commit together. Call `wake` afterwards. */
  async write(
    db: Queries,
    channel: 'mail' | 'sms',
    recipient: string,
    kind: MessageKind,
    language: Language,
    values: Readonly<Record<string, string>>,
    options: WriteOptions = {},
  ): Promise<void> {
    const text = MESSAGE_TEXTS[language][kind];
    const phrase = channel === 'mail' ? await phraseOf(db, recipient) : null;
    const subject = channel === 'mail' ? fill(text.subject, values, language) : '';
    const body =
      channel === 'mail' ? mailBody(text, values, language, phrase) : fill(text.sms, values, language);
    const atMs = this.#options.now();
    const fromMs = Math.max(atMs, options.notBeforeMs ?? 0);
    const lifetimeMs = 'code' in values || 'link' in values ? CODE_LIFETIME_MS : NEWS_LIFETIME_MS;
    await db.query(
      `insert into outbox (channel, recipient, subject, body, next_try_at_ms, expires_at_ms, created_at_ms, once)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (once) do nothing`,
      [channel, recipient, subject, body, fromMs, fromMs + lifetimeMs, atMs, options.once ?? null],
    );
  }

  /** Sends what is due, in the background. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#options.wakeWorker !== undefined) {
      this.#options.wakeWorker();
      return;
    }
    if (this.#running !== null) {
      this.#again = true;
      return;
    }
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  }

  /** Deletes finished messages after the time operators may look for them. */
  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query(`delete from outbox where state <> 'queued' and created_at_ms < $1`, [now() - KEPT_MS]);
  }

  /** Resolves when nothing is being sent and nothing is due. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.idle();
    for (const transport of Object.values(this.#options.transports)) transport.close();
  }

  async #run(): Promise<void> {
    try {
      await this.#giveUp();
      while (!this.#stopped) {
        const rows = await this.#claim();
        if (rows.length === 0) break;
        await Promise.all(rows.map(row => this.#deliver(row)));
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'the outbox could not be read');
    }
  }

  /** Drops what is too old: a code that arrives after its expiry only confuses. */
  async #giveUp(): Promise<void> {
    const { pool, now, log, keepBodies } = this.#options;
    const { rows } = await pool.query<{ id: string; channel: string; tries: number; error: string | null }>(
      `update outbox set state = 'failed', body = case when $2 then body else '' end,
              subject = case when $2 then subject else '' end
        where state = 'queued' and expires_at_ms <= $1 and channel = any ($3)
        returning id, channel, tries, error`,
      [now(), keepBodies, this.#channels()],
    );
    for (const { id, channel, tries, error } of rows) {
      log.error({ message: id, channel, tries, reason: error }, 'a message was given up');
    }
  }

  /** Reserves due messages for a while: if the worker dies, another one retries them. */
  async #claim(): Promise<Row[]> {
    const { rows } = await this.#options.pool.query<Row>(
      `update outbox set tries = tries + 1, next_try_at_ms = $1::bigint + $2::bigint
        where id in (select id from outbox where state = 'queued' and next_try_at_ms <= $1 and channel = any ($4)
                      order by id limit $3 for update skip locked)
        returning id, channel, recipient, subject, body, tries, expires_at_ms::float8 as "expiresAtMs"`,
      [this.#options.now(), LEASE_MS, BATCH, this.#channels()],
    );
    return rows;
  }

  async #deliver(row: Row): Promise<void> {
    const { pool, transports, now, log, keepBodies } = this.#options;
    try {
      const state = await transports[row.channel]!.send(row);
      await pool.query(
        `update outbox set state = $2, sent_at_ms = $3, error = null, body = case when $4 then body else '' end,
                subject = case when $4 then subject else '' end
          where id = $1`,
        [row.id, state, now(), keepBodies],
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ message: row.id, channel: row.channel, tries: row.tries, reason }, 'a message was not sent');
      const waitMs = FIRST_RETRY_MS * 2 ** Math.min(row.tries - 1, MOST_DOUBLINGS);
      const askedMs = error instanceof Delayed ? error.byMs : 0;
      await pool.query('update outbox set error = $2, next_try_at_ms = $3 where id = $1', [
        row.id,
        reason.slice(0, 500),
        now() + Math.max(waitMs, askedMs),
      ]);
    }
  }

  #channels(): string[] {
    return Object.keys(this.#options.transports);
  }
}

function mailBody(
  text: MessageText,
  values: Readonly<Record<string, string>>,
  language: Language,
  phrase: string | null,
): string {
  const paragraphs = text.paragraphs.map(paragraph => fill(paragraph, values, language));
  if (phrase !== null) paragraphs.unshift(phraseLine(language, phrase));
  return paragraphs.join('\n\n');
}
