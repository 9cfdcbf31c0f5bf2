import type { DatabaseLog } from '../database/log.ts';
import type { Chat } from '../modules/chat/chat.ts';
import type { Pool } from '../database/pool.ts';
import type { Sessions } from '../modules/account/sessions.ts';
import type { HelpLibrary } from '../modules/help/library.ts';
import type { PlatformSettings } from '../settings/platform-settings.ts';
import { CLOCK_STATES, type Clock } from '../timekeeping/clock.ts';
import { PeriodicJob } from '../timekeeping/periodic-job.ts';
import type { ExchangeHalted } from '../engine/engine-error.ts';
import { haltedBy, STANDING_HALT, type Halt } from '../engine/halts.ts';
import type { NewsBus } from '../engine/remote/news.ts';

export interface SharedStateOptions {
  readonly pool: Pool;
  readonly news: NewsBus;
  readonly clock: Pick<Clock, 'catchUp' | 'onAdvancedHere' | 'onConfirmedHere'>;
  /** What a process caches of the database; the core only has the clock. */
  readonly settings?: Pick<PlatformSettings, 'catchUp' | 'onReloaded'>;
  readonly sessions?: Pick<
    Sessions,
    'catchUp' | 'endedElsewhere' | 'onEndedHere' | 'changedElsewhere' | 'onChangedHere'
  >;
  readonly library?: Pick<HelpLibrary, 'catchUp' | 'onForgotten'>;
  /** Called when the exchange is stopped for good: the process has to end. */
  readonly onHalted: (error: ExchangeHalted) => void;
  /** Of news alone: an open page that missed some asks for them when it comes back. */
  readonly chat?: Pick<Chat, 'changedElsewhere' | 'hub'>;
  readonly log: DatabaseLog;
}

export interface SharedState {
  /** Milliseconds since the last look that saw everything. */
  readonly lookedMs: () => number;
  stop(): Promise<void>;
}

/** What others did holds here after this time even if no news of it came. */
const LOOK_EVERY_MS = 500;

/** Versions of what a process caches, in one look. Nobody's place in the journal matters to it. */
const LOOK = `select
  (select string_agg(concat(name, value), ',' order by name) from server_state
    where name in (${Object.values(CLOCK_STATES)
      .map(name => `'${name}'`)
      .join(', ')})) as clock,
  (select concat(sum(version), '/', (select string_agg(concat(name, announced_by, effective_at_ms, md5(value::text)), ','
    order by name) from announced_settings)) from platform_settings) as settings,
  (select count(*)::text from help_article_versions) as help,
  ${STANDING_HALT} as halt`;

type Versions = Readonly<Record<'clock' | 'settings' | 'help', string | null>> & {
  readonly halt: Halt | null;
};

/**
 * Keeps what this process caches equal to what other processes write: by news at once, and by looking into the
 * database twice a second, because news may be lost.
 */
export function shareState(options: SharedStateOptions): SharedState {
  const { pool, news, clock, settings, sessions, library, chat, onHalted, log } = options;
  let known: Versions | null = null;
  let lookedAtMs = performance.now();
  const look = async (): Promise<void> => {
    const [now] = await pool.ask<Versions>(LOOK);
    if (now!.halt !== null) onHalted(haltedBy(now!.halt));
    const before = known;
    if (now!.clock !== before?.clock) await clock.catchUp();
    if (now!.settings !== before?.settings) await settings?.catchUp();
    if (now!.help !== before?.help) library?.catchUp();
    await sessions?.catchUp();
    // Only now: what failed is done again.
    known = now!;
    lookedAtMs = performance.now();
  };
  const failure = 'what other processes changed could not be looked at; it will be';
  const looking = new PeriodicJob(look, { everyMs: LOOK_EVERY_MS, log, failure });
  clock.onAdvancedHere(() => news.tell({ kind: 'clock' }));
  clock.onConfirmedHere(() => news.tell({ kind: 'clock' }));
  settings?.onReloaded(() => news.tell({ kind: 'settings' }));
  sessions?.onEndedHere(ended => news.tell({ kind: 'sessions', ended }));
  sessions?.onChangedHere(ids => news.tell({ kind: 'changed-sessions', ids }));
  library?.onForgotten(() => news.tell({ kind: 'help' }));
  chat?.hub.onHere({
    changed: ({ case: { id: caseId }, messages, notes }) =>
      news.tell({
        kind: 'chat',
        caseId,
        messages: messages.map(({ seq }) => seq),
        notes: notes.map(({ id }) => id),
      }),
    typing: told => news.tell({ kind: 'typing', ...told }),
  });
  const report = (error: unknown): void => log.error({ err: error }, failure);
  news.hear(heard => {
    if (heard.kind === 'sessions') sessions?.endedElsewhere(heard.ended);
    else if (heard.kind === 'changed-sessions') sessions?.changedElsewhere(heard.ids);
    else if (heard.kind === 'chat')
      chat?.changedElsewhere(heard.caseId, heard.messages, heard.notes).catch(report);
    else if (heard.kind === 'typing') chat?.hub.typing(heard);
    else if (heard.kind !== 'work' && heard.kind !== 'calls') looking.now().catch(report);
  });
  return { lookedMs: () => performance.now() - lookedAtMs, stop: looking.start() };
}
