/**
 * `bench:orders`: limit orders accepted and committed through the real HTTP server with a durable PostgreSQL (fsync
 * and synchronous_commit on), server, database and load on the same cores; and through the sequencer alone.
 *
 *   SECONDS        to measure; 15 by default
 *   --gateways N   instead through N gateways, with a core and NATS, each in a process of its own
 *   --json         one JSON array on standard output and nothing else
 *   --metrics      the server's own metrics on standard error; not those of gateways
 */
import { parseArgs } from 'node:util';
import { measureEngine } from './orders/measure-engine.ts';
import { measureGateways } from './orders/measure-gateways.ts';
import { measureHttp } from './orders/measure-http.ts';
import { goalRow, infoRow, progress, report, type Row } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gateways: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
    metrics: { type: 'boolean', default: false },
  },
});
const IN_FLIGHT = 256;
const WARM_UP_MS = 5_000;
const MEASURE_MS = 1_000 * (Number(positionals[0]) || 15);
const gateways = Number(values.gateways);
if (!Number.isInteger(gateways) || gateways < 0) throw new RangeError('--gateways N');

async function inOneProcess(): Promise<Row[]> {
  progress('orders through HTTP');
  const http = await measureHttp(IN_FLIGHT, WARM_UP_MS, MEASURE_MS);
  progress('orders through the sequencer alone');
  const engine = await measureEngine(IN_FLIGHT, WARM_UP_MS, MEASURE_MS);
  return [
    goalRow('HTTP: orders committed', http.ordersPerSecond, 'orders/s', 10_000, 'higher'),
    infoRow('HTTP: p50', http.p50Ms, 'ms', 'lower'),
    goalRow('HTTP: p99', http.p99Ms, 'ms', 50, 'lower'),
    infoRow('HTTP: processor of the server for an order', http.cpuUs, 'µs', 'lower'),
    infoRow('sequencer alone: orders committed', engine.ordersPerSecond, 'orders/s', 'higher'),
    infoRow('sequencer alone: p50', engine.p50Ms, 'ms', 'lower'),
    infoRow('sequencer alone: p99', engine.p99Ms, 'ms', 'lower'),
    infoRow('sequencer alone: processor for an order', engine.cpuUs, 'µs', 'lower'),
  ];
}

async function throughGateways(): Promise<Row[]> {
  progress(`orders through ${gateways} gateways`);
  const measured = await measureGateways(gateways, IN_FLIGHT, WARM_UP_MS, MEASURE_MS);
  const processors = [
    ['the core', measured.coreUs],
    ...measured.gatewaysUs.map((us, index) => [`gateway ${index + 1}`, us] as const),
    ['PostgreSQL', measured.postgresUs],
    ['NATS', measured.natsUs],
  ] as const;
  return [
    infoRow('gateways: orders committed', measured.ordersPerSecond, 'orders/s', 'higher'),
    infoRow('gateways: p50', measured.p50Ms, 'ms', 'lower'),
    infoRow('gateways: p99', measured.p99Ms, 'ms', 'lower'),
    ...processors.map(([of, us]) => infoRow(`processor of ${of} for an order`, us, 'µs', 'lower')),
  ];
}

report(await (gateways > 0 ? throughGateways() : inOneProcess()), [
  `${IN_FLIGHT} orders on their way at any time, each sender waiting for its answer.`,
]);
