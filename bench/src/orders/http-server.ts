/**
 * The server in a process of its own; see bench-server.ts. Logs customers in and sends its parent port and tokens.
 */
import { listen, logIn, startBenchServer } from '../bench-server.ts';
import { CUSTOMERS } from './limit-orders.ts';

export interface ServerReady {
  readonly port: number;
  /** Session tokens of the customers. */
  readonly tokens: readonly string[];
}

const { app, services, stops } = await startBenchServer(CUSTOMERS);
const port = await listen({ app });
const tokens = await logIn(services, CUSTOMERS);
process.send?.({ port, tokens } satisfies ServerReady);

const cpuBefore = process.cpuUsage();

process.on('message', () => void stop());

/** Processor time of the server since the load began, in microseconds. */
export interface ServerCost {
  readonly cpuUs: number;
}

async function stop(): Promise<void> {
  const { user, system } = process.cpuUsage(cpuBefore);
  process.send?.({ cpuUs: user + system } satisfies ServerCost);
  if (process.argv.includes('--metrics')) process.stderr.write(await services.registry.metrics());
  await stops.run();
  process.disconnect?.();
}
