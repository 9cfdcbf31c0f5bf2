/** A core that stands by until it is needed, with its end of the bus: `node core-process.ts DATABASE_URL NATS_URL KEY`. */
import { awaitDatabase } from '@tallystick/server/database/await-database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { createPool } from '@tallystick/server/database/pool';
import { BusServer } from '@tallystick/server/engine/remote/bus-server';
import { FrameSeal } from '@tallystick/server/engine/remote/frame';
import { Link } from '@tallystick/server/engine/remote/link';
import { subjectsOf } from '@tallystick/server/engine/remote/subjects';
import { standBy } from '@tallystick/server/engine/standby';
import { Registry } from 'prom-client';
import { CUSTOMERS, submitSetup } from '../orders/limit-orders.ts';
import { PREFIX } from './exchange.ts';

const [databaseUrl = '', natsUrl = '', key = ''] = process.argv.slice(2);
const registry = new Registry();
/** As a supervisor would see it: it is started again. */
const end = (error: unknown): never => {
  process.stdout.write(`ended: ${String(error)}\n`);
  process.exit(1);
};
process.on('unhandledRejection', end);
process.on('uncaughtException', end);
// As `ROLE=core` begins.
await awaitDatabase(databaseUrl, SILENT_LOG);
const engine = await standBy({
  pool: createPool(databaseUrl, 4, SILENT_LOG),
  databaseUrl,
  log: SILENT_LOG,
  registry,
  onFatal: end,
  // A core lives for a round only: it would take none, and each would read all of the journal when it begins.
  settings: { snapshotEvery: 50_000 },
  onStandingBy: () => process.stdout.write('standing by\n'),
});
if (engine.sequence() === 0) await submitSetup(engine.bus, CUSTOMERS);
const link = new Link({ connection: { servers: natsUrl }, name: 'bench core', log: SILENT_LOG });
const seal = new FrameSeal(Buffer.from(key, 'hex'));
const server = new BusServer({ link, subjects: subjectsOf(PREFIX), seal, engine, log: SILENT_LOG, registry });
process.stdout.write(`active ${engine.epoch()}\n`);
process.on('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await server.stop();
  await engine.stop();
  await link.stop();
  process.exit(0);
}
