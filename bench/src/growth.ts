/**
 * `bench:growth`: how much an idle demo writes down, by table, and what each customer's order adds.
 *
 *   --minutes N   to measure; 5 by default
 *   --speed N     of a replay of recorded prices; without it prices are simulated
 *   --recorded F  folder of the recorded candles; ../shared/market-data by default
 *   --traders N   of the demo's population; 0: nobody trades, as on a quiet day in live
 *   --orders N    customers' orders of each kind; 4000 by default, 0: none
 *   --json        one JSON array on standard output and nothing else
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { idleGrowth } from './growth/idle-growth.ts';
import { orderGrowth, type OrderGrowth } from './growth/order-growth.ts';
import { bytesOf, type TableSize } from './growth/sizes.ts';
import { infoRow, progress, report, type Row } from './report.ts';

const MB = 1e6;
const HOURS_A_DAY = 24;
const RECORDED = path.join(import.meta.dirname, '../../../shared/market-data');

const { values } = parseArgs({
  strict: false,
  options: {
    minutes: { type: 'string' },
    speed: { type: 'string' },
    recorded: { type: 'string' },
    traders: { type: 'string' },
    orders: { type: 'string' },
  },
});
const minutes = Number(values.minutes ?? 5);
const orders = Number(values.orders ?? 4_000);
const recorded = path.resolve(String(values.recorded ?? RECORDED));
const speed = Number(values.speed ?? 1);
if (!(minutes > 0) || !Number.isInteger(orders / 100) || !(speed > 0))
  throw new Error('npm run bench:growth -- --minutes N --speed N --orders N, a multiple of 100');
const isReplay = values.speed !== undefined;
if (isReplay && !existsSync(recorded)) throw new Error(`there are no recorded prices in ${recorded}`);

const orderRows: Row[] = [];
const orderNotes: string[] = [];
if (orders > 0) {
  progress(`${orders} orders that wait and ${orders} that trade`);
  const grown = await orderGrowth(orders);
  for (const [name, growth] of Object.entries<OrderGrowth>(grown)) {
    orderRows.push(infoRow(`an order, ${name}`, growth.bytes, 'bytes', 'lower'));
    orderNotes.push(`Gained for 1,000 orders, ${name}:`, ...table(growth.tables, growth.orders / 1_000), '');
  }
}
const prices = isReplay ? `a replay at speed ${speed}` : 'simulated prices';
const traders = values.traders === undefined ? {} : { DEMO_TRADERS: String(values.traders) };
const kind = values.traders === undefined ? prices : `${prices} and ${values.traders} traders`;
progress(`an idle demo with ${kind} for ${minutes} minutes`);
const idle = await idleGrowth(
  isReplay
    ? { FEED: `replay:${recorded}`, FEED_SPEED: String(speed), ...traders }
    : { FEED: 'simulated', ...traders },
  minutes,
);
const { hours, tables } = idle;
const aDay = (bytes: number): number => ((bytes / hours) * HOURS_A_DAY) / MB;
const rows: Row[] = [
  infoRow('all tables', aDay(tables.reduce((sum, table) => sum + bytesOf(table), 0)), 'MB/day', 'lower'),
  infoRow('write-ahead log', aDay(idle.walBytes), 'MB/day', 'lower'),
  infoRow('commands', idle.commands / hours, 'an hour', 'lower'),
  infoRow('text of commands', aDay(idle.commandBytes), 'MB/day', 'lower'),
  ...tables.map(table => infoRow(table.name, aDay(bytesOf(table)), 'MB/day', 'lower')),
];
const notes = [`Gained within an hour, with ${kind}:`, ...table(tables, hours)];

report([...rows, ...orderRows], [...orderNotes, ...notes]);

/** Lines of what tables gained, divided by `by`. */
function table(sizes: readonly TableSize[], by: number): string[] {
  const cells = sizes.map(size => [
    size.name,
    ...[size.rows, size.heapBytes / 1_000, size.indexBytes / 1_000, size.toastBytes / 1_000].map(value =>
      Math.round(value / by).toLocaleString('en'),
    ),
  ]);
  return [['table', 'rows', 'heap kB', 'indices kB', 'toast kB'], ...cells].map(([name = '', ...figures]) =>
    [name.padEnd(32), ...figures.map(figure => figure.padStart(12))].join(''),
  );
}
