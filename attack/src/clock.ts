import { setTimeout as delay } from 'node:timers/promises';
import { freePort, runServer, type RunningServer } from '@tallystick/server/testing/run-server';
import type { Attack, Check } from './attack.ts';
import { FakeTime } from './clock/faketime.ts';
import { sayClockIsRight, type ClockStop } from './clock/operators.ts';
import { buyOption, OPTION_S, proofOf, sellShortOptions } from './clock/option.ts';
import { settledInTime } from './clock/settled-in-time.ts';
import { until } from './clock/until.ts';
import { booksBalance } from './parts/books.ts';
import { Customer } from './parts/customer.ts';
import { TransferringCustomer } from './stops/transferring-customer.ts';

const DAY_S = 86_400;
const AHEAD_S = 7 * DAY_S;
const WRONG_FOR_MS = 4_000;
/** A simulated sleep in seconds: the wall clock jumps ahead of the monotonic clock, as after a real sleep. */
const SLEPT_S = 60;
const DEFAULT_SECONDS = 30;
const AT_ONCE = 4;

interface ClockFault {
  readonly by: string;
  /** What /readyz said while the clock was wrong. */
  readonly status: string;
  readonly stale: boolean;
  /** Commands accepted between the detection and the clock's return. */
  readonly taken: number;
}

/**
 * While customers move money and hold short options, the machine's clock is set seven days ahead and back, a day behind
 * and back, and then ahead for good, as after a sleep. Last, a server starts with a clock seven days ahead.
 */
export const clock: Attack = {
  summary: `the machine’s clock is set ahead and back under a customer with ${OPTION_S} s options (libfaketime)`,
  async run({ seconds, newFolder }) {
    const data = await newFolder();
    let server: RunningServer | null = null;
    try {
      const time = await FakeTime.in(data.path);
      const env = {
        ...time.env,
        RATE_LIMITS: 'off',
        TRUST_PROXY: '1',
        DEMO_TRADERS: '0',
        PRICE_LOG_CHECKPOINT_MS: '500',
      };
      server = await runServer({ dataDir: data.path, env });
      const checks = await checkWhileTrading(server, time, seconds ?? DEFAULT_SECONDS);
      await server.stop();
      server = null;
      const started = await startedAhead(data.path, env, time);
      server = started.server;
      checks.push(started.check);
      await server.stop();
      server = null;
      return [...checks, ...(await booksOf(data.path))];
    } finally {
      await server?.kill();
      await data.remove();
    }
  },
};

/** Even the shortest run sets the clock twice while an option is held. */
async function checkWhileTrading(server: RunningServer, time: FakeTime, seconds: number): Promise<Check[]> {
  const customer = await TransferringCustomer.logIn(server.url);
  const holder = await Customer.demo(server.url);
  await sellShortOptions(server.url);
  const transfers = customer.go(AT_ONCE);
  await customer.acknowledgedMore(20);
  const faults: ClockFault[] = [];
  const options: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  do {
    options.push(await buyOption(holder));
    faults.push(
      await setClock(server, customer, time, AHEAD_S),
      await setClock(server, customer, time, -DAY_S),
    );
  } while (performance.now() < endsAt);
  const proofs = await Promise.all(options.map(id => proofOf(holder, id)));
  await time.set(SLEPT_S);
  await until(async () => (await statusOf(server.url)) === 'clock', 'the sleep was not noticed');
  const seen = await sayClockIsRight(server.url);
  await until(async () => (await statusOf(server.url)) === 'ready', 'it did not go on');
  await customer.acknowledgedMore(20);
  customer.stop();
  await transfers;
  const moved = await customer.moved();
  const odd = faults.filter(({ status, stale, taken }) => status !== 'clock' || !stale || taken > 0);
  return [
    {
      promise: 'a wrong clock stops commands, and /readyz and tickers say so, until it is back',
      seen: `${faults.length} times (${[...new Set(faults.map(({ by }) => by))].join(', ')}), ${odd.length} otherwise${
        odd.length === 0 ? '' : `: ${JSON.stringify(odd)}`
      }`,
      held: odd.length === 0,
    },
    settledInTime(proofs),
    resumed('a clock that is right after a jump', seen, 'jumped'),
    {
      promise: 'what was acknowledged is done, once',
      seen: `${customer.acknowledged} transfers acknowledged (${customer.retries} asked again), ${moved} done`,
      held: customer.acknowledged > 0 && moved === customer.acknowledged,
    },
  ];
}

/** Sets a wrong time for four seconds, and waits until the exchange resumes by itself. */
async function setClock(
  server: RunningServer,
  customer: TransferringCustomer,
  time: FakeTime,
  bySeconds: number,
): Promise<ClockFault> {
  await time.set(bySeconds);
  await until(async () => (await statusOf(server.url)) === 'clock', 'a wrong clock was not noticed');
  // Commands accepted before the detection may still be on their way to disk.
  await delay(WRONG_FOR_MS / 4);
  const before = customer.acknowledged;
  const stale = await isStale(server.url);
  await delay((WRONG_FOR_MS * 3) / 4);
  const status = await statusOf(server.url);
  const taken = customer.acknowledged - before;
  await time.set(0);
  await until(async () => (await statusOf(server.url)) === 'ready', 'it did not go on by itself');
  await customer.acknowledgedMore(20);
  return { by: `${bySeconds / DAY_S} days`, status, stale, taken };
}

/** Starts with a clock seven days ahead; two people resume the exchange once it is right. */
async function startedAhead(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  time: FakeTime,
): Promise<{ readonly server: RunningServer; readonly check: Check }> {
  const port = await freePort();
  await time.set(AHEAD_S);
  const starting = runServer({ dataDir, env, port });
  const url = `http://127.0.0.1:${port}`;
  const noticed = until(
    async () => (await statusOf(url)) === 'clock',
    'a clock ahead was not noticed',
    240_000,
  );
  // If the server ends instead, `starting` rejects with its output.
  await Promise.race([noticed, starting.then(() => Promise.reject(new Error('it was ready')))]);
  await time.set(SLEPT_S);
  const seen = await sayClockIsRight(url);
  return { server: await starting, check: resumed('a clock that was wrong at the start', seen, 'uptime') };
}

function resumed(what: string, seen: ClockStop | null, reason: string): Check {
  return {
    promise: `${what} is confirmed by two people, and the exchange goes on`,
    seen: seen === null ? 'nothing was stopped' : `${seen.reason}, ${seen.difference_ms} ms`,
    held: seen?.reason === reason,
  };
}

async function booksOf(dataDir: string): Promise<Check[]> {
  const { lastAtMs, ...books } = await booksBalance(dataDir);
  const aheadMs = lastAtMs - (Date.now() + SLEPT_S * 1000);
  return [
    {
      promise: 'nothing in the journal is later than the clock that two people confirmed',
      seen: `its last command is ${-aheadMs} ms old by that clock`,
      held: aheadMs <= 0,
    },
    books,
  ];
}

async function statusOf(url: string): Promise<string> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return ((await response.json()) as { status: string }).status;
  } catch (error) {
    // Not listening yet.
    if (error instanceof TypeError) return 'down';
    throw error;
  }
}

async function isStale(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/currency/quotation_new`);
  const { data } = (await response.json()) as {
    data: { items: { market: { id: number }; ticker: { stale: boolean } }[] };
  };
  return data.items.find(({ market }) => market.id === 1)?.ticker.stale ?? false;
}
