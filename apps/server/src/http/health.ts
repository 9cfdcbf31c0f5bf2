import type { FastifyInstance } from 'fastify';
import type { DatabaseProbe } from '../database/database-probe.ts';
import type { ReconciliationStatus } from '../engine/reconciliation/reconciliation.ts';

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

/**
 * `/healthz`: the process answers. `/readyz`: it can serve customers, or 503 with the reason, within a second: `not
 * ready` (starting or stopping), `database` (does not answer), `journal` (accepts no commands), `clock` (the machine's
 * is in doubt, and commands are refused).
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { ready, database, committingForMs, clockStopped, hold, books } = options;
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const refuse = (status: string) => reply.code(503).send({ status });
    if (!ready()) return refuse('not ready');
    if (committingForMs() > STUCK_AFTER_MS) return refuse('journal');
    if (!(await database.answers())) return refuse('database');
    if (clockStopped()) return refuse('clock');
    if (hold === undefined || books === undefined) return { status: 'ready' };
    const states = hold.logs.map(({ log, state }) => [`${log}_log`, state]);
    const payouts = hold.holders.length === 0 ? 'open' : 'held';
    return { status: 'ready', ...Object.fromEntries(states), books: comparedWith(books()), payouts };
  });
}

/** `unchecked`: the last comparison of tables and core could not be made. A difference would end the process. */
function comparedWith({ failure, completed_at_ms: completedAtMs }: ReconciliationStatus): string {
  if (failure !== null) return 'unchecked';
  return completedAtMs === null ? 'checking' : 'checked';
}
