/*
 * A program that runs exchanges for browser tests as exchange-host.ts does, but each of them in several processes, behind
 * a balancer: `cluster-host.ts NATS_ADDRESS`. Whoever starts it is told its address.
 */
import path from 'node:path';
import { FolderStore } from '../object-store/folder-store.ts';
import { openBalancer, type Balancer } from './balancer.ts';
import { openBucket, type Bucket } from './bucket-door.ts';
import { openDoors } from './host-doors.ts';
import { alike, newKeys, startProcesses, type SeveralProcesses } from './several-processes.ts';

interface Clustered {
  readonly processes: SeveralProcesses;
  readonly bucket: Bucket;
  readonly balancer: Balancer;
}

const [natsUrl = ''] = process.argv.slice(2);
/** Alike for all: an exchange may go on from a copy of another. */
const keys = newKeys();
const clustered = new Map<string, Clustered>();

/** Starts an exchange with these settings, of which it needs DATABASE_URL and DATA_DIR, and returns its address. */
async function open(env: Readonly<Record<string, string>>): Promise<string> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: port, ...others } = env;
  if (databaseUrl === undefined || dataDir === undefined) throw new Error('DATABASE_URL and DATA_DIR?');
  // Copied and kept with the rest of the exchange's data.
  const bucket = await openBucket(new FolderStore(path.join(dataDir, 'bucket')));
  try {
    const places = { databaseUrl, natsUrl, bucketUrl: bucket.url };
    const processes = await startProcesses({ ...alike(places), ...keys, ...others }, dataDir);
    try {
      const balancer = await openBalancer(
        processes.gateways.map(({ url }) => url),
        Number(port ?? 0),
      );
      clustered.set(balancer.url, { processes, bucket, balancer });
      return balancer.url;
    } catch (error) {
      await processes.stop();
      throw error;
    }
  } catch (error) {
    await bucket.close();
    throw error;
  }
}

async function close(url: string): Promise<void> {
  const exchange = clustered.get(url);
  if (exchange === undefined) throw new Error(`no exchange runs at ${url}`);
  clustered.delete(url);
  const { processes, bucket, balancer } = exchange;
  try {
    await processes.stop();
  } finally {
    await balancer.close();
    await bucket.close();
  }
}

await openDoors({ open, close });
// Whoever started it may have ended without a word.
process.once('disconnect', async () => {
  for (const url of clustered.keys()) await close(url);
  process.exit(0);
});
