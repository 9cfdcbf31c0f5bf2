import { setTimeout as delay } from 'node:timers/promises';
import { startEmbedded } from '@tallystick/server/database/embedded';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { childrenOf, PostgresProcesses } from '@tallystick/server/testing/postgres-processes';
import { runServer, type RunningServer } from '@tallystick/server/testing/run-server';
import type { Attack, Check } from './attack.ts';
import { TransferringCustomer } from './stops/transferring-customer.ts';

/** How long the database hangs each time. */
const HANG_MS = 4_000;
const AT_ONCE = 8;
/** Time to restart, recover and be ready, also on a busy machine. */
const BACK_WITHIN_MS = 240_000;

interface Seen {
  /** From the moment the database hung to the first 503, each time. */
  readonly noticedMs: number[];
  /** How long each answer of /readyz took while it hung. */
  readonly answeredMs: number[];
  /** From the fault to the next readiness. */
  readonly backMs: number[];
}

/** While a customer transfers money, in turn: the database hangs, its writer's session is killed, the server is killed. */
export const stops: Attack = {
  summary:
    'PostgreSQL hangs, its writer is killed, the server is killed, under npm start and a customer who goes on',
  async run({ seconds, newFolder }) {
    if (process.platform !== 'linux') throw new Error('this attack reads /proc: it needs Linux');
    const data = await newFolder();
    let server: RunningServer | null = null;
    try {
      const env = { RATE_LIMITS: 'off', HOUSE: 'off', DEMO_TRADERS: '0', LOG_FORMAT: 'json' };
      server = await runServer({ dataDir: data.path, env, supervised: true });
      return await attacked(server, seconds ?? 60);
    } finally {
      await server?.kill();
      await endLeftover(data.path);
      await data.remove();
    }
  },
};

async function attacked(server: RunningServer, seconds: number): Promise<Check[]> {
  const customer = await TransferringCustomer.logIn(server.url);
  const seen: Seen = { noticedMs: [], answeredMs: [], backMs: [] };
  const postgres = () => new PostgresProcesses(server.dataDir);
  const faults = [
    () => hang(server.url, postgres(), seen),
    () => restartAfter(server, () => postgres().killWriter(), seen),
    () => restartAfter(server, () => process.kill(serverOf(server), 'SIGKILL'), seen),
  ];
  const transfers = customer.go(AT_ONCE);
  const endsAt = performance.now() + seconds * 1_000;
  let kills = 0;
  for (let turn = 0; turn < faults.length || performance.now() < endsAt; turn++) {
    await faults[turn % faults.length]!();
    if (turn % faults.length > 0) kills++;
    // Some transfers are in progress at the next fault.
    await customer.acknowledgedMore(20);
  }
  customer.stop();
  await transfers;
  return checks(customer, seen, kills, server);
}

async function checks(
  customer: TransferringCustomer,
  { noticedMs, answeredMs, backMs }: Seen,
  kills: number,
  server: RunningServer,
): Promise<Check[]> {
  const moved = await customer.moved();
  const reports = server.output().match(/"the last run [^"]+"/g) ?? [];
  const exitCode = await server.stop();
  return [
    {
      promise: '/readyz says 503 within a second when the database hangs',
      seen: `first 503 after at most ${most(noticedMs)} ms, slowest answer ${most(answeredMs)} ms`,
      held: noticedMs.length > 0 && most(noticedMs) < 1_000 && most(answeredMs) < 1_000,
    },
    {
      promise: 'a server that stopped, or was killed, is started again',
      seen: `${kills} kills, ready again after at most ${most(backMs)} ms, then ended in order with ${exitCode}`,
      held: backMs.length === kills && exitCode === 0,
    },
    {
      promise: 'each start says how the last run ended',
      seen: `${reports.length} sentences after ${kills} kills`,
      held: reports.length === kills,
    },
    {
      promise: 'what was acknowledged is done, once',
      seen: `${customer.acknowledged} transfers acknowledged (${customer.retries} sent again), ${moved} done`,
      held: customer.acknowledged > 0 && moved === customer.acknowledged,
    },
  ];
}

async function hang(
  url: string,
  postgres: PostgresProcesses,
  { noticedMs, answeredMs }: Seen,
): Promise<void> {
  const hungAt = performance.now();
  postgres.pause();
  try {
    let noticed = false;
    while (performance.now() - hungAt < HANG_MS) {
      const askedAt = performance.now();
      const { status } = await fetch(`${url}/readyz`);
      answeredMs.push(performance.now() - askedAt);
      if (status === 503 && !noticed) {
        noticed = true;
        noticedMs.push(performance.now() - hungAt);
      }
      await delay(50);
    }
  } finally {
    postgres.resume();
  }
  await ready(url, 'after it hung');
}

async function restartAfter(
  server: RunningServer,
  fault: () => Promise<void> | unknown,
  { backMs }: Seen,
): Promise<void> {
  const starts = startsOf(server);
  const faultAt = performance.now();
  await fault();
  const deadline = faultAt + BACK_WITHIN_MS;
  while (startsOf(server) === starts) await waitUntil(deadline, 'it was not started again', server);
  await ready(server.url, 'after it was killed');
  backMs.push(performance.now() - faultAt);
}

function startsOf(server: RunningServer): number {
  return server.output().split('It is started again').length;
}

async function ready(url: string, when: string): Promise<void> {
  const deadline = performance.now() + BACK_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch((error: unknown) => {
      // Nothing is listening yet.
      if (error instanceof TypeError) return null;
      throw error;
    });
    if (answer?.ok === true) return;
    await waitUntil(deadline, `it was not ready ${when}`, null);
  }
}

async function waitUntil(deadline: number, failure: string, server: RunningServer | null): Promise<void> {
  if (performance.now() > deadline) throw new Error(`${failure}\n${server?.output() ?? ''}`);
  await delay(50);
}

/** The server itself: the one child of its supervisor. */
function serverOf({ pid }: RunningServer): number {
  const [server] = childrenOf(pid);
  if (server === undefined) throw new Error('the supervisor runs no server');
  return server;
}

/** A killed server leaves its PostgreSQL behind. */
async function endLeftover(dataDir: string): Promise<void> {
  const leftover = await startEmbedded({ dataDir, database: 'tallystick' }, SILENT_LOG);
  await leftover.stop();
}

function most(values: readonly number[]): number {
  return Math.round(Math.max(0, ...values));
}
