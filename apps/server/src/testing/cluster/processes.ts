import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { OperatingUser } from '../../database/run-as.ts';
import { childrenOf } from '../postgres-processes.ts';
import { Caretaker } from './caretaker.ts';

/** The loss of a database host takes half a minute to be made good, and machines are busy. */
const WITHIN_MS = 150_000;
const POLL_MS = 50;
const KEPT_OUTPUT = 100_000;

export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  /** Default: this process's. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Null, the default: ourselves. */
  readonly user?: OperatingUser | null;
  /** Network namespace to run in (root only); default: this process's. */
  readonly namespace?: string | null;
}

/** A program that goes on until it is ended. */
export interface RunningProgram {
  readonly pid: number;
  /** All it has written lately. */
  output(): string;
  hasEnded(): boolean;
  /** Null while it goes on, and if a signal ended it. */
  exitCode(): number | null;
  /** Resolves when it has ended, however. */
  readonly ended: Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Ends it with this signal, and for good after 30 s. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** All programs of one cluster: what is still running when it is closed is ended, the newest first. */
export class Processes {
  readonly caretaker = new Caretaker();
  readonly #running: RunningProgram[] = [];

  start(what: Program): RunningProgram {
    const { program, args, options } = command(what);
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-KEPT_OUTPUT);
      });
    }
    const { pid } = child;
    const ended = new Promise<void>(resolve => {
      child.once('exit', () => resolve());
      child.once('error', error => {
        output += error.message;
        if (pid === undefined) resolve();
      });
    });
    if (pid === undefined) throw new Error(`${what.program} does not start`);
    this.caretaker.ends(pid);
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    const running: RunningProgram = {
      pid,
      output: () => output,
      hasEnded,
      exitCode: () => child.exitCode,
      ended,
      signal: name => void child.kill(name),
      stop: async (signal = 'SIGTERM') => {
        if (hasEnded()) return;
        child.kill('SIGCONT');
        child.kill(signal);
        const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
        await ended;
        clearTimeout(late);
      },
    };
    this.#running.push(running);
    return running;
  }

  /** Runs a program to its end; returns what it wrote. Throws with that when it fails. */
  async run(what: Program): Promise<string> {
    const { program, args, options } = command(what);
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (code !== 0)
      throw new Error(`${what.program} ${what.args.join(' ')}: ended with ${code ?? signal}:\n${output}`);
    return output;
  }

  async close(): Promise<void> {
    for (const one of this.#running.toReversed()) await one.stop();
    await this.caretaker.dismiss();
  }
}

/** Sends a signal to a PostgreSQL's main process and to all that it has started. */
export function signalPostgres(pid: number, signal: NodeJS.Signals): void {
  // The main process stands still meanwhile, so that it starts no others.
  if (signal !== 'SIGCONT') process.kill(pid, 'SIGSTOP');
  for (const one of [...childrenOf(pid), pid]) {
    try {
      process.kill(one, signal);
    } catch (error) {
      // It has just ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Polls until there is an answer; throws with the words when that takes too long. */
export async function until<T>(
  ask: () => Promise<T | null | undefined | false>,
  what: () => string,
): Promise<T> {
  for (const deadline = Date.now() + WITHIN_MS; ; await delay(POLL_MS)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`${what()} after ${WITHIN_MS / 1000} s`);
  }
}

function command({ program, args, env, cwd, user = null, namespace = null }: Program) {
  const options = { env, cwd };
  if (namespace === null) return { program, args, options: { ...options, ...user } };
  // Only root enters a namespace, and only then becomes somebody else.
  const become =
    user === null ? [] : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return { program: 'ip', args: ['netns', 'exec', namespace, ...become, program, ...args], options };
}
