import type { TestProject } from 'vitest/node';
import { NatsServer } from './nats.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server for all exchanges of a run with EXCHANGE=cluster, e.g. `127.0.0.1:4222`. */
    natsUrl: string;
  }
}

/** One NATS server for a whole run: each exchange has subjects of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const nats = await NatsServer.open();
  if ('missing' in nats) throw new Error(nats.missing);
  project.provide('natsUrl', nats.url);
  return () => nats.kill();
}
