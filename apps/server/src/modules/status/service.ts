import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import type { CallOutput, Language } from '@tallystick/protocol';
import { HALT_REASONS } from '@tallystick/protocol/calls/terms';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
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
import type { OrderLatency } from './latency.ts';
import * as store from './store.ts';
import type { DayPart, Incident, Trouble } from './store.ts';

const SHOWN_DAYS = 90;
const SHOWN_INCIDENTS = 100;
/** A process that is restarted misses a sample or two; more is an outage. */
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

type Now = CallOutput<'GET status/now'>;
type Trading = Now['markets'][number]['spot'];
type WireIncident = CallOutput<'GET status/history'>['incidents'][number];

const TRADING: Readonly<Record<MarketStatus, Trading>> = {
  open: 'open',
  cancelOnly: 'close_only',
  halted: 'halted',
};
const KINDS = { close_only: 'close_only', halted: 'halted' } as const;

/** What anybody may know of how the exchange is doing, and was. */
export class Status {
  readonly #options: StatusOptions;
  readonly #sampling: PeriodicJob;
  #now: Now | null = null;
  #history: { readonly atMs: number; readonly value: Promise<readonly Incident[]> } | null = null;
  #days: { readonly atMs: number; readonly value: ReturnType<typeof store.daysSince> } | null = null;

