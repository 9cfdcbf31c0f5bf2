/**
 * `bench:chat`: two operators with 200 open conversations, at the real server with its PostgreSQL and a demo that trades
 * beside it; all limits on. Measures the time from the sender's call until all pages of the receiver have the message.
 *
 *   --json       one JSON array on standard output and nothing else
 */
import { setTimeout as delay } from 'node:timers/promises';
import { runServer } from '@tallystick/server/testing/run-server';
import { diskFolder } from '@tallystick/server/testing/scratch-folder';
import { ChatLoad, OPERATORS } from './chat/chat-load.ts';
import { goalRow, infoRow, progress, report } from './report.ts';

const CASES = 200;
/** Questions per second, and as many answers: one of each every ten seconds in each conversation. */
const PER_SECOND = 20;
const WARM_UP_S = 5;
const MEASURE_S = 30;
const GOAL_P99_MS = 300;
/** Sent messages may still be in transit. */
const ARRIVAL_MS = 2_000;

const data = await diskFolder('data');
progress('the server starts');
const server = await runServer({ dataDir: data.path, env: { TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
try {
  progress(`${CASES} conversations are opened`);
  const load = await ChatLoad.open(server.url, CASES);
  await load.run(PER_SECOND, WARM_UP_S);
  await delay(ARRIVAL_MS);
  load.toDesk.length = 0;
  load.toVisitor.length = 0;
  progress('messages flow');
  await load.run(PER_SECOND, MEASURE_S);
  await delay(ARRIVAL_MS);
  report(
    [
      infoRow('to the desk: p50', percentile(load.toDesk, 0.5), 'ms', 'lower'),
      goalRow('to the desk: p99', percentile(load.toDesk, 0.99), 'ms', GOAL_P99_MS, 'lower'),
      infoRow('to the customer: p50', percentile(load.toVisitor, 0.5), 'ms', 'lower'),
      goalRow('to the customer: p99', percentile(load.toVisitor, 0.99), 'ms', GOAL_P99_MS, 'lower'),
      infoRow('messages', load.toDesk.length + load.toVisitor.length, 'messages', 'higher'),
      goalRow('messages lost', load.lost, 'messages', 0, 'lower'),
    ],
    [
      `${OPERATORS.length} operators, ${CASES} open conversations, ${PER_SECOND} questions and ${PER_SECOND} answers a second.`,
    ],
  );
  load.close();
} finally {
  await server.stop();
  await data.remove();
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('nothing arrived');
  return value;
}
