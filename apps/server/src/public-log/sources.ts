import type { ReadonlyExchange } from '@tallystick/core';
import { MINUTE_MS } from '@tallystick/core/durations';
import { canonicalJson } from '@tallystick/verify/public-log/canonical';
import type { NewPublicRecord, PublicRecordKind, RecordBody } from '@tallystick/verify/public-log/records';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { PeriodicJob } from '../timekeeping/periodic-job.ts';
import { newestCheckpoint } from '../transparency-log/store.ts';
import { appendPublicRecord, lockPublicLog } from './append.ts';
import { productTerms, type ProductTerms } from './terms.ts';

export interface SourcesOptions {
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly exchange: ReadonlyExchange;
  /** Name of the price log; journal's and audit log's begin with it. */
  readonly origin: string;
  readonly version: string;
  /** Between two looks at terms and offers. */
  readonly everyMs: number;
  /** Between two rounds of heads; default a minute. */
  readonly headsEveryMs?: number;
}

type Queries = Pick<pg.ClientBase, 'query'>;
const HEADS = { price_head: '', journal_head: '/journal', audit_head: '/audit' } as const;

/**
 * Brings into the public log what no transaction of its own does: the signed heads of the other logs once a minute, frozen
 * lists of offers, terms as they are announced and in force, and which code runs. Looks at what is, and compares it with the
 * newest records: what happened while nobody ran is caught up, and nothing comes twice.
 */
export class PublicLogSources {
  readonly #options: SourcesOptions;
  readonly #startedAtMs: number;
  #headsDueMs = 0;
  /** Of each product's terms, and each offer, as it was last recorded; null: not read yet. */
  #told: Map<string, string> | null = null;
  #saidSource: string | null = null;

  constructor(options: SourcesOptions) {
    this.#options = options;
    this.#startedAtMs = options.now();
  }

  start(): () => Promise<void> {
    const { everyMs, log } = this.#options;
    const failure = 'the public log has not got what is new';
    const job = new PeriodicJob(() => this.turn(), { everyMs, log, failure });
    const stop = job.start();
    void job.now().catch((error: unknown) => log.error({ err: error }, failure));
    return stop;
  }

  /** Appends what is new. */
  async turn(): Promise<void> {
    const { pool, now } = this.#options;
    const found = await this.#found();
    const areHeadsDue = now() >= this.#headsDueMs;
    if (found.length === 0 && !areHeadsDue) return;
    const said = await inTransaction(pool, async client => {
      // Whoever else appends has committed, or waits: what is compared with is the newest.
      await lockPublicLog(client);
      if (found.length > 0) this.#told = await toldSoFar(client);
      const news = found.length > 0 ? (await this.#found()).map(({ record }) => record) : [];
      const source = areHeadsDue ? await this.#source(client) : null;
      const heads = areHeadsDue ? await this.#heads(client) : [];
      const all = [...(source === null ? [] : [source]), ...news, ...heads];
      for (const record of all) await appendPublicRecord(client, record);
      return source;
    });
    if (found.length > 0) this.#told = null;
    if (!areHeadsDue) return;
    this.#headsDueMs = now() + (this.#options.headsEveryMs ?? MINUTE_MS);
    if (said !== null) this.#saidSource = said.body.core ?? '';
  }

  /** What is not recorded as it is now. */
  async #found(): Promise<Found[]> {
    const { exchange, pool, now } = this.#options;
    const told = (this.#told ??= await toldSoFar(pool));
    const atMs = now();
    const lists = exchange.launch.offers().flatMap(({ terms, result, closesAtMs }): Found[] => {
      if (result === null) return [];
      const { root, orders } = result;
      const body = {
        offer_id: terms.offerId,
        currency: terms.currency.code,
        root,
        orders,
        closed_at_ms: closesAtMs,
      };
      return [{ key: `list ${terms.offerId}`, text: root, record: { kind: 'launch_list', atMs, body } }];
    });
    const terms = productTerms(exchange).flatMap(one => termsFound(one, told, atMs));
    return [...lists, ...terms].filter(({ key, text }) => told.get(key) !== text);
  }

  /** The signed heads of the other logs, those that have grown. */
  async #heads(client: Queries): Promise<NewPublicRecord[]> {
    const { origin, now } = this.#options;
    const records: NewPublicRecord[] = [];
    for (const [kind, ending] of Object.entries(HEADS) as [keyof typeof HEADS, string][]) {
      const signed = await newestCheckpoint(client, origin + ending);
      const before = await newestBody(client, kind);
      const isNew = before === null || before.origin !== origin + ending || before.size < (signed?.size ?? 0);
      if (signed === null || !isNew) continue;
      const { size, root, atMs, note } = signed;
      const body = { origin: origin + ending, size, root: root.toString('hex'), at_ms: atMs, note };
      records.push({ kind, atMs: now(), body });
    }
    return records;
  }

