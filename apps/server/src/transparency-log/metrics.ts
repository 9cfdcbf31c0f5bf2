import { Gauge, type Registry } from 'prom-client';
import type { Publisher } from './publisher.ts';
import type { LogName, LogSource } from './source.ts';

/** Of each log: its name in metrics, and what its entries are called. */
const NAMES: Readonly<Record<LogName, readonly [string, string, string]>> = {
  price: ['price_log', 'ticks', 'price log'],
  journal: ['journal_log', 'rows', 'journal'],
  audit: ['audit_log', 'entries', 'audit log'],
};

/** What to watch: a log that is stopped, or whose newest signature grows old while ticks come, needs people. */
export function showMetrics(registry: Registry, source: LogSource, publisher: Publisher): void {
  const [name, entries, words] = NAMES[source.name];
  const gauge = (what: string, help: string, value: () => number): void => {
    const metric = new Gauge({
      name: `tallystick_${name}_${what}`,
      help,
      registers: [],
      collect() {
        this.set(value());
      },
    });
    registry.registerMetric(metric);
  };
  gauge(entries, `Entries in the tree of the ${words}`, () => publisher.size);
  gauge(
    `signed_${entries}`,
    `Entries of the ${words} that the newest signed checkpoint covers`,
    () => publisher.signed?.size ?? 0,
  );
  gauge(
    'signed_at_seconds',
    `When the newest checkpoint of the ${words} was signed`,
    () => (publisher.signed?.atMs ?? 0) / 1000,
  );
  gauge('stopped', `1: the ${words} differs from what was signed`, () => (publisher.fault === null ? 0 : 1));
}
