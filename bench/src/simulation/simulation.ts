import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HOURS_A_DAY } from './day.ts';
import type { Laboratory } from './laboratory.ts';
import type { DayOrder, WorkerMessage } from './worker.ts';
import type { HourReport } from './world.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
/** What a step leaves behind dies soon: room for it saves an eighth of the time. */
const YOUNG_SPACE = '--max-semi-space-size=64';

export interface SimulationOptions {
  readonly seed: number;
  /** The first hour, and how many; a day that they begin or end within is played from its opening. */
  readonly from: number;
  readonly hours: number;
  readonly processes: number;
  /** For the processes that play: what they run before, and what is in their environment. */
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly onHour?: (report: HourReport) => void;
}

export interface Found {
  readonly hour: number;
  /** Not a finding: the simulator itself has failed. */
  readonly isFailure?: boolean;
  readonly lines: readonly string[];
}

export interface SimulationReport {
  readonly hours: number;
  readonly leastAccepted: number;
  readonly accepted: number;
  readonly journaled: number;
  readonly faults: number;
  /** In the hour with the fewest. */
  readonly leastFaults: number;
  readonly starts: number;
  readonly counts: ReadonlyMap<string, number>;
  /** By day. */
  readonly histories: ReadonlyMap<number, string>;
  /** The first finding; null: all is well. */
  readonly found: Found | null;
}

/** Plays days in some processes, until all are over or something is found. */
export async function simulate(
  laboratory: Laboratory,
  options: SimulationOptions,
): Promise<SimulationReport> {
  const { seed, from, hours, processes } = options;
  const lastDay = Math.floor((from + hours - 1) / HOURS_A_DAY);
  let next = Math.floor(from / HOURS_A_DAY);
  const orders = (): DayOrder | null => {
    if (next > lastDay) return null;
    const day = next++;
    const ends = Math.min(HOURS_A_DAY, from + hours - day * HOURS_A_DAY);
    const { serverUrl, template } = laboratory;
    return { laboratory: { serverUrl, template }, seed, day, hours: ends };
  };
  const total = new Total();
  const children: ChildProcess[] = [];
  const plays = Array.from({ length: Math.min(processes, lastDay - next + 1) }, async () => {
    const child = fork(WORKER, [], {
      execArgv: [...process.execArgv, YOUNG_SPACE, ...(options.execArgv ?? [])],
      env: { ...process.env, ...options.env },
      serialization: 'advanced',
    });
    children.push(child);
    for (let order = orders(); order !== null && total.found === null; order = orders()) {
      await playIn(child, order, total, options.onHour);
    }
    // Others need not end what they are at.
    if (total.found !== null) for (const one of children) one.kill();
    else child.disconnect();
  });
  await Promise.all(plays);
  return total;
}

/** Resolves when the day is over, whatever came of it. */
async function playIn(
  child: ChildProcess,
  order: DayOrder,
  total: Total,
  onHour: SimulationOptions['onHour'],
): Promise<void> {
  const over = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const take = (message: WorkerMessage): void => {
    switch (message.type) {
      case 'hour':
        total.add(message.report);
        onHour?.(message.report);
        break;
      case 'day':
        total.end(order.day, message.counts, message.history);
        over.resolve();
        break;
      case 'found':
        total.found ??= { hour: message.hour, lines: message.lines };
        over.resolve();
        break;
    }
  };
  child.on('message', take);
  child.send(order);
  const ended = async (): Promise<void> => {
    const [code, signal] = (await once(child, 'exit', { signal: leaving.signal })) as [
      number | null,
      string | null,
    ];
    if (signal === 'SIGTERM') return;
    const lines = [`the process ended with ${code ?? signal} in day ${order.day}`];
    total.found ??= { hour: order.day * HOURS_A_DAY, lines, isFailure: true };
  };
  const end = ended();
  await Promise.race([over.promise, end]);
  child.off('message', take);
  // It may end by itself from now on.
  leaving.abort();
  await end.catch(() => undefined);
}

class Total implements SimulationReport {
  hours = 0;
  leastAccepted = Infinity;
  accepted = 0;
  journaled = 0;
  faults = 0;
  leastFaults = Infinity;
  starts = 0;
  readonly counts = new Map<string, number>();
  readonly histories = new Map<number, string>();
  found: Found | null = null;

  add({ accepted, journaled, faults, starts }: HourReport): void {
    this.hours++;
    this.leastAccepted = Math.min(this.leastAccepted, accepted);
    this.accepted += accepted;
    this.journaled += journaled;
    this.faults += faults;
    this.leastFaults = Math.min(this.leastFaults, faults);
    this.starts += starts;
  }

  end(day: number, counts: readonly (readonly [string, number])[], history: string): void {
    this.histories.set(day, history);
    for (const [what, times] of counts) this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }
}
