import { goalRow, infoRow, progress, report } from '../report.ts';
import { SocketsBench } from './sockets-bench.ts';

const READERS = 2_000;
const SILENT = 300;
const FLOODING = 20;
const WARM_UP_S = 5;
const MEASURE_S = 20;
/** Limit of an index tick's delay. Ten ticks a second and the private events take half of one core. */
const GOAL_P99_MS = 500;

/** Readers of one process, alone and beside an attack. */
export async function measureAlone(): Promise<void> {
  progress(`${READERS} readers connect`);
  const bench = await SocketsBench.start(READERS);
  try {
    const emptyMb = bench.empty!.heapMb;
    await bench.phase(WARM_UP_S);
    progress('alone');
    const alone = await bench.phase(MEASURE_S);
    await bench.attack(SILENT, FLOODING);
    await bench.phase(WARM_UP_S);
    progress(`beside ${SILENT} that never read and ${FLOODING} that flood`);
    const beside = await bench.phase(MEASURE_S);
    const losses = await bench.losses();
    report(
      [
        infoRow('alone: p50', alone.p50Ms, 'ms', 'lower'),
        goalRow('alone: p99', alone.p99Ms, 'ms', GOAL_P99_MS, 'lower'),
        infoRow('beside the attack: p50', beside.p50Ms, 'ms', 'lower'),
        goalRow('beside the attack: p99', beside.p99Ms, 'ms', 2 * alone.p99Ms, 'lower'),
        goalRow('private events lost', losses.lost, 'events', 0, 'lower'),
        goalRow('messages missing', losses.missing, 'messages', 0, 'lower'),
        goalRow('readers closed', losses.closed, 'readers', 0, 'lower'),
        infoRow('private events', losses.privateEvents, 'events', 'higher'),
        infoRow('processor per reader', (alone.serverShare * 1e6) / READERS, 'µs/s', 'lower'),
        infoRow('processor beside the attack', beside.serverShare * 100, '% of a core', 'lower'),
        infoRow('heap per reader', ((alone.heapMb - emptyMb) * 1024) / READERS, 'kB', 'lower'),
        infoRow('heap beside the attack', beside.heapMb - alone.heapMb, 'MB more', 'lower'),
        infoRow('memory beside the attack', beside.residentMb - alone.residentMb, 'MB more', 'lower'),
      ],
      [
        `${READERS} readers of 10 messages a second. Latency is from the tick's record to its reader: commit, the`,
        'tenth of a second in which market data gathers, and the way to all of them.',
      ],
    );
    await bench.stop();
  } finally {
    bench.kill();
  }
}
