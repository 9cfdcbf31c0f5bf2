import { Gauge, type Registry } from 'prom-client';
import type { Publisher } from './publisher.ts';
import type { LogName, LogSource } from './source.ts';

/** Each log's name in metrics, and its unit of entries. */
const NAMES: Readonly<Record<LogName, readonly [string, string, string]>> = {
  price: ['price_log', 'ticks', 'price log'],
  journal: ['journal_log', 'rows', 'journal'],
  audit: ['audit_log', 'entries', 'audit log'],
  public: ['public_log', 'records', 'public log'],
};

/** Alert on these: a stopped log, or an old newest signature while ticks come, needs attention. */
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
