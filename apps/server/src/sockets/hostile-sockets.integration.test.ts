import { SOCKET_PATH } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RawSocket, type RawSocketOptions } from '../testing/raw-socket.ts';
import { TestSocket, type TestSocketOptions } from '../testing/socket-client.ts';
import { TestServer, type TestCustomer } from '../testing/test-server.ts';
import { BEHIND_BYTES, UNREAD_AFTER_MS } from './connection-guard.ts';

/** Its clock stands still unless a test moves it, so that no budget refills. */
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true, rateLimits: true });
});
afterAll(() => server.close());

let networks = 0;
let network: string;
let closedBefore: ReadonlyMap<string, number>;
beforeEach(async () => {
  network = `198.51.100.${++networks}`;
  closedBefore = await closings();
});

const open: { close(): void }[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function raw(options: RawSocketOptions = {}): Promise<RawSocket> {
  const socket = await RawSocket.connect(server.url, { forwardedFor: network, ...options });
  open.push(socket);
  return socket;
}

async function honest(token = '', transport: TestSocketOptions['transport'] = 'websocket') {
  const socket = await TestSocket.connect(server.url, { token, transport });
  open.push(socket);
  return socket;
}

async function metric(name: string): Promise<ReadonlyMap<string, number>> {
  const values = (await server.registry.getSingleMetric(name)?.get())?.values ?? [];
  return new Map(values.map(({ labels, value }) => [String(labels['reason'] ?? ''), value]));
}

function closings(): Promise<ReadonlyMap<string, number>> {
  return metric('tallystick_sockets_closed_total');
}

/** Number of connections closed for this reason in this test. */
async function closedFor(reason: string): Promise<number> {
  return ((await closings()).get(reason) ?? 0) - (closedBefore.get(reason) ?? 0);
}

async function behind(): Promise<number> {
  return (await metric('tallystick_sockets_behind')).get('') ?? 0;
}

const NOTICE_BYTES = 12_000;
/** More messages than a connection may leave unread. */
const ENOUGH = Math.ceil(BEHIND_BYTES / NOTICE_BYTES) + 3;

/** What is older is not read again with every look for new messages: the clock stands still, so all would be. */
const READ_AGAIN_MS = 60_000;

/** Messages to one customer, each of 12 kB. */
async function publish(customer: TestCustomer, count: number): Promise<void> {
  await server.database.pool.query(
    `with n as (
       insert into notices (kind, customer_id, published_at_ms)
       select 'message', $1, $2 from generate_series(1, $3) returning id)
     insert into notice_texts select id, 'en', 'Title', repeat('x', $4), '{}' from n`,
    [customer.id, server.clock.nowMs - READ_AGAIN_MS, count, NOTICE_BYTES],
  );
}

/** What a socket.io client would read. */
interface Heard {
  readonly answers: Map<number, { ok: boolean; code?: string; sequence: number; data: { id: number }[] }>;
  readonly messages: { topic: string; sequence: number; data: { id: number }[] }[];
  readonly resyncs: { topics: string[] }[];
  readonly onText: (text: string) => void;
}

function hearing(): Heard {
  const heard: Heard = {
    answers: new Map(),
    messages: [],
    resyncs: [],
    onText(text) {
      const answer = /^43(\d+)(\[.*)$/s.exec(text);
      if (answer !== null) heard.answers.set(Number(answer[1]), JSON.parse(answer[2]!)[0]);
      if (!text.startsWith('42')) return;
      const [event, value] = JSON.parse(text.slice(2));
      if (event === 'message') heard.messages.push(value);
      if (event === 'resync') heard.resyncs.push(value);
    },
  };
  return heard;
}

/** One customer with two pages: one reads its messages, the other has stopped reading. */
async function withSilentPage() {
  const customer = await server.customer();
  const reader = await honest(customer.token);
  await reader.subscribe('notices');
  const heard = hearing();
  const silent = await raw({ token: customer.token, onText: heard.onText });
  silent.subscribe('notices', 1);
  await expect.poll(() => heard.answers.has(1)).toBe(true);
  silent.stopReading();
  const told = () => reader.messages('notices').flatMap(({ data }) => data).length;
  /** Publishes messages one by one, until every reading page has them. */
  const tell = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const before = told();
      await publish(customer, 1);
      await reader.until(() => told() > before);
    }
  };
  return { customer, reader, silent, heard, tell };
}

