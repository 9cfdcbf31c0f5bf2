import { Gauge, type Registry } from 'prom-client';
import type { Publisher } from './publisher.ts';

/** What to watch: a log that is stopped, or whose newest signature grows old while ticks come, needs people. */
export function showMetrics(registry: Registry, publisher: Publisher): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    const metric = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(value());
      },
    });
    registry.registerMetric(metric);
  };
  gauge('tallystick_price_log_ticks', 'Ticks in the tree of the price log', () => publisher.size);
  gauge(
    'tallystick_price_log_signed_ticks',
    'Ticks that the newest signed checkpoint covers',
    () => publisher.signed?.size ?? 0,
  );
  gauge(
    'tallystick_price_log_signed_at_seconds',
    'When the newest checkpoint was signed',
    () => (publisher.signed?.atMs ?? 0) / 1000,
  );
  gauge('tallystick_price_log_stopped', '1: the price log differs from what was signed', () =>
    publisher.fault === null ? 0 : 1,
  );
}