  constructor(options: StatusOptions) {
    this.#options = options;
    this.#sampling = new PeriodicJob(() => this.sample(), {
      everyMs: MINUTE_MS,
      log: options.log,
      failure: 'the status could not be sampled',
    });
  }

  /** Stops are told to the moment; what nobody tells is sampled. */
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

  /** Samples once a minute; returns the way to stop. */
  start(): () => Promise<void> {
    return this.#sampling.start();
  }

  /** From memory: nothing is asked of the database. */
  now(): Now {
    const atMs = this.#options.clock.now();
    if (this.#now !== null && atMs - this.#now.at_ms < KEPT_MS && atMs >= this.#now.at_ms) return this.#now;
    return (this.#now = this.#read(atMs));
  }

  async history(language: Language): Promise<CallOutput<'GET status/history'>> {
    const { pool, clock } = this.#options;
    const atMs = clock.now();
    const sinceMs = atMs - SHOWN_DAYS * DAY_MS;
    if (this.#history === null || Math.abs(atMs - this.#history.atMs) >= KEPT_MS) {
      this.#history = { atMs, value: store.newestIncidents(pool, sinceMs, SHOWN_INCIDENTS) };
      this.#days = { atMs, value: store.daysSince(pool, dayOf(sinceMs + DAY_MS)) };
      // Whoever comes next asks again.
      const forget = () => (this.#history = null);
      this.#history.value.catch(forget);
      this.#days.value.catch(forget);
    }
    const incidents = await this.#history.value;
    const days = (await this.#days?.value) ?? [];
    return { incidents: incidents.map(one => this.#wire(one, language)), days };
  }

  async forDesk(): Promise<DeskOutput<'GET desk/incidents'>> {
    const { pool, clock } = this.#options;
    const sinceMs = clock.now() - SHOWN_DAYS * DAY_MS;
    const incidents = await store.newestIncidents(pool, sinceMs, SHOWN_INCIDENTS);
    return { items: incidents.map(one => ({ ...this.#wire(one, 'en'), texts: one.texts })) };
  }

  /** What operators write. Throws not_found and invalid_input (the times). */
  async write(
    operator: Operator,
    input: DeskRequest<'POST desk/incident'>,
  ): Promise<DeskOutput<'POST desk/incident'>> {
    const { pool, audit, clock } = this.#options;
    const startedAtMs = input.started_at_ms ?? clock.now();
    if (input.ended_at_ms !== null && input.ended_at_ms < startedAtMs) {
      throw new CallFailure('invalid_input', { field: 'ended_at_ms' });
    }
    const id = await inTransaction(pool, async client => {
      const known = input.id ?? (await store.insertNote(client, startedAtMs, input.ended_at_ms));
      if (!(await store.writeTexts(client, known, input.texts, operator.id))) {
        throw new CallFailure('not_found', { field: 'id' });
      }
      if (input.id !== null) await store.moveNote(client, known, startedAtMs, input.ended_at_ms);
      await audit.write(client, operator, {
        action: 'status.write',
        subject: `incident:${known}`,
        before: null,
        after: { title: input.texts.en.title, started_at_ms: startedAtMs, ended_at_ms: input.ended_at_ms },
      });
      return known;
    });
    this.#history = null;
    return { id };
  }

  /** One minute: what is in trouble now, and how the parts did. Also what was missed while nobody sampled. */
  async sample(): Promise<void> {
    const { pool, clock } = this.#options;
    const atMs = clock.now();
    const state = this.#read(atMs);
    const troubles = this.#troubles(state);
    await inTransaction(pool, async client => {
      const last = await readState<number>(client, LAST_SAMPLE);
      if (last !== null && atMs - last > OUTAGE_AFTER_MS) await this.#missed(client, last, atMs);
      for (const [part, trouble] of troubles) await store.noteTrouble(client, part, trouble, atMs);
      // What is no part any more, such as a way in that was taken out of the settings.
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

  #read(atMs: number): Now {
    const { exchange, hold, reconciliation, latency } = this.#options;
    const { failure, completed_at_ms: comparedAtMs } = reconciliation.status;
    const markets = exchange.markets().map(market => this.#market(market, atMs));
    const state = {
      at_ms: atMs,
      markets,
      ways: this.#ways(),
      payouts: hold.holders.length === 0 ? 'open' : 'held',
      latency: latency.read(),
      audit: {
        books: failure !== null ? 'unchecked' : comparedAtMs === null ? 'checking' : 'checked',
        compared_at_ms: comparedAtMs,
        logs: hold.logs.map(({ log, state: logState }) => ({ name: log, state: logState })),
      },
    } satisfies Omit<Now, 'overall'>;
    const bad = badParts(state);
    const isStopped = markets.length > 0 && markets.every(market => market.spot === 'halted');
    return { ...state, overall: isStopped ? 'stopped' : bad.size > 0 ? 'limited' : 'good' };
  }

  #market({ id, symbol }: { id: number; symbol: string }, atMs: number): Now['markets'][number] {
    const { exchange, clock, staleMs } = this.#options;
    const contract = exchange.perpetual.status(id);
    const indexAtMs = exchange.indexTick(id)?.atMs ?? null;
    const hasIndex = exchange.launch.issuePriceE8(id) === null;
    return {
      market_id: id,
      symbol,
      spot: TRADING[exchange.marketStatus(id) ?? 'halted'],
      contract: contract === null ? null : TRADING[contract],
      price_age_ms: hasIndex && indexAtMs !== null ? Math.max(0, atMs - indexAtMs) : null,
      prices: hasIndex ? (clock.isStale(indexAtMs, staleMs) ? 'stale' : 'fresh') : null,
    };
  }

  #ways(): Now['ways'] {
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

  /** By part; null: in order. */
  #troubles({ markets, ways, payouts }: Omit<Now, 'overall'>): ReadonlyMap<string, Trouble | null> {
    const troubles = new Map<string, Trouble | null>();
    for (const { market_id: marketId, spot, contract, prices } of markets) {
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

  #halt(line: 'spot' | 'perpetual', marketId: number, trading: Trading): Trouble | null {
    if (trading === 'open') return null;
    return { kind: KINDS[trading], cause: this.#options.exchange.terms.halt(line, marketId)?.reason ?? '' };
  }

  #haltOf(body: { line: string; marketId: number; status: string }): Trouble | null {
    const trading = TRADING[body.status as MarketStatus];
    return this.#halt(body.line === 'spot' ? 'spot' : 'perpetual', body.marketId, trading);
  }

  #wire(incident: Incident, language: Language): WireIncident {
    const [part = '', about = null] = incident.part.split(':');
    const market = part === 'spot' || part === 'contract' || part === 'prices';
    const symbol = market
      ? this.#options.exchange.markets().find(({ id }) => id === Number(about))?.symbol
      : undefined;
    const text = incident.texts?.[language] ?? null;
    return {
      id: incident.id,
      kind: incident.kind,
      part: (part === 'note' ? 'exchange' : part) as WireIncident['part'],
      subject: symbol ?? about,
      cause: HALT_REASONS.find(reason => reason === incident.cause) ?? null,
      started_at_ms: incident.startedAtMs,
      ended_at_ms: incident.endedAtMs,
      title: text?.title ?? null,
      body: text?.body ?? null,
    };
  }
}

function badParts({ markets, ways, payouts }: Omit<Now, 'overall'>): ReadonlySet<DayPart> {
  const bad = new Set<DayPart>();
  const isTrading = (one: Now['markets'][number]): boolean =>
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
