import type { RunningServer } from '@tallystick/server/testing/run-server';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, Check } from './attack.ts';
import { Customer } from './parts/customer.ts';
import { diskMb, memoryMb, metricOf, withExchange } from './parts/exchange.ts';
import { p99, Readers } from './parts/readers.ts';
import { SocketFlood } from './parts/socket-flood.ts';

const READERS = 20;
const FLOODING = 20;
const TRADERS = 4;
const REFUSED = 20;
const QUIET_MS = 5_000;
const DEFAULT_SECONDS = 60;
const MAY_GROW_MB = 200;
/** Allows for the demo's own trading and the database's 16 MB files, in addition to the refusals. */
const MAY_FILL_MB = 128;
const MAY_FILL_KB_A_REFUSAL = 1;
const SLACK_MS = 250;
const ORDER = { market_id: 1, side: 'buy', type: 'market', budget: '20' };

/** Honest customers: each sends small orders one after the other, with a short pause after each answer. */
class Traders {
  #latenciesMs: number[] = [];
  #failed = 0;
  #stopped = false;
  readonly #running: Promise<void>[];

  constructor(customers: readonly Customer[]) {
    this.#running = customers.map(async customer => {
      while (!this.#stopped) {
        const startMs = performance.now();
        const { status } = await customer.send('POST coin/trade', ORDER);
        if (status === 200) this.#latenciesMs.push(performance.now() - startMs);
        else this.#failed++;
        await delay(100);
      }
    });
  }

  take(): { readonly p99Ms: number; readonly orders: number } {
    const latencies = this.#latenciesMs;
    this.#latenciesMs = [];
    return { p99Ms: Math.round(p99(latencies)), orders: latencies.length };
  }

  get failed(): number {
    return this.#failed;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }
}

/** Customers without funds: each order has its own key and is refused. */
class Refused {
  readonly counts = new Map<string, number>();
  #stopped = false;
  readonly #running: Promise<void>[];

  constructor(customers: readonly Customer[]) {
    this.#running = customers.map(async customer => {
      while (!this.#stopped) {
        const { code } = await customer.send('POST coin/trade', ORDER);
        this.counts.set(String(code), (this.counts.get(String(code)) ?? 0) + 1);
      }
    });
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }
}

async function attack(server: RunningServer, seconds: number): Promise<Check[]> {
  const customers: Customer[] = [];
  for (let i = 0; i < TRADERS + REFUSED; i++) customers.push(await Customer.register(server.url));
  const [funded, unfunded] = [customers.slice(0, TRADERS), customers.slice(TRADERS)];
  for (const customer of funded) await customer.call('POST wallet/faucet', {});
  const readers = await Readers.connect(server.url, READERS);
  const traders = new Traders(funded);
  await delay(QUIET_MS);
  const alone = { heard: readers.take(), traded: traders.take() };
  const start = { memory: await memoryMb(server), disk: await diskMb(server.dataDir) };
  const flood = new SocketFlood(server.url, FLOODING);
  const refused = new Refused(unfunded);
  let mostMb = start.memory;
  try {
    for (const untilMs = Date.now() + seconds * 1_000; Date.now() < untilMs;) {
      mostMb = Math.max(mostMb, await memoryMb(server));
      await delay(Math.min(1_000, seconds * 100));
    }
  } finally {
    await Promise.all([flood.stop(), refused.stop(), traders.stop()]);
  }
  const beside = { heard: readers.take(), traded: traders.take() };
  const readersClosed = readers.closed;
  readers.close();
  const closed = await metricOf(server, 'tallystick_sockets_closed_total');
  const turned = await metricOf(server, 'tallystick_sockets_turned_away_total');
  const filledMb = (await diskMb(server.dataDir)) - start.disk;
  const lines = server.output().split('\n').length;
  return [
    {
      promise: 'who floods is closed, and turned away when they come back',
      seen: `${flood.sent} messages of ${flood.connected} connections: ${closed} closed, ${turned} turned away`,
      held: closed > 0 && flood.connected <= 2 * (600 + 10 * (seconds + 30)),
    },
    {
      promise: 'who reads misses nothing and stays connected',
      seen: `${readers.missing} of ${beside.heard.ticks} ticks missing, ${readersClosed} readers closed`,
      held: readers.missing === 0 && readersClosed === 0 && beside.heard.ticks > 0,
    },
    {
      promise: `who reads hears at most twice as late and ${SLACK_MS} ms`,
      seen: `readers' p99 ${beside.heard.p99Ms} ms beside it, ${alone.heard.p99Ms} ms alone`,
      held: beside.heard.p99Ms <= 2 * alone.heard.p99Ms + SLACK_MS,
    },
    {
      promise: `orders of others are answered, at most twice as late and ${SLACK_MS} ms`,
      seen: `p99 ${beside.traded.p99Ms} ms beside it, ${alone.traded.p99Ms} ms alone; ${beside.traded.orders} done, ${traders.failed} failed`,
      held: traders.failed === 0 && beside.traded.p99Ms <= 2 * alone.traded.p99Ms + SLACK_MS,
    },
    {
      promise: 'the memory stays as it is',
      seen: `${mostMb.toFixed(0)} MB at most, ${start.memory.toFixed(0)} MB before`,
      held: mostMb - start.memory <= MAY_GROW_MB,
    },
    {
      promise: 'refusals fill no disk',
      seen: `${filledMb.toFixed(0)} MB more after ${[...refused.counts].map(([code, n]) => `${n} ${code}`).join(', ')}`,
      held: refused.total > 0 && filledMb <= MAY_FILL_MB + (refused.total * MAY_FILL_KB_A_REFUSAL) / 1024,
    },
    {
      promise: 'a flood does not fill the log',
      seen: `${lines} lines`,
      held: lines <= 40 + seconds,
    },
  ];
}

export const floods: Attack = {
  summary: `connections that send nothing but noise, come and go, and ${REFUSED} customers whose every order is refused`,
  run: ({ seconds, newFolder }) =>
    withExchange(newFolder, { FEED_INTERVAL_MS: '250' }, server =>
      attack(server, seconds ?? DEFAULT_SECONDS),
    ),
};
