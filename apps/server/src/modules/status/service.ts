import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import type { ReadonlyExchange, MarketStatus } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../timekeeping/clock.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Reconciliation } from '../../engine/reconciliation/reconciliation.ts';
import type { Feed } from '../../feed/feed.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { PeriodicJob } from '../../timekeeping/periodic-job.ts';
import { readState, writeState } from '../../database/server-state.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import type { LatencyFigures, OrderLatency } from './latency.ts';
import * as store from './store.ts';
import type { Day, DayPart, Incident, Trouble } from './store.ts';

const SHOWN_DAYS = 90;
const SHOWN_INCIDENTS = 100;
/** A restart misses a sample or two; a longer gap is an outage. */
const OUTAGE_AFTER_MS = 3 * MINUTE_MS;
const KEPT_MS = 5_000;
const LAST_SAMPLE = 'status-sampled';

export interface StatusOptions {
  readonly pool: pg.Pool;
  readonly exchange: ReadonlyExchange;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly hold: Pick<PayoutHold, 'holders' | 'logs'>;
  readonly reconciliation: Pick<Reconciliation, 'status'>;
  readonly latency: OrderLatency;
  readonly audit: AuditLog;
  readonly clock: Pick<Clock, 'now' | 'isStale'>;
  /** An index older than this is stale. */
  readonly staleMs: number;
  readonly log: FastifyBaseLogger;
}

export interface StatusNow {
  readonly atMs: number;
  readonly overall: 'good' | 'limited' | 'stopped';
  readonly markets: readonly MarketNow[];
  readonly ways: readonly WayNow[];
  /** Whether approved payouts are being paid. */
  readonly payouts: 'open' | 'held';
  readonly latency: LatencyFigures | null;
  readonly audit: {
    /** Whether tables and core could be compared; a difference ends the process. */
    readonly books: 'checked' | 'checking' | 'unchecked';
    readonly comparedAtMs: number | null;
    readonly logs: PayoutHold['logs'];
  };
}

interface MarketNow {
  readonly marketId: number;
  readonly symbol: string;
  readonly spot: MarketStatus;
  /** Null: there is no contract on it. */
  readonly contract: MarketStatus | null;
  /** Age of the newest index price; null: there is none. */
  readonly priceAgeMs: number | null;
  /** Null: its prices are its own trades. */
  readonly prices: 'fresh' | 'stale' | null;
}

interface WayNow {
  readonly currency: string;
  readonly network: string;
  readonly deposits: boolean;
  readonly withdrawals: boolean;
}

/** An operator's report of an incident. */
export interface WrittenIncident {
  /** Null: a new one. */
  readonly id: number | null;
  /** Null: it begins now. */
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly texts: store.Texts;
}

/** The exchange's public status: now, and its history. */
export class Status {
  readonly #options: StatusOptions;
  readonly #sampling: PeriodicJob;
  #now: StatusNow | null = null;
  #history: { readonly atMs: number; readonly value: Promise<[Incident[], Day[]]> } | null = null;

