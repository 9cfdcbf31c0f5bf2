import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { PublisherState } from '../modules/price-log/publisher.ts';

export interface HealthOptions {
  readonly pool: pg.Pool;
  readonly registry: Registry;
  /** False while starting, stopping, and after the engine has failed. */
  readonly ready: () => boolean;
  /** `stopped`: customers are served, and somebody has to look. */
  readonly priceLog: () => PublisherState;
}

/** `/healthz`: the process answers. `/readyz`: it can serve customers. `/metrics`: Prometheus. */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { pool, registry, ready, priceLog } = options;
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (!ready()) return reply.code(503).send({ status: 'not ready' });
    try {
      await pool.query('select 1');
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'database' });
    }
    return { status: 'ready', price_log: priceLog() };
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}
