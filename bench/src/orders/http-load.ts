/**
 * The load, in a process of its own: many keep-alive connections, each sending one customer's order after another and
 * waiting for the answer in between. Sockets and a minimal reader of our own server's answers instead of an HTTP
 * client, because the load shares two cores with what it measures.
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Latencies } from './latencies.ts';
import { LimitOrders, toForm } from './limit-orders.ts';

export interface LoadJob {
  /** Where servers listen; connections take turns. */
  readonly ports: readonly number[];
  readonly tokens: readonly string[];
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface LoadResult {
  readonly ordersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** All requests sent, including warm-up. */
  readonly orders: number;
  /** The first answer that was not 200, or null. */
  readonly failure: string | null;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200');

class Load {
  readonly #job: LoadJob;
  readonly #orders = new LimitOrders(1);
  readonly #latencies = new Latencies();
  readonly #fromMs: number;
  readonly #untilMs: number;
  #sent = 0;
  #open = 0;
  #failure: string | null = null;
  readonly #done = Promise.withResolvers<void>();

  constructor(job: LoadJob) {
    this.#job = job;
    this.#fromMs = performance.now() + job.warmUpMs;
    this.#untilMs = this.#fromMs + job.measureMs;
  }

  async run(): Promise<LoadResult> {
    for (let i = 0; i < this.#job.connections; i++)
      this.#connect(this.#job.ports[i % this.#job.ports.length]!);
    await this.#done.promise;
    return {
      ordersPerSecond: this.#latencies.count / (this.#job.measureMs / 1000),
      p50Ms: this.#latencies.percentile(0.5),
      p99Ms: this.#latencies.percentile(0.99),
      orders: this.#sent,
      failure: this.#failure,
    };
  }

  #connect(port: number): void {
    this.#open++;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let sentAt = 0;
    let missing = 0;
    const send = (): void => {
      sentAt = performance.now();
      if (sentAt >= this.#untilMs || this.#failure !== null) socket.end();
      else socket.write(this.#request());
    };
    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      missing = missing > 0 ? missing - chunk.length : this.#missingAfter(chunk);
      if (missing > 0) return;
      const answeredAt = performance.now();
      if (answeredAt >= this.#fromMs && answeredAt < this.#untilMs) this.#latencies.add(answeredAt - sentAt);
      send();
    });
    socket.on('close', () => this.#closed());
    socket.on('error', error => this.#fail(socket, error.message));
  }

  /** Bytes of the answer starting with `chunk` that have not arrived yet. */
  #missingAfter(chunk: Buffer): number {
    const headEnd = chunk.indexOf(HEAD_END);
    const head = chunk.toString('latin1', 0, headEnd);
    const at = head.indexOf('content-length: ');
    if (headEnd < 0 || at < 0 || chunk.compare(OK, 0, OK.length, 0, OK.length) !== 0) {
      this.#failure ??= chunk.toString();
      return 0;
    }
    return headEnd + HEAD_END.length + Number.parseInt(head.slice(at + 16), 10) - chunk.length;
  }

  #request(): string {
    const customer = this.#sent++ % this.#job.tokens.length;
    const body = toForm(this.#orders.next(customer + 1));
    return (
      'POST /api/coin/trade HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
      `Authorization: Bearer ${this.#job.tokens[customer]}\r\nIdempotency-Key: ${randomUUID()}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    );
  }

  #fail(socket: Socket, reason: string): void {
    this.#failure ??= reason;
    socket.destroy();
  }

  #closed(): void {
    if (--this.#open === 0) this.#done.resolve();
  }
}

process.once('message', (job: LoadJob) => {
  void new Load(job).run().then(result => {
    process.send?.(result);
    process.disconnect?.();
    return result;
  });
});
