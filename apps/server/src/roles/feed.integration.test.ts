import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../testing/run-server.ts';
import { TestSocket } from '../testing/socket-client.ts';
import { TestCluster } from './testing/cluster.ts';

const TOPIC = 'index:1';

const opened = await TestCluster.open();
const skipped = 'missing' in opened ? ` (skipped: ${opened.missing})` : '';

let cluster: TestCluster;
let gateway: RunningServer;
let feeds: RunningServer[];
beforeAll(async () => {
  if ('missing' in opened) return;
  cluster = opened;
  await cluster.start('core');
  [, gateway, ...feeds] = await Promise.all([
    cluster.start('worker'),
    cluster.start('gateway'),
    cluster.start('feed'),
    cluster.start('feed'),
  ]);
});
afterAll(() => cluster?.close());

/** An open page with the chart of an option: it asks again as apps/web does, and finds out if a tick is missing. */
class Chart {
  readonly #socket: TestSocket;
  #sequence: number | null = null;
  #early: (readonly [sequence: number, ticks: readonly number[]])[] = [];
  ticks: readonly number[] = [];
  /** How often it had to begin anew. */
  begun = 0;
  fault: string | null = null;

  private constructor(socket: TestSocket) {
    this.#socket = socket;
    socket.client.on('message', message => {
      if (message.topic === TOPIC) this.#receive(message.sequence, numbers(message.data));
    });
    socket.client.on('resync', ({ topics }) => {
      if (topics.includes(TOPIC)) void this.#begin();
    });
  }

  static async open(url: string): Promise<Chart> {
    const chart = new Chart(await TestSocket.connect(url));
    await chart.#begin();
    return chart;
  }

  get newest(): number {
    return this.ticks.at(-1) ?? 0;
  }

  close(): void {
    this.#socket.close();
  }

  async #begin(): Promise<void> {
    this.begun++;
    this.#sequence = null;
    const { sequence, data } = await this.#socket.subscribe(TOPIC);
    const early = this.#early;
    this.#early = [];
    this.#sequence = sequence;
    this.#show(numbers(data));
    for (const message of early) this.#receive(...message);
  }

  #receive(sequence: number, ticks: readonly number[]): void {
    if (this.#sequence === null) {
      this.#early.push([sequence, ticks]);
    } else if (sequence > this.#sequence) {
      if (sequence !== this.#sequence + 1) this.fault ??= `${sequence} came after ${this.#sequence}`;
      this.#sequence = sequence;
      this.#show([...this.ticks, ...ticks]);
    }
  }

  #show(ticks: readonly number[]): void {
    this.ticks = ticks;
  }
}

function numbers(data: unknown): number[] {
  return (data as readonly (readonly [number, string, number])[]).map(([number]) => number);
}

async function figure({ metricsUrl }: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const line = text.split('\n').find(each => each.startsWith(`${name} `) || each.startsWith(`${name}{`));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
}

const isRelayed = (): Promise<number> => figure(gateway, 'tallystick_topics_relayed');
const followers = (feed: RunningServer): Promise<number> => figure(feed, 'tallystick_topic_feed_followers');

const charts: Chart[] = [];
afterEach(() => {
  for (const chart of charts.splice(0)) chart.close();
});

async function chart(): Promise<Chart> {
  const page = await Chart.open(gateway.url);
  charts.push(page);
  return page;
}

/** A moment later the page has newer ticks, and exactly those that were recorded. */
async function expectGoesOn(page: Chart): Promise<void> {
  const { newest } = page;
  await expect.poll(() => page.newest).toBeGreaterThan(newest + 1);
  expect(page.fault).toBeNull();
  const { ticks } = page;
  // Tables follow a moment behind the journal.
  await expect.poll(() => recorded(ticks[0]!, ticks.at(-1)!)).toEqual(ticks);
}

async function recorded(from: number, to: number): Promise<number[]> {
  const { rows } = await cluster.database.pool.query<{ number: string }>(
    'select number from price_ticks where market_id = 1 and number between $1 and $2 order by number',
    [from, to],
  );
  return rows.map(({ number }) => Number(number));
}

describe.skipIf(skipped !== '')(`a gateway beside two feeds${skipped}`, () => {
  it('tells its pages what one of them writes', async () => {
    const page = await chart();
    await expect.poll(isRelayed).toBe(1);
    await expectGoesOn(page);
    expect((await Promise.all(feeds.map(followers))).toSorted()).toEqual([0, 1]);
    const [topics] = await Promise.all(
      feeds.map(async feed =>
        (await followers(feed)) === 1 ? figure(feed, 'tallystick_topic_feed_topics') : 1,
      ),
    );
    expect(topics).toBe(1);
  });

  it('pages miss nothing while NATS is away and frames are lost', async () => {
    const page = await chart();
    await expectGoesOn(page);
    const { begun } = page;
    for (let times = 0; times < 3; times++) {
      await cluster.nats.kill();
      // The last time for so long that the gateway goes on alone.
      if (times === 2) await expect.poll(isRelayed).toBe(0);
      await cluster.nats.start();
      await expectGoesOn(page);
    }
    await expect.poll(isRelayed).toBe(1);
    await expectGoesOn(page);
    expect(page.begun).toBeGreaterThan(begun + 1);
  });

  it('goes to the other feed when its own ends, then to itself, and back to one that comes', async () => {
    const page = await chart();
    await expect.poll(isRelayed).toBe(1);
    await expectGoesOn(page);
    const [first] = feeds;
    const followed = (await followers(first!)) === 1 ? first! : feeds[1]!;
    const other = feeds.find(feed => feed !== followed)!;
    await followed.kill();
    await expectGoesOn(page);
    await expect.poll(() => followers(other)).toBe(1);
    await expect.poll(isRelayed).toBe(1);
    await expectGoesOn(page);
    await other.kill();
    await expect.poll(isRelayed).toBe(0);
    await expectGoesOn(page);
    const third = await cluster.start('feed');
    await expect.poll(isRelayed).toBe(1);
    await expectGoesOn(page);
    expect(await third.stop()).toBe(0);
    await expect.poll(isRelayed).toBe(0);
    await expectGoesOn(page);
  });
});
