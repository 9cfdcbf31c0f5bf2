import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import { AnswerHeaders } from './answer-headers.ts';
import { registerHealth, type HealthOptions } from './health.ts';

export interface MetricsServerOptions {
  readonly host: string;
  /** 0: any free one; null: the default, or none if another program uses it. */
  readonly port: number | 'off' | null;
  readonly registry: Registry;
  readonly health: HealthOptions;
  readonly log: FastifyBaseLogger;
}

export interface MetricsServer {
  /** Its address, e.g. `http://127.0.0.1:9464`; null if it is off. */
  readonly url: string | null;
  close(): Promise<void>;
}

/** Prometheus' default port for exporters. */
const USUAL_PORT = 9464;

/**
 * `/metrics` for Prometheus, with `/healthz` and `/readyz`, at a separate address: the figures would tell strangers how
 * much is traded and what load the machine can take.
 *
 * @throws if a configured port is in use.
 */
export async function openMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port, registry, health, log } = options;
  if (port === 'off') return { url: null, close: async () => {} };
  const app = Fastify({ http: { ServerResponse: new AnswerHeaders({ publicUrl: null }).responses() } });
  registerHealth(app, health);
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
  const close = () => app.close();
  try {
    const url = await app.listen({ host, port: port ?? USUAL_PORT });
    return { url, close };
  } catch (error) {
    await close();
    if (port !== null || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    log.warn(`port ${USUAL_PORT} is taken, so there are no metrics: METRICS_PORT chooses another`);
    return { url: null, close: async () => {} };
  }
}
