import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Settings } from '../config/settings.ts';
import { DatabaseProbe } from '../database/database-probe.ts';
import type { HealthOptions } from '../http/health.ts';
import { openMetrics } from '../http/metrics-server.ts';
import type { Stops } from '../module/stops.ts';

export interface RoleMetricsOptions extends Omit<HealthOptions, 'database' | 'hold' | 'books'> {
  readonly settings: Pick<Settings, 'METRICS_HOST' | 'METRICS_PORT'>;
  readonly databaseUrl: string;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  readonly stops: Stops;
}

/** Metrics and health of a role that serves nobody. Returns their address; null if there are none. */
export async function openRoleMetrics(options: RoleMetricsOptions): Promise<string | null> {
  const { settings, databaseUrl, registry, log, stops, ...health } = options;
  const database = new DatabaseProbe(databaseUrl, log);
  stops.add(() => database.close());
  const { METRICS_HOST: host, METRICS_PORT: port } = settings;
  const metrics = await openMetrics({ host, port, registry, health: { ...health, database }, log });
  stops.add(() => metrics.close());
  return metrics.url;
}