  /** Once for each start, and whenever another core writes the journal. */
  async #source(client: Queries) {
    const { version, now } = this.#options;
    const { rows } = await client.query<{ core: string | null }>(
      `select encode(core, 'hex') as core from journal order by first_sequence desc limit 1`,
    );
    const core = rows[0]?.core ?? null;
    // Before the first command nothing is decided by any core.
    if (rows.length === 0 || this.#saidSource === (core ?? '')) return null;
    const startedAtMs = this.#saidSource === null ? this.#startedAtMs : now();
    return { kind: 'source', atMs: now(), body: { version, core, started_at_ms: startedAtMs } } as const;
  }
}

interface Found {
  readonly key: string;
  readonly text: string;
  readonly record: NewPublicRecord;
}

function termsFound(of: ProductTerms, told: ReadonlyMap<string, string>, atMs: number): Found[] {
  const { product, market, effective, announced } = of;
  const found = (state: RecordBody<'terms'>['state'], key: string, text: string, later: Later): Found => ({
    key,
    text,
    record: {
      kind: 'terms',
      atMs,
      body: { product, market, state, effective_at_ms: later.effectiveAtMs, terms: later.terms },
    },
  });
  const laterKey = termsKey(product, market, 'announced');
  const before = readLater(told.get(laterKey) ?? NONE);
  const inForce = canonicalJson(effective);
  const wasAnnounced = before !== null && canonicalJson(before.terms) === inForce;
  const since = wasAnnounced ? before.effectiveAtMs : atMs;
  const now = { terms: effective, effectiveAtMs: since };
  const all = [found('effective', termsKey(product, market, 'effective'), inForce, now)];
  if (announced !== null) all.push(found('announced', laterKey, laterText(announced), announced));
  // Those that are in force now have their own record.
  else if (before !== null && !wasAnnounced) all.push(found('withdrawn', laterKey, NONE, before));
  return all;
}

/** Announced terms, and when they are to be in force. */
type Later = NonNullable<ProductTerms['announced']>;

/** Nothing is announced. */
const NONE = '';

function termsKey(product: string, market: string, state: 'announced' | 'effective'): string {
  return `terms ${product} ${market} ${state}`;
}

function laterText({ terms, effectiveAtMs }: Later): string {
  return canonicalJson({ terms, effectiveAtMs });
}

function readLater(text: string): Later | null {
  return text === NONE ? null : (JSON.parse(text) as Later);
}

/** What the newest records say of each product's terms, and each offer's list. */
async function toldSoFar(db: Queries): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  const { rows: terms } = await db.query<{ body: string }>(
    `select body from (
       select distinct on (body::jsonb->>'product', body::jsonb->>'market', body::jsonb->>'state' = 'effective') number, body
         from public_records where kind = 'terms'
        order by body::jsonb->>'product', body::jsonb->>'market', body::jsonb->>'state' = 'effective', number desc
     ) as newest order by number`,
  );
  for (const row of terms) {
    const {
      product,
      market,
      state,
      terms,
      effective_at_ms: effectiveAtMs,
    } = JSON.parse(row.body) as RecordBody<'terms'>;
    const laterKey = termsKey(product, market, 'announced');
    if (state === 'effective') {
      told.set(termsKey(product, market, 'effective'), canonicalJson(terms));
      // Announced before these: they are what was announced, or it was withdrawn.
      told.delete(laterKey);
    } else if (state === 'announced') told.set(laterKey, laterText({ terms, effectiveAtMs }));
  }
  const { rows: lists } = await db.query<{ body: string }>(
    `select body from public_records where kind = 'launch_list'`,
  );
  for (const row of lists) {
    const { offer_id: offerId, root } = JSON.parse(row.body) as RecordBody<'launch_list'>;
    told.set(`list ${offerId}`, root);
  }
  return told;
}

async function newestBody<Kind extends PublicRecordKind>(
  db: Queries,
  kind: Kind,
): Promise<RecordBody<Kind> | null> {
  const { rows } = await db.query<{ body: string }>(
    'select body from public_records where kind = $1 order by number desc limit 1',
    [kind],
  );
  return rows[0] === undefined ? null : (JSON.parse(rows[0].body) as RecordBody<Kind>);
}
