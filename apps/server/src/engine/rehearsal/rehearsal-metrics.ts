import { Gauge, type Registry } from 'prom-client';
import { isUnexpected } from './differences.ts';
import { pauseMs, type RehearsalReport } from './report.ts';

/** Registers a rehearsal's figures; the function that is returned shows those of a report. */
export function rehearsalMetrics(registry: Registry): (report: RehearsalReport) => void {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []): Gauge<L> =>
    new Gauge({ name: `tallystick_rehearsal_${name}`, help, labelNames, registers: [registry] });
  const sequence = gauge('sequence', 'Sequence of the newest command that was compared');
  const behind = gauge('behind', 'Commands of the journal that were not compared yet');
  const commands = gauge(
    'commands',
    'Commands by how they were compared: on equal states, later, passed over',
    ['how'],
  );
  const differences = gauge('differences', 'Differences found, by whether they were expected', ['expected']);
  const seconds = gauge('command_seconds', 'Mean time a command takes, by core', ['core']);
  const pause = gauge(
    'pause_seconds',
    'How long the newest conversion of the state would have stopped the exchange',
  );
  const memory = gauge('memory_bytes', 'The most memory the process has used');
  return report => {
    sequence.set(report.to);
    if (report.behind !== null) behind.set(report.behind);
    for (const [how, count] of Object.entries(report.commands)) commands.set({ how }, count);
    let expected = 0;
    let unexpected = report.beyond;
    for (const group of report.differences) {
      const count = group.first + group.later;
      if (isUnexpected(group)) unexpected += count;
      else expected += count;
    }
    differences.set({ expected: 'yes' }, expected);
    differences.set({ expected: 'no' }, unexpected);
    seconds.set({ core: 'old' }, report.times.old.mean / 1000);
    seconds.set({ core: 'new' }, report.times.own.mean / 1000);
    const { last } = report.conversions;
    if (last !== null) pause.set(pauseMs(last) / 1000);
    memory.set(report.memory.rss);
  };
}
