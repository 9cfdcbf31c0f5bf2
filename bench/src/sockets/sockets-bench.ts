import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { messageFrom, NODE_FLAGS } from '../orders/measure-http.ts';
import type { HostileJob } from './hostile.ts';
import type { Heard, ReadersJob } from './readers.ts';
import type { ServerMeasurement, ServerQuestion, SocketsReady } from './server.ts';

export interface Phase {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly ticks: number;
  /** Share of one core, from 0 to 1. */
  readonly serverShare: number;
  readonly heapMb: number;
  readonly residentMb: number;
}

export interface Losses {
  readonly privateEvents: number;
  /** Private events that never arrived. */
  readonly lost: number;
  /** Missing numbers in any topic. */
  readonly missing: number;
  readonly closed: number;
}

/** Sent events may still be in transit. */
const ARRIVAL_MS = 2_000;

/** Server, readers and attackers, each in a process of its own. */
export class SocketsBench {
  readonly #server: ChildProcess;
  readonly #readers: ChildProcess;
  #hostile: ChildProcess | null = null;
  #port = 0;
  /** Before the first reader connects. */
  empty: ServerMeasurement | null = null;

  private constructor(readers: number) {
    this.#server = child(
      './server.ts',
      [String(readers), ...process.argv.slice(2)],
      [...NODE_FLAGS, '--expose-gc'],
    );
    this.#readers = child('./readers.ts');
  }

  /** With all readers connected. */
  static async start(readers: number): Promise<SocketsBench> {
    const bench = new SocketsBench(readers);
    const { port, tokens } = await messageFrom<SocketsReady>(bench.#server);
    bench.#port = port;
    bench.empty = await bench.#measure();
    bench.#readers.send({ port, tokens } satisfies ReadersJob);
    await messageFrom(bench.#readers);
    bench.#server.send('work' satisfies ServerQuestion);
    return bench;
  }

  /** Measures readers and server for the given time. */
  async phase(seconds: number): Promise<Phase> {
    await this.#take();
    const before = await this.#measure();
    const fromMs = performance.now();
    await delay(seconds * 1_000);
    const received = await this.#take();
    const passedMs = performance.now() - fromMs;
    const { cpuMs, heapMb, residentMb } = await this.#measure();
    const { p50Ms, p99Ms, ticks } = received;
    return { p50Ms, p99Ms, ticks, serverShare: (cpuMs - before.cpuMs) / passedMs, heapMb, residentMb };
  }

  /** Starts this many connections that never read, and this many that flood. */
  async attack(silent: number, flooding: number): Promise<void> {
    this.#hostile = child('./hostile.ts');
    this.#hostile.send({ port: this.#port, silent, flooding } satisfies HostileJob);
    await messageFrom(this.#hostile);
  }

  /** Stops the server's traffic, waits until all of it must have arrived, and counts what is missing. */
  async losses(): Promise<Losses> {
    this.#server.send('rest' satisfies ServerQuestion);
    await delay(ARRIVAL_MS);
    const [received, { events }] = [await this.#take(), await this.#measure()];
    const lost = events.reduce((sum, count, index) => sum + Math.max(0, count - received.events[index]!), 0);
    const privateEvents = events.reduce((sum, count) => sum + count, 0);
    return { privateEvents, lost, missing: received.missing, closed: received.closed };
  }

  async stop(): Promise<void> {
    const all = [this.#hostile, this.#readers, this.#server].filter(each => each !== null);
    for (const each of all) {
      if (each.exitCode !== null) continue;
      const ended = once(each, 'exit');
      each.send('stop');
      await ended;
    }
  }

  /** Runs even after a failure. */
  kill(): void {
    for (const each of [this.#hostile, this.#readers]) each?.kill();
    // Not killed, because it has to stop its database.
    if (this.#server.connected) this.#server.disconnect();
  }

  async #measure(): Promise<ServerMeasurement> {
    this.#server.send('measure' satisfies ServerQuestion);
    return messageFrom(this.#server);
  }

  async #take(): Promise<Heard> {
    this.#readers.send('take');
    return messageFrom(this.#readers);
  }
}

function child(file: string, args: string[] = [], execArgv: string[] = []): ChildProcess {
  return fork(new URL(file, import.meta.url), args, { stdio: ['ignore', 2, 2, 'ipc'], execArgv });
}
