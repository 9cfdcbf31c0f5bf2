/**
 * Visitors' pages behind gateways, all of them in this process of their own: each watches an index, one of `TRADING` a whole
 * trade page. They subscribe again when they are told to, and count what is missing otherwise.
 */
import { RawSocket } from '@tallystick/server/testing/raw-socket';
import { Latencies } from '../orders/latencies.ts';

export interface ClientsJob {
  /** Addresses of gateways, in turn. */
  readonly urls: readonly string[];
  readonly clients: number;
}

export interface ClientsHeard {
  /** Delays of index ticks from recording to page, since the last `take`. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Messages since the last `take`, of all topics. */
  readonly messages: number;
  /** Missing numbers so far that no gateway had announced. */
  readonly missing: number;
  /** How often a page was told to begin topics anew, so far. */
  readonly resyncs: number;
  readonly closed: number;
}

export type ClientsQuestion = ClientsJob | 'take' | 'stop';

const TRADING = 5;
const LIST = ['index:1'];
const TRADE_PAGE = ['index:1', 'depth:1', 'trades:1', 'candles:1:1m', 'tickers'];
/** Concurrent connections: a snapshot may take a tenth of a second. */
const TOGETHER = 100;
const MESSAGE = /^42\["message",\{"topic":"([^"]+)","sequence":(\d+)/;
const ANSWER = /^43(\d+)\[\{"ok":(true|false),"sequence":(\d+)/;
const RESYNC = '42["resync",';

let latencies = new Latencies();
let messages = 0;
let missing = 0;
let resyncs = 0;
const sockets: RawSocket[] = [];

async function connect(url: string, topics: readonly string[]): Promise<void> {
  /** The next number of each topic; absent while a snapshot is awaited. */
  const next = new Map<string, number>();
  const answered = Promise.withResolvers<void>();
  const onText = (text: string): void => {
    const message = MESSAGE.exec(text);
    if (message !== null) {
      read(message[1]!, Number(message[2]), text);
      return;
    }
    const answer = ANSWER.exec(text);
    if (answer !== null) {
      next.set(topics[Number(answer[1])]!, Number(answer[3]) + 1);
      if (next.size === topics.length) answered.resolve();
    } else if (text.startsWith(RESYNC)) {
      resyncs++;
      const [, told] = JSON.parse(text.slice(2)) as [string, { readonly topics: readonly string[] }];
      for (const topic of told.topics) begin(topic);
    }
  };
  const read = (topic: string, sequence: number, text: string): void => {
    messages++;
    const expected = next.get(topic);
    // Before the snapshot it has been told anew for.
    if (expected === undefined || sequence < expected) return;
    missing += sequence - expected;
    next.set(topic, sequence + 1);
    if (topic !== 'index:1') return;
    const [, { data }] = JSON.parse(text.slice(2)) as [string, { readonly data: [number, string, number][] }];
    for (const [, , atMs] of data) latencies.add(Date.now() - atMs);
  };
  const socket = await RawSocket.connect(url, { onText });
  const begin = (topic: string): void => {
    next.delete(topic);
    socket.subscribe(topic, topics.indexOf(topic));
  };
  sockets.push(socket);
  for (const topic of topics) begin(topic);
  await answered.promise;
}

async function start({ urls, clients }: ClientsJob): Promise<void> {
  for (let from = 0; from < clients; from += TOGETHER) {
    const some = Array.from({ length: Math.min(TOGETHER, clients - from) }, (_, offset) => from + offset);
    await Promise.all(
      some.map(index =>
        connect(
          urls[index % urls.length]!,
          Math.floor(index / urls.length) % TRADING === 0 ? TRADE_PAGE : LIST,
        ),
      ),
    );
  }
  process.send?.('connected');
}

function take(): ClientsHeard {
  const [taken, count] = [latencies, messages];
  latencies = new Latencies();
  messages = 0;
  return {
    p50Ms: taken.percentile(0.5),
    p99Ms: taken.percentile(0.99),
    messages: count,
    missing,
    resyncs,
    closed: sockets.filter(({ isClosed }) => isClosed).length,
  };
}

process.on('message', (question: ClientsQuestion) => {
  if (question === 'stop') {
    for (const socket of sockets) socket.close();
    process.disconnect?.();
  } else if (question === 'take') {
    process.send?.(take());
  } else {
    void start(question);
  }
});
