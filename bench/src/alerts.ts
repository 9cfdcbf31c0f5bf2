/**
 * `bench:alerts`: 10,000 price alerts on seven markets, with the server's own engine, feed and PostgreSQL. Measured: the
 * cost of a price that reaches no alert; the time from a price's commit to the notices of its alerts while simulated
 * prices move; and the time until all other alerts are noticed after a jump that reaches them.
 *
 *   --json    one JSON array on standard output and nothing else
 */
import { setTimeout as delay } from 'node:timers/promises';
import { longWork } from '@tallystick/server/database/bounded-client';
import { AlertMarkets } from './alerts/alert-markets.ts';
import { NoticeTimes } from './alerts/notice-times.ts';
import { startBenchServer } from './bench-server.ts';
import { goalRow, infoRow, median, progress, report, type Row } from './report.ts';

const ALERTS = 10_000;
/** Alerts are within this distance of the price on either side. */
const SPREAD_PPM = 20_000;
const QUIET_ROUNDS = 200;
const QUIET_TURNS = 5;
const MOVING_ROUNDS = 150;
const ROUND_EVERY_MS = 200;
/** Simulated time per round. */
const SIMULATED_MS = 4 * 60_000;
const GOAL_P99_MS = 500;
const GOAL_ALL_MS = 5_000;
const TIMEOUT_MS = 60_000;

const server = await startBenchServer(1);
const { services } = server;
const { pool, engine } = services;
const markets = await AlertMarkets.open(engine);
const notices = await NoticeTimes.open(services.databaseUrl);

/** Processor time of this process per price, in µs. Each round is committed before the next. */
async function quietCost(): Promise<number> {
  const before = process.cpuUsage();
  for (let round = 0; round < QUIET_ROUNDS; round++) await markets.tick(0);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (QUIET_ROUNDS * markets.ids.length);
}

async function allNoticed(count: number): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  while (notices.at.size < count) {
    if (performance.now() > until) throw new Error(`${notices.at.size} notices of ${count}`);
    await delay(20);
  }
}

async function addAlerts(): Promise<void> {
  await pool.query(
    `insert into customers (id, nickname, invitation_code, email, opened, created_at_ms, password_changed_at_ms)
     select id, 'alert ' || id, 'alert' || id, id || '@bench.example', true, 0, 0
       from generate_series(1001, 1000 + $1::integer) as id`,
    [ALERTS],
  );
  const alerts = markets.alerts(ALERTS, SPREAD_PPM);
  await pool.query(
    `insert into price_alerts (customer_id, market_id, kind, wanted, direction, threshold, repeating, state, created_at_ms)
     select 1000 + number, market_id, 'level', wanted, direction, threshold, false, 'armed', 0
       from unnest($1::integer[], $2::text[], $3::text[], $4::bigint[]) with ordinality
         as new (market_id, wanted, direction, threshold, number)`,
    [
      alerts.map(({ marketId }) => marketId),
      alerts.map(({ threshold }) => (threshold / 1e8).toFixed(8)),
      alerts.map(({ direction }) => direction),
      alerts.map(({ threshold }) => threshold),
    ],
  );
}

/** Measures without and with alerts in turns. At the end the alerts are active. */
async function quietCosts(): Promise<{ readonly without: number; readonly quiet: number }> {
  const { rows } = await pool.query<{ id: number }>('select id::float8 as id from price_alerts');
  const without: number[] = [];
  const quiet: number[] = [];
  // Compiles the code before it is timed.
  await quietCost();
  for (let turn = 0; turn < QUIET_TURNS; turn++) {
    for (const { id } of rows) services.alertWatch.remove(id);
    without.push(await quietCost());
    await services.alertWatch.start();
    quiet.push(await quietCost());
  }
  return { without: median(without), quiet: median(quiet) };
}

async function measure(): Promise<Row[]> {
  await longWork('history', addAlerts);
  const { without, quiet } = await quietCosts();
  progress('prices move');
  const before = process.cpuUsage();
  for (let round = 0; round < MOVING_ROUNDS; round++) {
    const next = delay(ROUND_EVERY_MS);
    await markets.tick(SIMULATED_MS);
    await next;
  }
  const { user, system } = process.cpuUsage(before);
  const moved = markets.reached();
  await allNoticed(moved.length);
  const waited = moved
    .map(({ number, atMs }) => notices.at.get(1_000 + number)! - atMs)
    .toSorted((a, b) => a - b);
  progress('prices jump');
  await markets.jump(3 * SPREAD_PPM);
  await markets.jump(-6 * SPREAD_PPM);
  const jumpedAtMs = performance.now();
  const left = ALERTS - moved.length;
  await allNoticed(ALERTS);
  const lastMs = performance.now() - jumpedAtMs;
  const at = (share: number): number => waited[Math.floor((waited.length - 1) * share)]!;
  return [
    infoRow('a price without alerts, processor', without, 'µs', 'lower'),
    infoRow(`a price that reaches none of ${ALERTS}, processor`, quiet, 'µs', 'lower'),
    infoRow('alerts reached by moving prices', moved.length, 'alerts', 'higher'),
    infoRow('processor for an alert, prices included', (user + system) / moved.length, 'µs', 'lower'),
    infoRow('from the commit to the notice: p50', at(0.5), 'ms', 'lower'),
    goalRow('from the commit to the notice: p99', at(0.99), 'ms', GOAL_P99_MS, 'lower'),
    infoRow('alerts reached by a jump', left, 'alerts', 'higher'),
    goalRow('until all of these are noticed', lastMs, 'ms', GOAL_ALL_MS, 'lower'),
    goalRow('noticed twice', notices.doubles, 'notices', 0, 'lower'),
  ];
}

try {
  report(await measure(), [
    `${markets.ids.length} markets, a price of each every ${ROUND_EVERY_MS} ms while they move.`,
  ]);
} finally {
  await services.alertWatch.stop();
  await notices.close();
  await server.stops.run();
}
