/**
 * `bench:sockets`: pages that watch an index ten times a second and their own orders and balances, alone and beside
 * connections that never read and connections that flood; all limits of connections on, server, readers and attackers
 * on the same cores.
 *
 * With `--gateways N` instead: visitors' pages behind N gateways, with core, feed and NATS in processes of their own;
 * what a message costs each of them.
 *
 *   --gateways N   that many gateways
 *   --clients N    pages behind them; 5000 by default
 *   --feeds N      1 by default; 0: gateways write public topics themselves
 *   --seconds N    to measure; 20 by default
 * With `--writing` instead: processor time of writing a changed book in a gateway, in a feed, and of taking it over.
 *
 *   --json         one JSON array on standard output and nothing else
 *   --metrics      without gateways: the server's own metrics on standard error
 */
import { parseArgs } from 'node:util';
import { infoRow, report } from './report.ts';
import { measureAlone } from './sockets/alone.ts';
import { reportThroughGateways } from './sockets/report-through-gateways.ts';
import { measureWriting } from './sockets/writing-cost.ts';

const { values } = parseArgs({
  options: {
    gateways: { type: 'string' },
    clients: { type: 'string', default: '5000' },
    feeds: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    writing: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    metrics: { type: 'boolean', default: false },
  },
});

const WRITING_ROUNDS = 2_000;

if (values.writing) {
  const { alone, feed, relayed } = await measureWriting(WRITING_ROUNDS);
  report([
    infoRow('a changed book, written in a gateway', alone, 'µs', 'lower'),
    infoRow('written in a feed, for all gateways', feed, 'µs', 'lower'),
    infoRow('taken over in a gateway', relayed, 'µs', 'lower'),
  ]);
} else if (values.gateways === undefined) {
  await measureAlone();
} else {
  const [gateways, clients, feeds, seconds] = [
    values.gateways,
    values.clients,
    values.feeds,
    values.seconds,
  ].map(Number) as [number, number, number, number];
  const isCount = (count: number): boolean => Number.isInteger(count) && count > 0;
  if (![gateways, clients, seconds].every(isCount) || !(feeds === 0 || isCount(feeds)))
    throw new RangeError('--gateways N --clients N --feeds N --seconds N');
  await reportThroughGateways({ gateways, clients, feeds, measureS: seconds });
}
