/**
 * The server with its sockets, limits of connections on, in a process of its own; see bench-server.ts. After `work` it
 * ticks an index ten times a second, and places or cancels an order of each customer every two seconds.
 */
import { NetworkLimits } from '@tallystick/server/sockets/network-limits';
import { openSockets } from '@tallystick/server/composition/sockets';
import { BTC_USDT } from '@tallystick/core/testing/demo-exchange';
import { listen, logIn, startBenchServer } from '../bench-server.ts';

export interface SocketsReady {
  readonly port: number;
  /** Session tokens of the customers. */
  readonly tokens: readonly string[];
}

export type ServerQuestion = 'work' | 'measure' | 'rest' | 'stop';

export interface ServerMeasurement {
  /** Processor time since the start, in milliseconds. */
  readonly cpuMs: number;
  /** After a garbage collection. */
  readonly heapMb: number;
  readonly residentMb: number;
  /** Private events so far, by customer id - 1. */
  readonly events: readonly number[];
}

const TICK_EVERY_MS = 100;
const TURNS = 20;
const MID_TICKS = 650_000;
const customers = Number(process.argv[2]);

const { app, services, stops } = await startBenchServer(customers);
const { engine, registry } = services;
const sockets = openSockets(services, { server: app.server, limits: new NetworkLimits(1) });
stops.add(() => sockets.close());
const port = await listen({ app });
const tokens = await logIn(services, customers);
const events = Array.from({ length: customers }, () => 0);
let turn = 0;
let stopping = false;
let timer: NodeJS.Timeout | undefined;
process.send?.({ port, tokens } satisfies SocketsReady);

process.on('message', (question: ServerQuestion) => {
  if (question === 'stop') void stop();
  else if (question === 'work') timer = setInterval(() => void work(), TICK_EVERY_MS);
  else if (question === 'rest') clearInterval(timer);
  else process.send?.(measurement());
});

// The parent is gone or has finished.
process.once('disconnect', () => void stop());

async function work(): Promise<void> {
  const priceE8 = MID_TICKS * 10_000_000 + (turn % 100) * 1_000_000;
  const sources = [{ name: 'bench', priceE8, atMs: Date.now() }];
  const places = Math.floor(turn / TURNS) % 2 === 0;
  const first = turn++ % TURNS;
  const submitted = [engine.bus.submit({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources })];
  for (let index = first; index < customers; index += TURNS) {
    const customerId = index + 1;
    events[index]!++;
    submitted.push(
      engine.bus.submit(
        places ? order(customerId) : { type: 'cancelAllOrders', customerId, marketId: BTC_USDT },
      ),
    );
  }
  for (const { outcome } of await Promise.all(submitted))
    if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
}

function order(customerId: number) {
  return {
    type: 'placeOrder',
    customerId,
    marketId: BTC_USDT,
    side: 'buy',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: MID_TICKS - 10_000 - customerId,
    quantityLots: 1_000,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  } as const;
}

function measurement(): ServerMeasurement {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { cpuMs: (user + system) / 1_000, heapMb: heapUsed / 2 ** 20, residentMb: rss / 2 ** 20, events };
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  clearInterval(timer);
  if (process.argv.includes('--metrics')) process.stderr.write(await registry.metrics());
  await stops.run();
  if (process.connected) process.disconnect?.();
}