describe('a connection that does not read', () => {
  it('gets nothing beyond a limit, subscribes again once it reads, and misses nothing', async () => {
    const { reader, silent, heard, tell } = await withSilentPage();
    await tell(ENOUGH);
    expect(await behind()).toBe(1);
    await tell(ENOUGH);
    const before = silent.receivedBytes;
    silent.readOn();
    await expect.poll(() => heard.resyncs).toEqual([{ topics: ['notices'] }]);
    expect(await behind()).toBe(0);
    // Everything that waited for it: the limit, plus the message that reached it.
    expect(silent.receivedBytes - before).toBeLessThan(BEHIND_BYTES + 4 * NOTICE_BYTES);
    const last = heard.messages.at(-1)!.sequence;
    await tell(1);
    // It is told to subscribe again, and gets nothing before.
    expect(heard.messages.at(-1)!.sequence).toBe(last);
    silent.subscribe('notices', 2);
    await expect.poll(() => heard.answers.get(2)?.ok).toBe(true);
    const { sequence, data } = heard.answers.get(2)!;
    const newest = reader.messages('notices').at(-1)!;
    expect(sequence).toBe(newest.sequence);
    expect(data[0]!.id).toBe(newest.data[0]!.id);
    await tell(1);
    await expect.poll(() => heard.messages.at(-1)!.sequence).toBe(sequence + 1);
    expect(heard.messages.at(-1)!.data[0]!.id).toBe(reader.messages('notices').at(-1)!.data[0]!.id);
    // The reading page has received every message.
    const numbers = reader.messages('notices').map(message => message.sequence);
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
  });

  it('is refused snapshots while it is behind, and closed if it stays behind', async () => {
    const { silent, heard, tell } = await withSilentPage();
    await tell(ENOUGH);
    expect(await behind()).toBe(1);
    silent.subscribe('tickers', 2);
    server.clock.nowMs += UNREAD_AFTER_MS - 1;
    await tell(1);
    expect(await closedFor('unread')).toBe(0);
    server.clock.nowMs += 1;
    await expect.poll(() => closedFor('unread')).toBe(1);
    expect(await behind()).toBe(0);
    silent.readOn();
    await silent.closed;
    expect(heard.answers.get(2)?.ok ?? false).toBe(false);
  });

  it('is closed even if it answers pings', async () => {
    const { silent, tell } = await withSilentPage();
    for (let i = 0; i < ENOUGH; i++) {
      silent.send('3');
      silent.sendFrame(0xa, Buffer.alloc(8, i));
      await tell(1);
    }
    expect(await behind()).toBe(1);
  });

  it('a connection that reads is never behind, however much it gets', async () => {
    const { reader, silent, heard, tell } = await withSilentPage();
    silent.readOn();
    for (let i = 0; i < 2 * ENOUGH; i++) {
      await tell(1);
      const newest = reader.messages('notices').at(-1)!.sequence;
      await expect.poll(() => heard.messages.at(-1)?.sequence).toBe(newest);
    }
    expect(heard.resyncs).toEqual([]);
  });

  it('a connection that upgraded from polling is never behind if it reads', async () => {
    const { customer, tell } = await withSilentPage();
    const changed = await honest(customer.token, 'upgraded');
    let resyncs = 0;
    changed.client.on('resync', () => resyncs++);
    const { sequence } = await changed.subscribe('notices');
    for (let i = 1; i <= 2 * ENOUGH; i++) {
      await tell(1);
      await changed.until(() => changed.messages('notices').at(-1)?.sequence === sequence + i);
    }
    expect(resyncs).toBe(0);
    // Only the silent page is behind.
    expect(await behind()).toBe(1);
  });

  it('polling does not use up the budget for sending', async () => {
    const page = await Polling.open();
    await page.post('420["subscribe","index:1"]');
    while (!(await page.poll()).includes('"ok":true'));
    await page.post(Array.from({ length: 180 }, () => '42["a"]').join('\u001e'));
    for (let i = 0; i < 25; i++) {
      await server.tick(1, (60_000 + i) * 1e8);
      // Other messages, such as the time, may come first.
      await expect.poll(() => page.poll()).toContain('index:1');
    }
  });

  it('is behind while it does not poll, and catches up when it does', async () => {
    const customer = await server.customer();
    const page = await Polling.open(customer.token);
    await page.post('420["subscribe","notices"]');
    await expect.poll(() => page.poll()).toContain('"ok":true');
    const reader = await honest(customer.token);
    await reader.subscribe('notices');
    for (let i = 0; i < ENOUGH; i++) {
      const before = reader.received.length;
      await publish(customer, 1);
      await reader.until(() => reader.received.length > before);
    }
    expect(await behind()).toBe(1);
    // It polls again, until it has everything.
    await expect.poll(() => page.poll()).toContain('resync');
    expect(await behind()).toBe(0);
  });
});

