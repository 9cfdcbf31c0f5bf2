import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@tallystick/server/testing/cluster/processes';
import type { Core } from './core.ts';
import { openCluster, openPair, type DatabaseHosts } from './database-hosts.ts';
import type { TakeoverExchange } from './exchange.ts';

/**
 * Of the active core, `kill`: SIGKILL; `cut`: its machine's cable is pulled; `pause`: it stands still, and then goes on;
 * `stop`: SIGTERM. Of the primary's host, `db-kill`: all of its PostgreSQL is killed; `db-cut`: its cable is pulled.
 */
export const FAULTS = ['kill', 'cut', 'pause', 'stop', 'db-kill', 'db-cut'] as const;
export type Fault = (typeof FAULTS)[number];

/** Within which somebody must answer again, in milliseconds. */
export const GOAL_MS: Readonly<Record<Fault, number>> = {
  kill: 5_000,
  cut: 5_000,
  pause: 5_000,
  stop: 5_000,
  'db-kill': 10_000,
  'db-cut': 30_000,
};
/** Only root pulls cables. */
export const NEEDS_ROOT: ReadonlySet<Fault> = new Set(['cut', 'db-cut']);

/** Longer than it takes until it is deposed. */
const PAUSE_MS = 6_000;

/** What a fault is tried on. */
export function hostsFor(fault: Fault): Promise<DatabaseHosts> {
  const isApart = NEEDS_ROOT.has(fault);
  return fault.startsWith('db-') ? openCluster(isApart) : openPair(isApart);
}

/** Brings the fault about. Resolves with what makes everything whole again once somebody answers. */
export type Strike = () => Promise<() => Promise<void>>;

/** Waits until the fault can be survived, and returns what brings it about. */
export async function aim(exchange: TakeoverExchange, fault: Fault): Promise<Strike> {
  if (fault === 'db-kill' || fault === 'db-cut') return aimAtHost(exchange, fault);
  const failing = exchange.active();
  return async () => {
    const over = await fail(failing, fault);
    return async () => {
      await over();
      await failing.again();
    };
  };
}

async function fail(
  { process, machine }: Core,
  fault: 'kill' | 'cut' | 'pause' | 'stop',
): Promise<() => Promise<void>> {
  switch (fault) {
    case 'kill':
      process.signal('SIGKILL');
      return async () => undefined;
    case 'stop':
      process.signal('SIGTERM');
      return async () => undefined;
    case 'cut':
      await machine!.cut();
      return () => machine!.uncut();
    case 'pause': {
      process.signal('SIGSTOP');
      const standing = pause(PAUSE_MS);
      return async () => {
        await standing;
        process.signal('SIGCONT');
      };
    }
  }
}

async function aimAtHost(exchange: TakeoverExchange, fault: 'db-kill' | 'db-cut'): Promise<Strike> {
  const cluster = exchange.cluster!;
  await cluster.untilWhole();
  const host = await cluster.untilLed();
  return async () => {
    if (fault === 'db-kill') await host.killPostgres();
    else await host.machine!.cut();
    return async () => {
      if (fault === 'db-cut') await host.machine!.uncut();
      await cluster.untilFollows(host);
      // Both have ended, as each loses its lease or its place in the queue for it.
      await until(
        async () => exchange.cores.every(core => core.isReady),
        () => `the cores are not ready:\n${exchange.output()}`,
      );
      // Its customers read on, too.
      await exchange.database.pool.query('select from orders limit 1');
    };
  };
}
