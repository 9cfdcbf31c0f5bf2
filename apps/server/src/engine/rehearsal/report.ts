import type { DifferenceGroup } from './differences.ts';
import { isUnexpected } from './differences.ts';
import type { ExpectedDifference } from './expected.ts';
import type { TimesReport } from './times.ts';
import type { Conversion } from './twin.ts';

/**
 * `equal`: nothing differs that was not expected; `differs`; `impossible`: the new core cannot read the state; `nothing`: no
 * command was compared.
 */
export type Verdict = 'equal' | 'differs' | 'impossible' | 'nothing';

export interface CoreName {
  readonly hash: string | null;
  readonly logicVersion: number;
}

/** What a rehearsal has found so far, as JSON. Times in milliseconds, memory in bytes. */
export interface RehearsalReport {
  readonly verdict: Verdict;
  /** Why it ended; null while it goes on. */
  readonly ended: string | null;
  readonly startedAt: string;
  readonly reportedAt: string;
  /** The snapshot's sequence, and the last one applied. */
  readonly from: number;
  readonly to: number;
  /** Commands the journal has that were not applied yet; null if that is not known. */
  readonly behind: number | null;
  /** Cores that wrote the journal, the newest last, at most a few. */
  readonly old: readonly CoreName[];
  readonly own: CoreName;
  readonly commands: {
    /** Applied by both on equal states, and compared in everything. */
    readonly compared: number;
    /** Applied by both on states that differed already. */
    readonly later: number;
    /** Not applied by the new core, which had failed and waited for the next conversion. */
    readonly passedOver: number;
  };
  readonly differences: readonly DifferenceGroup[];
  /** Unexpected differences of kinds that had no room in `differences`. */
  readonly beyond: number;
  /** Expected differences that did not come. */
  readonly unseen: readonly ExpectedDifference[];
  readonly times: { readonly old: TimesReport; readonly own: TimesReport };
  /** Times the state was converted, the newest of them, and the one that took longest. */
  readonly conversions: {
    readonly count: number;
    readonly last: Conversion | null;
    readonly longest: Conversion | null;
  };
  /** The most so far: of the process, which holds the state twice. */
  readonly memory: { readonly rss: number; readonly heapUsed: number };
}

/** How long a conversion takes the exchange at least, without what the database adds. */
export function pauseMs({ writeMs, restoreMs, hashMs }: Conversion): number {
  // The state is restored once more for the tables.
  return writeMs + 2 * restoreMs + hashMs;
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  equal: 'Nothing differs that was not expected',
  differs: 'THE NEW VERSION DIFFERS in what nobody expected',
  impossible: 'THE NEW VERSION CANNOT READ THE STATE',
  nothing: 'No command was compared',
};

/** The report in lines for people. */
export function reportLines(report: RehearsalReport): string[] {
  const { commands, times, conversions, memory, own } = report;
  const old = report.old.map(nameOf).join(', then ') || 'nobody yet';
  const lines = [
    `Journal ${report.from + 1} to ${report.to}, written by ${old}; compared with ${nameOf(own)}.`,
    `  ${commands.compared} commands compared on equal states, ${commands.later} on states that differed already, ` +
      `${commands.passedOver} passed over${report.behind === null ? '' : `; ${report.behind} to come`}.`,
  ];
  for (const group of report.differences) lines.push(...groupLines(group));
  if (report.beyond > 0) lines.push(`  And ${report.beyond} unexpected differences of other kinds.`);
  for (const { command, kind, why } of report.unseen)
    lines.push(`  Expected, but not seen: ${kind} of ${command} (${why}).`);
  lines.push(
    `  A command takes the old core ${micro(times.old)}, the new one ${micro(times.own)}.`,
    ...(conversions.last === null
      ? []
      : [conversionLine(conversions.count, conversions.last, conversions.longest!)]),
    `  At most ${mega(memory.rss)} MB of memory, ${mega(memory.heapUsed)} MB of it objects.`,
    `${VERDICTS[report.verdict]}${report.ended === null ? '' : ` (${report.ended})`}.`,
  );
  return lines;
}

function groupLines(group: DifferenceGroup): string[] {
  const { command, kind, what, first, later, expected, example } = group;
  const mark = !isUnexpected(group)
    ? 'Expected'
    : first === 0
      ? 'DIFFERS (or follows from another)'
      : 'DIFFERS';
  return [
    `  ${mark}: ${kind} of ${command}: ${what.join(', ')}`,
    `    ${first} times, and ${later} after other differences${expected === null ? '' : `; expected: ${expected}`}`,
    `    for example sequence ${example.sequence}: before ${example.before}`,
    `      after ${example.after}`,
  ];
}

function conversionLine(count: number, last: Conversion, longest: Conversion): string {
  const parts = `written ${ms(last.writeMs)}, restored ${ms(last.restoreMs)}, hashed ${ms(last.hashMs)}`;
  return (
    `  The state of ${mega(last.bytes)} MB was converted ${count} times, last in ${parts}: a pause of ` +
    `${ms(pauseMs(last))} at least, ${ms(pauseMs(longest))} at most, and what the database adds.`
  );
}

function nameOf({ hash, logicVersion }: CoreName): string {
  return `core ${hash?.slice(0, 12) ?? 'of before cores were kept'} (logic version ${logicVersion})`;
}

function micro({ p50, p99, mean }: TimesReport): string {
  const us = (value: number): string => (value * 1000).toFixed(1);
  return `${us(mean)} µs (half of them ${us(p50)} or less, 99 of 100 ${us(p99)})`;
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function ms(value: number): string {
  return value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`;
}
