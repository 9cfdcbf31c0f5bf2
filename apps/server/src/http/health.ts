import type { FastifyInstance } from 'fastify';
import type { DatabaseProbe } from '../database/database-probe.ts';
import type { ReconciliationStatus } from '../engine/reconciliation/reconciliation.ts';

/** What a process beside others last saw of them. */
export interface Seen {
  /** Milliseconds since a look through the pool that all calls use was answered; it looks twice a second. */
  readonly lookedMs: () => number;
  /** Milliseconds since the follower last knew that nothing was missing; null: none follows here. */
  readonly behindMs: (() => number) | null;
  /** Whether NATS is connected. Without it a gateway shows what there is, and takes no orders. */
  readonly bus: () => boolean;
}

export interface HealthOptions {
  /** False while starting, stopping, and after the engine has failed. */
  readonly ready: () => boolean;
  readonly database: Pick<DatabaseProbe, 'answers'>;
  /**
   * Age of the newest batch that is being written to disk, in milliseconds; 0 if none is. In a process that follows the
   * journal: since when it has not known that it misses nothing.
   */
  readonly committingForMs: () => number;
  /** Whether the machine's clock is in doubt, so that no command is stamped. */
  readonly clockStopped: () => boolean;
  /** Left out, or null for as long as nothing is known, in a process that is alone. */
  readonly seen?: () => Seen | null;
  /** Left out, like `hold`, where neither is known: in the core. */
  readonly books?: () => ReconciliationStatus;
  /** A signed log that has stopped: customers are served, payouts wait, and somebody must look. */
  readonly hold?: {
    readonly logs: readonly { readonly log: string; readonly state: string }[];
    readonly holders: readonly string[];
  };
}

/** On a slow disk a batch takes a second or two; one that takes longer may never finish. */
const STUCK_AFTER_MS = 3_000;
/** Ten looks that failed. */
const BLIND_AFTER_MS = 5_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can serve customers, or 503 with the reason, within a second: `not
 * ready` (starting or stopping), `database` (does not answer), `journal` (accepts no commands), `clock` (the machine's
 * is in doubt, and commands are refused). Beside other processes it also says what this one last saw: `database_ms`,
 * `follower_ms` and `bus`.
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { ready, database, committingForMs, clockStopped, hold, books, seen = () => null } = options;
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const sight = seen();
    const words = sight === null ? {} : wordsOf(sight);
    const refuse = (status: string) => reply.code(503).send({ status, ...words });
    if (!ready()) return refuse('not ready');
    if (committingForMs() > STUCK_AFTER_MS) return refuse('journal');
    if (sight !== null && sight.lookedMs() > BLIND_AFTER_MS) return refuse('database');
    if (!(await database.answers())) return refuse('database');
    if (clockStopped()) return refuse('clock');
    if (hold === undefined || books === undefined) return { status: 'ready', ...words };
    const states = hold.logs.map(({ log, state }) => [`${log}_log`, state]);
    const payouts = hold.holders.length === 0 ? 'open' : 'held';
    return {
      status: 'ready',
      ...Object.fromEntries(states),
      books: comparedWith(books()),
      payouts,
      ...words,
    };
  });
}

function wordsOf({ lookedMs, behindMs, bus }: Seen) {
  return {
    database_ms: Math.round(lookedMs()),
    ...(behindMs === null ? {} : { follower_ms: Math.round(behindMs()) }),
    bus: bus() ? 'connected' : 'lost',
  };
}

/** `unchecked`: the last comparison of tables and core could not be made. A difference would end the process. */
function comparedWith({ failure, completed_at_ms: completedAtMs }: ReconciliationStatus): string {
  if (failure !== null) return 'unchecked';
  return completedAtMs === null ? 'checking' : 'checked';
}
