import type { RunningServer } from '@tallystick/server/testing/run-server';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, Check } from './attack.ts';
import { memoryMb, metricOf, withExchange } from './parts/exchange.ts';
import { Readers } from './parts/readers.ts';
import { SilentReaders } from './parts/silent-readers.ts';

const SILENT = 290;
const READERS = 20;
const QUIET_MS = 5_000;
const ASK_EVERY_MS = 200;
const DEFAULT_SECONDS = 150;
/** Memory growth above normal fluctuation; without limits it was 20 MB a second. */
const MAY_GROW_MB = 150;
/** Bytes a connection may leave unread, plus the messages that reach the limit. */
const MAY_WAIT_BYTES = 512 * 1024;
/** The p99 of few ticks is not more precise than this: the demo's house uses the same cores. */
const SLACK_MS = 250;

async function attack(server: RunningServer, seconds: number): Promise<Check[]> {
  const readers = await Readers.connect(server.url, READERS);
  await delay(QUIET_MS);
  const alone = readers.take();
  const startMb = await memoryMb(server);
  const silent = await SilentReaders.connect(server.url, SILENT);
  let mostMb = startMb;
  try {
    const untilMs = Date.now() + seconds * 1_000;
    for (let turn = 0; Date.now() < untilMs; turn++) {
      silent.ask();
      if (turn % 10 === 0) mostMb = Math.max(mostMb, await memoryMb(server));
      await delay(ASK_EVERY_MS);
    }
    const beside = readers.take();
    const closed = await metricOf(server, 'tallystick_sockets_closed_total');
    const behind = await metricOf(server, 'tallystick_sockets_behind');
    const waiting = await silent.mostWaiting();
    return [
      {
        promise: 'the memory stays as it is',
        seen: `${mostMb.toFixed(0)} MB at most, ${startMb.toFixed(0)} MB before; asked ${silent.asked} times`,
        held: mostMb - startMb <= MAY_GROW_MB,
      },
      {
        promise: 'what waits for anyone is bounded',
        seen: `${(waiting / 1024).toFixed(0)} kB at most; ${closed} were closed, ${behind} were behind`,
        held: waiting <= MAY_WAIT_BYTES,
      },
      {
        promise: 'who reads misses nothing and stays connected',
        seen: `${readers.missing} of ${beside.ticks + alone.ticks} ticks missing, ${readers.closed} readers closed`,
        held: readers.missing === 0 && readers.closed === 0 && beside.ticks > 0,
      },
      {
        promise: 'who reads hears at most twice as late',
        seen: `readers' p99 ${beside.p99Ms} ms beside it, ${alone.p99Ms} ms alone`,
        held: beside.p99Ms <= 2 * alone.p99Ms + SLACK_MS,
      },
    ];
  } finally {
    silent.close();
    readers.close();
  }
}

export const slowReaders: Attack = {
  summary: `${SILENT} connections of one address that never read and ask for the same five times a second`,
  run: ({ seconds, newFolder }) =>
    withExchange(newFolder, { FEED_INTERVAL_MS: '250' }, server =>
      attack(server, seconds ?? DEFAULT_SECONDS),
    ),
};
