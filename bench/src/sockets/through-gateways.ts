import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { startFollowerEngine } from '@tallystick/server/engine/remote/follower-engine';
import { ExchangeProcesses } from '@tallystick/server/roles/testing/exchange-processes';
import { until } from '@tallystick/server/testing/cluster/processes';
import { NatsServer } from '@tallystick/server/testing/nats';
import { Registry } from 'prom-client';
import { submitSetup } from '../orders/limit-orders.ts';
import { messageFrom } from '../orders/measure-http.ts';
import { temporaryDatabase } from '../orders/temporary-database.ts';
import type { ClientsHeard, ClientsQuestion } from './clients.ts';
import { startTraffic } from './traffic.ts';

export interface ThroughGatewaysOptions {
  readonly gateways: number;
  readonly clients: number;
  /** 0: gateways write public topics themselves. */
  readonly feeds: number;
  readonly warmUpS: number;
  readonly measureS: number;
  readonly onProgress: (text: string) => void;
}

export interface ThroughGateways extends ClientsHeard {
  /** How many gateways had their topics from a feed while it was measured. */
  readonly relaying: number;
  /** Processor time in microseconds per second, of all processes of a kind. */
  readonly cpuUs: Readonly<Record<'core' | 'feed' | 'gateway' | 'nats', number>>;
}

const CUSTOMERS = 2;
/** Microseconds in a tick of the kernel's count. */
const TICK_US = 10_000;

/** The real processes of an exchange and, in one more, the pages; market traffic comes from this one. */
export async function measureThroughGateways(options: ThroughGatewaysOptions): Promise<ThroughGateways> {
  const { gateways, clients, feeds, warmUpS, measureS, onProgress } = options;
  const stops: (() => Promise<unknown> | void)[] = [];
  try {
    const nats = await NatsServer.open();
    if ('missing' in nats) throw new Error(nats.missing);
    stops.push(() => nats.kill());
    const database = await temporaryDatabase();
    stops.push(() => database.close());
    const processes = await ExchangeProcesses.open(database.url, nats, { LOG_LEVEL: 'error' });
    stops.push(() => processes.close());
    onProgress('the processes start');
    const core = await processes.start('core');
    const producer = await startFollowerEngine({
      pool: database.pool,
      databaseUrl: database.url,
      log: SILENT_LOG,
      registry: new Registry(),
      onFatal: error => {
        throw error;
      },
      nats: { connection: { servers: nats.url }, ...processes.bus },
      admission: 10_000,
    });
    stops.push(() => producer.stop());
    await submitSetup(producer.bus, CUSTOMERS);
    const start = (role: 'feed' | 'gateway', count: number) =>
      Promise.all(Array.from({ length: count }, () => processes.start(role)));
    const [feed, gateway] = [await start('feed', feeds), await start('gateway', gateways)];
    if (feeds > 0) await Promise.all(gateway.map(({ metricsUrl }) => untilRelaying(metricsUrl)));
    const load = fork(new URL('./clients.ts', import.meta.url), [], { stdio: ['ignore', 2, 2, 'ipc'] });
    stops.push(() => void load.kill());
    const ask = (question: ClientsQuestion) => load.send(question);
    onProgress(`${clients} pages connect`);
    ask({ urls: gateway.map(({ url }) => url), clients });
    await messageFrom(load);
    const rest = startTraffic(producer.bus);
    const take = (): Promise<ClientsHeard> => {
      ask('take');
      return messageFrom<ClientsHeard>(load);
    };
    await delay(warmUpS * 1_000);
    await take();
    const kinds = { core: [core], feed, gateway, nats: [nats] };
    const before = await processorTimes(kinds);
    onProgress('measuring');
    await delay(measureS * 1_000);
    const heard = await take();
    const after = await processorTimes(kinds);
    const relayed = await Promise.all(gateway.map(({ metricsUrl }) => isRelaying(metricsUrl)));
    await rest();
    ask('stop');
    const perSecond = (kind: keyof typeof kinds): number => (after[kind] - before[kind]) / measureS;
    return {
      ...heard,
      relaying: relayed.filter(is => is).length,
      cpuUs: {
        core: perSecond('core'),
        feed: perSecond('feed'),
        gateway: perSecond('gateway'),
        nats: perSecond('nats'),
      },
    };
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

type Kinds = Readonly<Record<'core' | 'feed' | 'gateway' | 'nats', readonly { readonly pid: number }[]>>;

/** Microseconds since each process began, by kind. */
async function processorTimes(kinds: Kinds): Promise<Record<keyof Kinds, number>> {
  const sum = async (kind: keyof Kinds): Promise<number> => {
    const each = await Promise.all(kinds[kind].map(({ pid }) => processorTime(pid)));
    return each.reduce((all, one) => all + one, 0);
  };
  const [core, feed, gateway, nats] = await Promise.all([
    sum('core'),
    sum('feed'),
    sum('gateway'),
    sum('nats'),
  ]);
  return { core, feed, gateway, nats };
}

async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [utime = 0, stime = 0] = stat.split(') ')[1]!.split(' ').slice(11, 13).map(Number);
  return (utime + stime) * TICK_US;
}

/** A gateway follows a feed once it has heard it for two seconds. */
async function untilRelaying(metricsUrl: string): Promise<void> {
  await until(
    () => isRelaying(metricsUrl),
    () => 'a gateway hears no feed',
  );
}

async function isRelaying(metricsUrl: string): Promise<boolean> {
  const text = await (await fetch(metricsUrl)).text();
  return /^tallystick_topics_relayed 1$/m.test(text);
}
