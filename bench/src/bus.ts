/**
 * `bench:bus`: limit orders that a gateway sends to a core in another process, over a real NATS server of Debian's
 * package and a durable PostgreSQL, all on the same cores; first one at a time, then many. Beside it the sequencer alone.
 *
 *   SECONDS      to measure each; 10 by default
 *   --json       one JSON array on standard output and nothing else
 */
import { measureBus } from './bus/measure-bus.ts';
import { measureEngine } from './orders/measure-engine.ts';
import { infoRow, progress, report } from './report.ts';

const IN_FLIGHT = 256;
const WARM_UP_MS = 3_000;
const MEASURE_MS = 1_000 * (Number(process.argv[2]) || 10);

progress('orders through the bus');
const [one, many] = await measureBus([
  { inFlight: 1, warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS / 2 },
  { inFlight: IN_FLIGHT, warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS },
]);
progress('orders through the sequencer alone');
const aloneOne = await measureEngine(1, WARM_UP_MS, MEASURE_MS / 2);
const alone = await measureEngine(IN_FLIGHT, WARM_UP_MS, MEASURE_MS);

report(
  [
    infoRow('bus, one at a time: p50', one!.p50Ms, 'ms', 'lower'),
    infoRow('bus, one at a time: p99', one!.p99Ms, 'ms', 'lower'),
    infoRow('sequencer alone, one at a time: p50', aloneOne.p50Ms, 'ms', 'lower'),
    infoRow('sequencer alone, one at a time: p99', aloneOne.p99Ms, 'ms', 'lower'),
    infoRow('bus: orders committed', many!.ordersPerSecond, 'orders/s', 'higher'),
    infoRow('bus: p50', many!.p50Ms, 'ms', 'lower'),
    infoRow('bus: p99', many!.p99Ms, 'ms', 'lower'),
    infoRow('bus: processor of the gateway for an order', many!.gatewayCpuUs, 'µs', 'lower'),
    infoRow('bus: processor of the core for an order', many!.coreCpuUs, 'µs', 'lower'),
    infoRow('bus: processor of NATS for an order', many!.natsCpuUs, 'µs', 'lower'),
    infoRow('sequencer alone: orders committed', alone.ordersPerSecond, 'orders/s', 'higher'),
    infoRow('sequencer alone: p50', alone.p50Ms, 'ms', 'lower'),
    infoRow('sequencer alone: p99', alone.p99Ms, 'ms', 'lower'),
    infoRow('sequencer alone: processor for an order', alone.cpuUs, 'µs', 'lower'),
  ],
  [
    `${IN_FLIGHT} orders on their way at any time, each sender waiting until its gateway has followed its order.`,
  ],
);
