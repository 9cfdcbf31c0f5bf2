import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '../app.ts';
import { DatabaseProbe } from '../database/database-probe.ts';
import type { FollowerEngine } from '../engine/remote/follower-engine.ts';
import type { HealthOptions, Seen } from '../http/health.ts';
import type { Stops } from '../module/stops.ts';
import type { Services } from './compose.ts';

/** What the health checks of a server look at. */
export function healthOf(
  services: Services,
  running: { readonly ready: boolean; readonly seen: Seen | null },
  stops: Stops,
): HealthOptions {
  const { engine, clock, reconciliation, hold } = services;
  const probe = new DatabaseProbe(services.databaseUrl, services.log);
  stops.add(() => probe.close());
  return {
    ready: () => running.ready,
    seen: () => running.seen,
    database: probe,
    committingForMs: 'behindMs' in engine ? (engine as FollowerEngine).behindMs : engine.committingForMs,
    clockStopped: () => clock.stop() !== null,
    books: () => reconciliation.status,
    hold,
  };
}

type Others = Pick<
  AppOptions,
  'health' | 'trustProxy' | 'checkReplies' | 'staticApps' | 'seen' | 'sharedCalls'
>;

/** The calls of all modules, behind its gate. */
export async function openApp(services: Services, others: Others, stops: Stops): Promise<FastifyInstance> {
  const { sessions, devices, watch, runner, desk } = services;
  const app = await buildApp({
    ...services,
    ...others,
    authenticator: sessions,
    knownBrowsers: devices,
    onRateLimited: call => watch.rateLimited(call),
    calls: services.registerCalls,
    desk: { authenticator: desk.authenticator, registerCalls: register => runner.deskCalls(register) },
  });
  stops.add(() => app.close());
  return app;
}
