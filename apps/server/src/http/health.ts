import type { FastifyInstance } from 'fastify';
import type { DatabaseProbe } from '../database/database-probe.ts';
import type { ReconciliationStatus } from '../engine/reconciliation/reconciliation.ts';

export interface HealthOptions {
  /** False while starting, stopping, and after the engine has failed. */
  readonly ready: () => boolean;
  readonly database: Pick<DatabaseProbe, 'answers'>;
  /** How long the newest batch of commands has been on its way to the disk, in milliseconds; 0 if none is. */
  readonly committingForMs: () => number;
  /** Whether the machine's clock is in doubt, and no command stamped. */
  readonly clockStopped: () => boolean;
  readonly books: () => ReconciliationStatus;
  /** A log that is `stopped`: customers are served, no money leaves, and somebody has to look. */
  readonly hold: {
    readonly logs: readonly { readonly log: string; readonly state: string }[];
    readonly holders: readonly string[];
  };
}

/** A slow disk makes a batch wait for a second or two; one that waits longer may never arrive. */
const STUCK_AFTER_MS = 3_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can serve customers, or 503 with the reason, within a second:
 * `not ready` (starting or stopping), `database` (it does not answer), `journal` (it takes no commands),
 * `clock` (the machine's is in doubt, and commands are refused).
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
    const states = hold.logs.map(({ log, state }) => [`${log}_log`, state]);
    const payouts = hold.holders.length === 0 ? 'open' : 'held';
    return { status: 'ready', ...Object.fromEntries(states), books: comparedWith(books()), payouts };
  });
}

/** `unchecked`: tables and core could not be compared last time. A difference ends the process. */
function comparedWith({ failure, completed_at_ms: completedAtMs }: ReconciliationStatus): string {
  if (failure !== null) return 'unchecked';
  return completedAtMs === null ? 'checking' : 'checked';
}
