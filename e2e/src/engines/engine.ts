import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A phone's screen, as in harness/phone.ts. */
export const SCREEN = { width: 390, height: 844 };
/** How long to wait for anything. */
export const TIMEOUT_MS = 60_000;

/** A function that runs in the page: it uses nothing from outside itself, and its input and output are JSON. */
export type InPage<Args extends readonly unknown[], Result> = (...args: Args) => Result | Promise<Result>;

/** Runs a function, given as source, in the page; input and output are text, which every driver supports. */
export type Run = (source: string, argument: string) => Promise<string>;

/** One browser with one page, driven by the browser's own protocol. */
export interface Engine {
  readonly version: string;
  /** Loads a page anew. */
  load(url: string): Promise<void>;
  readonly run: Run;
  /** Carries out pointer and key actions of WebDriver (https://www.w3.org/TR/webdriver2/#actions). */
  perform(actions: readonly object[]): Promise<void>;
  /** Uncaught errors and console errors since the last call, oldest first. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** A program that runs beside the tests. */
export class Helper {
  #output = '';
  private readonly child: ChildProcess;
  readonly #name: string;

  constructor(program: string, args: readonly string[], options: SpawnOptions) {
    this.#name = program;
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], ...options });
    for (const stream of this.child.stdio.slice(1)) {
      stream?.on('data', (text: Buffer) => (this.#output = (this.#output + String(text)).slice(-100_000)));
    }
  }

  /** Resolves to the pattern's group in the program's output; throws if the program ends or stays silent. */
  says(pattern: RegExp): Promise<string> {
    return this.until(`to say ${pattern}`, () => Promise.resolve(pattern.exec(this.#output)?.[1]));
  }

  /** Resolves to what `look` finds; throws, with the program's output, if the program ends first or nothing is found. */
  async until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
    const endsAt = performance.now() + TIMEOUT_MS;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || performance.now() > endsAt) {
        throw new Error(`${this.#name} was expected ${what}:\n${this.#output}`);
      }
      await delay(50);
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** Runs a function in the page. */
export async function evaluate<Args extends readonly unknown[], Result>(
  run: Run,
  work: InPage<Args, Result>,
  ...args: Args
): Promise<Result> {
  const source = `async text => JSON.stringify((await (${String(work)})(...JSON.parse(text))) ?? null)`;
  return JSON.parse(await run(source, JSON.stringify(args))) as Result;
}