/** A page that fetches its messages by polling. */
class Polling {
  readonly sid: string;
  readonly #url: string;

  private constructor(url: string, sid: string) {
    this.#url = `${url}&sid=${sid}`;
    this.sid = sid;
  }

  static async open(token = ''): Promise<Polling> {
    const url = `${server.url}${SOCKET_PATH}/?EIO=4&transport=polling`;
    const text = await (await fetch(url, { headers: { 'x-forwarded-for': network } })).text();
    const page = new Polling(url, JSON.parse(text.slice(1)).sid);
    await page.post(`40${JSON.stringify({ token })}`);
    while (!(await page.poll()).includes('40{'));
    return page;
  }

  async poll(): Promise<string> {
    return (await fetch(this.#url)).text();
  }

  async post(body: string): Promise<number> {
    const headers = { 'content-type': 'text/plain;charset=UTF-8' };
    const response = await fetch(this.#url, { method: 'POST', body, headers });
    await response.text();
    return response.status;
  }
}

describe('a flooding connection is closed, and others still get everything', () => {
  const FLOODS: readonly (readonly [string, (socket: RawSocket, i: number) => void])[] = [
    ['unsubscribes', socket => socket.unsubscribe('depth:1')],
    ['subscriptions', (socket, i) => socket.subscribe('tickers', i)],
    [
      'subscribing and unsubscribing',
      (socket, i) => (i % 2 === 0 ? socket.subscribe('index:1', i) : socket.unsubscribe('index:1')),
    ],
    ['topics there are none of', (socket, i) => socket.subscribe(`depth:${i + 1_000}`, i)],
    ['subscriptions without an answer', socket => socket.send('42["subscribe","tickers"]')],
    ['events nobody knows', socket => socket.send('42["whatever",{"a":[1,2,3]}]')],
    ['answers nobody asked for', (socket, i) => socket.send(`43${i}[]`)],
    ['greetings to other places', socket => socket.send('40/elsewhere,{}')],
    ['pongs', socket => socket.send('3')],
    ['pings of the WebSocket', socket => socket.sendFrame(0x9, Buffer.from('x'))],
    ['pongs of the WebSocket', socket => socket.sendFrame(0xa, Buffer.alloc(8))],
  ];

  it.each(FLOODS)('%s', async (_, send) => {
    const neighbour = await honest();
    await neighbour.subscribe('index:1');
    const flooding = await raw();
    for (let i = 0; i < 150; i++) send(flooding, i);
    flooding.send('42999["subscribe","trades:1"]');
    await server.tick(1, 60_000e8);
    expect(flooding.isClosed).toBe(false);
    for (let i = 150; i < 400; i++) send(flooding, i);
    await flooding.closed;
    expect(await closedFor('flood')).toBe(1);
    const heard = neighbour.messages('index:1').length;
    await server.tick(1, 60_001e8);
    await neighbour.until(() => neighbour.messages('index:1').length > heard);
    const numbers = neighbour.messages('index:1').map(({ sequence }) => sequence);
    expect(numbers).toEqual(numbers.map((__, index) => numbers[0]! + index));
  });

  it('empty frames', async () => {
    const socket = await raw();
    socket.sendFrame(0x1, Buffer.alloc(0), false);
    for (let i = 0; i < 20_000; i++) socket.sendFrame(0x0, Buffer.alloc(0), false);
    await socket.closed;
    expect(await closedFor('bytes')).toBe(1);
  });

  it('upgrade probes without an upgrade', async () => {
    const page = await Polling.open();
    const probing = await raw({ upgrades: page.sid });
    for (let i = 0; i < 250; i++) probing.send('2probe');
    await probing.closed;
    expect(await closedFor('flood')).toBe(1);
    expect(await page.post('42["whatever"]')).toBe(400);
  });

  it('many messages in one post, and posts that are too large', async () => {
    const page = await Polling.open();
    expect(await page.post('x'.repeat(5_000))).toBe(413);
    const another = await Polling.open();
    const many = Array.from({ length: 250 }, () => '42["a"]').join('\u001e');
    await another.post(many).catch(() => 0);
    await expect.poll(() => closedFor('flood')).toBe(1);
  });

  it.each([
    ['no packet', 'nonsense'],
    ['a packet of no kind', '49'],
    ['what is no JSON', '42["subscribe"'],
    ['a name that is reserved', '42["disconnect"]'],
    ['a greeting once more', '40{}'],
  ])('%s ends the connection at once', async (_, text) => {
    const socket = await raw();
    socket.send(text);
    await socket.closed;
    expect(socket.isClosed).toBe(true);
  });

  it('an oversized message closes it before it is parsed', async () => {
    const socket = await raw();
    socket.send(`42["${'x'.repeat(5_000)}"]`);
    await socket.closed;
    expect(socket.isClosed).toBe(true);
  });
});

describe('one network', () => {
  it('cannot bypass the limits by many connections, and its quiet connections stay', async () => {
    const quiet = await raw();
    const loud = await Promise.all(Array.from({ length: 40 }, () => raw()));
    for (let i = 0; i < 150; i++) for (const socket of loud) socket.unsubscribe('tickers');
    await expect.poll(() => closedFor('network')).toBeGreaterThan(0);
    expect(await closedFor('flood')).toBe(0);
    const heard = hearing();
    const elsewhere = await raw({ forwardedFor: '203.0.113.77', onText: heard.onText });
    elsewhere.subscribe('tickers', 1);
    await expect.poll(() => heard.answers.get(1)?.ok).toBe(true);
    quiet.unsubscribe('tickers');
    server.clock.nowMs += 1_000;
    expect(quiet.isClosed).toBe(false);
  });

  it('may reconnect completely after a restart, but not connect and leave endlessly', async () => {
    let connected = 0;
    for (let i = 0; i < 80; i++) {
      const sockets = await Promise.allSettled(Array.from({ length: 10 }, () => raw()));
      for (const socket of sockets) if (socket.status === 'fulfilled') socket.value.close();
      connected += sockets.filter(({ status }) => status === 'fulfilled').length;
    }
    expect(connected).toBe(600);
    await raw({ forwardedFor: '203.0.113.78' });
    const turned = await metric('tallystick_sockets_turned_away_total');
    expect(turned.get('pace')).toBeGreaterThanOrEqual(200);
  });
});
