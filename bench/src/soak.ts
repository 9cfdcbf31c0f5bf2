/**
 * `bench:soak`: as `bench:sockets`, for a longer time. The heap must not grow beside connections that never read and
 * connections that flood.
 *
 *   --minutes N  10 by default
 *   --readers N  2000 by default
 *   --json       one JSON array on standard output and nothing else
 */
import { parseArgs } from 'node:util';
import { goalRow, infoRow, progress, report } from './report.ts';
import { soak } from './sockets/soak.ts';

const { values } = parseArgs({
  strict: false,
  options: { minutes: { type: 'string' }, readers: { type: 'string' } },
});
const seconds = Number(values.minutes ?? 10) * 60;
const readers = Number(values.readers ?? 2_000);
if (!(seconds > 0) || !Number.isInteger(readers) || readers <= 0)
  throw new Error('npm run bench:soak -- --minutes N --readers N');

const { heapsMb, growthMb, losses, p99Ms } = await soak(
  { readers, silent: 300, flooding: 20, seconds },
  progress,
);
report(
  [
    goalRow('heap growth', growthMb, 'MB', 10, 'lower'),
    infoRow('heap at the end', heapsMb.at(-1)!, 'MB', 'lower'),
    goalRow('private events lost', losses.lost, 'events', 0, 'lower'),
    goalRow('messages missing', losses.missing, 'messages', 0, 'lower'),
    goalRow('readers closed', losses.closed, 'readers', 0, 'lower'),
    infoRow('private events', losses.privateEvents, 'events', 'higher'),
    infoRow('worst p99 of a part', p99Ms, 'ms', 'lower'),
  ],
  [
    `Heap after a collection, the median of the last third less that of the first, in ${heapsMb.length} parts.`,
  ],
);
