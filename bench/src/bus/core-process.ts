/** A core with its end of the bus, in a process of its own: `node core-process.ts DATABASE_URL NATS_URL KEY`. */
import { SILENT_LOG } from '@tallystick/server/database/log';
import { createPool } from '@tallystick/server/database/pool';
import { startEngine } from '@tallystick/server/engine/start-engine';
import { BusServer } from '@tallystick/server/engine/remote/bus-server';
import { FrameSeal } from '@tallystick/server/engine/remote/frame';
import { Link } from '@tallystick/server/engine/remote/link';
import { subjectsOf } from '@tallystick/server/engine/remote/subjects';
import { Registry } from 'prom-client';
import { CUSTOMERS, submitSetup } from '../orders/limit-orders.ts';
import { BUS_PREFIX, type CoreSays } from './core-says.ts';

const [databaseUrl = '', natsUrl = '', key = ''] = process.argv.slice(2);
const pool = createPool(databaseUrl, 4, SILENT_LOG);
const registry = new Registry();
const engine = await startEngine({
  pool,
  databaseUrl,
  log: SILENT_LOG,
  registry,
  onFatal: error => {
    throw error;
  },
});
if (engine.sequence() === 0) await submitSetup(engine.bus, CUSTOMERS);
const link = new Link({ connection: { servers: natsUrl }, name: 'bench core', log: SILENT_LOG });
const server = new BusServer({
  link,
  subjects: subjectsOf(BUS_PREFIX),
  seal: new FrameSeal(Buffer.from(key, 'hex')),
  engine,
  log: SILENT_LOG,
  registry,
});

process.on('message', (question: 'cpu' | 'stop') => {
  if (question === 'stop') void stop();
  else say();
});
say();

function say(): void {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system } satisfies CoreSays);
}

async function stop(): Promise<void> {
  await server.stop();
  await engine.stop();
  await link.stop();
  await pool.end();
  process.disconnect?.();
}