  constructor(options: StatusOptions) {
    this.#options = options;
    this.#sampling = new PeriodicJob(() => this.sample(), {
      everyMs: MINUTE_MS,
      log: options.log,
      failure: 'the status could not be sampled',
    });
  }

  /** Halts are recorded when they happen, from the feed; everything else is sampled. */
  subscribe(feed: Pick<Feed, 'subscribe'>): void {
    feed.subscribe({
      name: 'status-halts',
      kinds: ['marketStatusSet'],
      from: 'beginning',
      handle: async (client, events) => {
        for (const { body, atMs } of events) {
          const part = `${body.line === 'spot' ? 'spot' : 'contract'}:${body.marketId}`;
          await store.noteTrouble(client, part, this.#haltOf(body), atMs);
        }
        return () => {
          this.#history = null;
        };
      },
    });
  }

  /** Samples once a minute; returns a function that stops it. */
  start(): () => Promise<void> {
    return this.#sampling.start();
  }

  /** Reads memory only, not the database. */
  now(): StatusNow {
    const atMs = this.#options.clock.now();
    if (this.#now !== null && atMs - this.#now.atMs < KEPT_MS && atMs >= this.#now.atMs) return this.#now;
    return (this.#now = this.#read(atMs));
  }

  /** Incidents, newest first, and the sampled minutes of the last days. */
  async history(): Promise<{ readonly incidents: readonly Incident[]; readonly days: readonly Day[] }> {
    const { pool, clock } = this.#options;
    const atMs = clock.now();
    if (this.#history === null || Math.abs(atMs - this.#history.atMs) >= KEPT_MS) {
      const firstDay = dayOf(atMs - (SHOWN_DAYS - 1) * DAY_MS);
      const value = Promise.all([this.incidents(), store.daysSince(pool, firstDay)]);
      this.#history = { atMs, value };
      // A failed read is not kept: the next caller asks again.
      value.catch(() => (this.#history = null));
    }
    const [incidents, days] = await this.#history.value;
    return { incidents, days };
  }

  incidents(): Promise<Incident[]> {
    const { pool, clock } = this.#options;
    return store.newestIncidents(pool, clock.now() - SHOWN_DAYS * DAY_MS, SHOWN_INCIDENTS);
  }

  /** Writes an operator's report; returns its id. Throws not_found, and invalid_input for wrong times. */
  async write(operator: Operator, written: WrittenIncident): Promise<number> {
    const { pool, audit, clock } = this.#options;
    const { endedAtMs, texts } = written;
    const startedAtMs = written.startedAtMs ?? clock.now();
    if (endedAtMs !== null && endedAtMs < startedAtMs) {
      throw new CallFailure('invalid_input', { field: 'ended_at_ms' });
    }
    const id = await inTransaction(pool, async client => {
      const known = written.id ?? (await store.insertNote(client, startedAtMs, endedAtMs));
      if (!(await store.writeTexts(client, known, texts, operator.id))) {
        throw new CallFailure('not_found', { field: 'id' });
      }
      if (written.id !== null) await store.moveNote(client, known, startedAtMs, endedAtMs);
      await audit.write(client, operator, {
        action: 'status.write',
        subject: `incident:${known}`,
        before: null,
        after: { title: texts.en.title, started_at_ms: startedAtMs, ended_at_ms: endedAtMs },
      });
      return known;
    });
    this.#history = null;
    return id;
  }

  /** Samples one minute: begins and ends incidents, counts good and bad minutes, and records an outage if samples are missing. */
  async sample(): Promise<void> {
    const { pool, clock } = this.#options;
    const atMs = clock.now();
    const state = this.#read(atMs);
    const troubles = this.#troubles(state);
    await inTransaction(pool, async client => {
      const last = await readState<number>(client, LAST_SAMPLE);
      if (last !== null && atMs - last > OUTAGE_AFTER_MS) await this.#missed(client, last, atMs);
      for (const [part, trouble] of troubles) await store.noteTrouble(client, part, trouble, atMs);
      // Ends incidents of parts that no longer exist, such as a removed deposit network.
      for (const part of await store.openParts(client)) {
        if (!troubles.has(part)) await store.noteTrouble(client, part, null, atMs);
      }
      for (const part of ['exchange', 'trading', 'prices', 'deposits', 'withdrawals'] as const) {
        const isBad = badParts(state).has(part);
        await store.addMinutes(client, dayOf(atMs), part, { good: isBad ? 0 : 1, bad: isBad ? 1 : 0 });
      }
      await writeState(client, LAST_SAMPLE, atMs);
    });
    this.#history = null;
  }

  async #missed(client: store.Queries, fromMs: number, toMs: number): Promise<void> {
    await store.insertOutage(client, fromMs, toMs);
    for (let dayMs = Math.max(fromMs, toMs - SHOWN_DAYS * DAY_MS); dayMs < toMs; dayMs = nextDay(dayMs)) {
      const bad = Math.round((Math.min(nextDay(dayMs), toMs) - dayMs) / MINUTE_MS);
      if (bad > 0) await store.addMinutes(client, dayOf(dayMs), 'exchange', { good: 0, bad });
    }
  }

  #read(atMs: number): StatusNow {
    const { exchange, hold, reconciliation, latency } = this.#options;
    const { failure, completed_at_ms: comparedAtMs } = reconciliation.status;
    const markets = exchange.markets().map(market => this.#market(market, atMs));
    const state: Omit<StatusNow, 'overall'> = {
      atMs,
      markets,
      ways: this.#ways(),
      payouts: hold.holders.length === 0 ? 'open' : 'held',
      latency: latency.read(),
      audit: {
        books: failure !== null ? 'unchecked' : comparedAtMs === null ? 'checking' : 'checked',
        comparedAtMs,
        logs: hold.logs,
      },
    };
    const bad = badParts(state);
    const isStopped = markets.length > 0 && markets.every(market => market.spot === 'halted');
    return { ...state, overall: isStopped ? 'stopped' : bad.size > 0 ? 'limited' : 'good' };
  }

  #market({ id, symbol }: { id: number; symbol: string }, atMs: number): MarketNow {
    const { exchange, clock, staleMs } = this.#options;
    const indexAtMs = exchange.indexTick(id)?.atMs ?? null;
    const hasIndex = exchange.launch.issuePriceE8(id) === null;
    return {
      marketId: id,
      symbol,
      spot: exchange.marketStatus(id) ?? 'halted',
      contract: exchange.perpetual.status(id),
      priceAgeMs: hasIndex && indexAtMs !== null ? Math.max(0, atMs - indexAtMs) : null,
      prices: hasIndex ? (clock.isStale(indexAtMs, staleMs) ? 'stale' : 'fresh') : null,
    };
  }

  #ways(): WayNow[] {
    const { exchange, settings } = this.#options;
    const products = settings.get('products');
    const ins = settings.get('deposit_limits').items;
    const outs = settings.get('withdrawal_limits').items;
    const names = new Set([...ins, ...outs].map(one => `${one.currency_id} ${one.network}`));
    return [...names].map(name => {
      const [id = '', network = ''] = name.split(' ');
      const isOpen = (items: readonly { currency_id: number; network: string; enabled: boolean }[]) =>
        items.some(one => one.currency_id === Number(id) && one.network === network && one.enabled);
      return {
        currency: exchange.currency(Number(id))?.code ?? id,
        network,
        deposits: products.deposit && isOpen(ins),
        withdrawals: products.withdrawal && isOpen(outs),
      };
    });
  }

  /** Each part's trouble; null: none. */
  #troubles({ markets, ways, payouts }: StatusNow): ReadonlyMap<string, Trouble | null> {
    const troubles = new Map<string, Trouble | null>();
    for (const { marketId, spot, contract, prices } of markets) {
      troubles.set(`spot:${marketId}`, this.#halt('spot', marketId, spot));
      if (contract !== null)
        troubles.set(`contract:${marketId}`, this.#halt('perpetual', marketId, contract));
      if (prices !== null)
        troubles.set(`prices:${marketId}`, prices === 'stale' ? { kind: 'stale', cause: '' } : null);
    }
    for (const { currency, network, deposits, withdrawals } of ways) {
      const closed = { kind: 'closed', cause: '' } as const;
      troubles.set(`deposits:${currency} ${network}`, deposits ? null : closed);
      troubles.set(`withdrawals:${currency} ${network}`, withdrawals ? null : closed);
    }
    troubles.set('withdrawals', payouts === 'held' ? { kind: 'held', cause: '' } : null);
    return troubles;
  }

  #halt(line: 'spot' | 'perpetual', marketId: number, status: MarketStatus): Trouble | null {
    if (status === 'open') return null;
    const kind = status === 'halted' ? 'halted' : 'close_only';
    return { kind, cause: this.#options.exchange.terms.halt(line, marketId)?.reason ?? '' };
  }

  #haltOf(body: { line: string; marketId: number; status: string }): Trouble | null {
    const line = body.line === 'spot' ? 'spot' : 'perpetual';
    return this.#halt(line, body.marketId, body.status as MarketStatus);
  }
}

function badParts({ markets, ways, payouts }: Omit<StatusNow, 'overall'>): ReadonlySet<DayPart> {
  const bad = new Set<DayPart>();
  const isTrading = (one: MarketNow): boolean =>
    one.spot === 'open' && (one.contract === null || one.contract === 'open');
  if (!markets.every(isTrading)) bad.add('trading');
  if (markets.some(({ prices }) => prices === 'stale')) bad.add('prices');
  if (ways.some(({ deposits }) => !deposits)) bad.add('deposits');
  if (payouts === 'held' || ways.some(({ withdrawals }) => !withdrawals)) bad.add('withdrawals');
  return bad;
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function nextDay(atMs: number): number {
  return (Math.floor(atMs / DAY_MS) + 1) * DAY_MS;
}
