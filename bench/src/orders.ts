/**
 * `bench:orders`: limit orders accepted and committed through the real HTTP server with a durable PostgreSQL (fsync
 * and synchronous_commit on), server, database and load on the same cores; and through the sequencer alone.
 *
 *   SECONDS      to measure; 15 by default
 *   --json       one JSON array on standard output and nothing else
 *   --metrics    the server's own metrics on standard error
 */
import { measureEngine } from './orders/measure-engine.ts';
import { measureHttp } from './orders/measure-http.ts';
import { goalRow, infoRow, progress, report } from './report.ts';

const IN_FLIGHT = 256;
const WARM_UP_MS = 5_000;
const MEASURE_MS = 1_000 * (Number(process.argv[2]) || 15);

progress('orders through HTTP');
const http = await measureHttp(IN_FLIGHT, WARM_UP_MS, MEASURE_MS);
progress('orders through the sequencer alone');
const engine = await measureEngine(IN_FLIGHT, WARM_UP_MS, MEASURE_MS);

report(
  [
    goalRow('HTTP: orders committed', http.ordersPerSecond, 'orders/s', 10_000, 'higher'),
    infoRow('HTTP: p50', http.p50Ms, 'ms', 'lower'),
    goalRow('HTTP: p99', http.p99Ms, 'ms', 50, 'lower'),
    infoRow('HTTP: processor of the server for an order', http.cpuUs, 'µs', 'lower'),
    infoRow('sequencer alone: orders committed', engine.ordersPerSecond, 'orders/s', 'higher'),
    infoRow('sequencer alone: p50', engine.p50Ms, 'ms', 'lower'),
    infoRow('sequencer alone: p99', engine.p99Ms, 'ms', 'lower'),
    infoRow('sequencer alone: processor for an order', engine.cpuUs, 'µs', 'lower'),
  ],
  [`${IN_FLIGHT} orders on their way at any time, each sender waiting for its answer.`],
);
