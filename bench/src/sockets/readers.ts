/** The readers, in a process of their own: each watches an index and its own orders and balances. */
import { RawSocket } from '@tallystick/server/testing/raw-socket';
import { Latencies } from '../orders/latencies.ts';

export interface ReadersJob {
  readonly port: number;
  /** One reader per session token. */
  readonly tokens: readonly string[];
}

export interface Heard {
  /** Delays of index ticks from recording to reader, since the last `take`. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly ticks: number;
  /** Missing numbers in any topic so far. */
  readonly missing: number;
  /** Number of different states of own orders so far, by reader. */
  readonly events: readonly number[];
  readonly closed: number;
}

/** As many as may share one address, with a margin. */
const PER_NETWORK = 100;
/** Concurrent connections: a snapshot may take a tenth of a second. */
const TOGETHER = 100;
const TOPICS = ['index:1', 'orders', 'balances'];

let latencies = new Latencies();
let missing = 0;
const sockets: RawSocket[] = [];
const events: Set<string>[] = [];

type Message =
  | {
      readonly topic: 'index:1';
      readonly sequence: number;
      readonly data: readonly [number, string, number][];
    }
  | {
      readonly topic: 'orders';
      readonly sequence: number;
      readonly data: { readonly orders: readonly { readonly order_id: number; readonly status: string }[] };
    }
  | { readonly topic: 'balances'; readonly sequence: number };

async function connect(port: number, token: string, index: number): Promise<void> {
  const next = new Map<string, number>();
  const ownOrders = new Set<string>();
  const answered = Promise.withResolvers<void>();
  events[index] = ownOrders;
  const socket = await RawSocket.connect(`http://127.0.0.1:${port}`, {
    token,
    forwardedFor: `203.0.113.${1 + Math.floor(index / PER_NETWORK)}`,
    onText(text) {
      const answer = /^43(\d+)\[\{"ok":(true|false),"sequence":(\d+)/.exec(text);
      if (answer !== null) {
        next.set(TOPICS[Number(answer[1])]!, Number(answer[3]) + 1);
        if (next.size === TOPICS.length) answered.resolve();
      } else if (text.startsWith('42["message"')) read((JSON.parse(text.slice(2)) as [string, Message])[1]);
    },
  });
  const read = (message: Message): void => {
    const expected = next.get(message.topic) ?? message.sequence;
    missing += message.sequence - expected;
    next.set(message.topic, message.sequence + 1);
    if (message.topic === 'index:1') {
      for (const [, , atMs] of message.data) latencies.add(Date.now() - atMs);
    } else if (message.topic === 'orders') {
      for (const order of message.data.orders) ownOrders.add(`${order.order_id} ${order.status}`);
    }
  };
  sockets.push(socket);
  TOPICS.forEach((topic, id) => socket.subscribe(topic, id));
  await answered.promise;
}

process.on('message', (job: ReadersJob | 'take' | 'stop') => {
  if (job === 'stop') {
    for (const socket of sockets) socket.close();
    process.disconnect?.();
  } else if (job === 'take') {
    process.send?.(take());
  } else {
    void start(job);
  }
});

async function start({ port, tokens }: ReadersJob): Promise<void> {
  for (let from = 0; from < tokens.length; from += TOGETHER) {
    const some = tokens.slice(from, from + TOGETHER);
    await Promise.all(some.map((token, offset) => connect(port, token, from + offset)));
  }
  latencies = new Latencies();
  process.send?.('connected');
}

function take(): Heard {
  const taken = latencies;
  latencies = new Latencies();
  return {
    p50Ms: taken.percentile(0.5),
    p99Ms: taken.percentile(0.99),
    ticks: taken.count,
    missing,
    events: events.map(ownOrders => ownOrders.size),
    closed: sockets.filter(({ isClosed }) => isClosed).length,
  };
}
