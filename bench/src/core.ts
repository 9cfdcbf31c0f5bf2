/**
 * `bench:core`: the whole core on commands of traders: validation, ledger, matching, fees, events and the invariants that
 * every command checks. About 40 % resting limit orders, 35 % cancels and 25 % takers, by 1,000 customers in two
 * markets; then the same with a fourth of them stops, orders good till a date, amendments, replacements and takers with
 * other self-trade modes; then that with as many commands of a contract: orders and closes in every position mode, stops,
 * and prices. Every round applies the same commands to a new exchange and then checks all invariants.
 *
 *   --json    one JSON array on standard output and nothing else
 *   --quick   a tenth of the work, without goals
 */
import { Exchange } from '@tallystick/core';
import { spotCommands, type TimedCommand } from '@tallystick/core/testing/spot-commands';
import { goalRow, infoRow, median, progress, report, type Row } from './report.ts';

const QUICK = process.argv.includes('--quick');
const COMMANDS = QUICK ? 50_000 : 500_000;
const ROUNDS = QUICK ? 1 : 5;
const GOAL = 500_000;

function started(setup: readonly TimedCommand[]): Exchange {
  const exchange = new Exchange();
  for (const { command, atMs } of setup) {
    if (!exchange.apply(command, atMs).ok) throw new Error(`the set-up's ${command.type} was refused`);
  }
  return exchange;
}

/** Statistics of the workload; also compiles the code before it is timed. */
function count(setup: readonly TimedCommand[], commands: readonly TimedCommand[]) {
  const exchange = started(setup);
  let events = 0;
  let trades = 0;
  for (const { command, atMs } of commands) {
    const outcome = exchange.apply(command, atMs);
    if (!outcome.ok) continue;
    events += outcome.events.length;
    for (const { type } of outcome.events) if (type === 'traded' || type === 'perpetualTraded') trades++;
  }
  return { events, trades };
}

/** Seconds taken by the commands. */
function round(setup: readonly TimedCommand[], commands: readonly TimedCommand[], events: number): number {
  const exchange = started(setup);
  let seen = 0;
  const startedAt = performance.now();
  for (const { command, atMs } of commands) {
    const outcome = exchange.apply(command, atMs);
    if (outcome.ok) seen += outcome.events.length;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  exchange.checkInvariants('all');
  if (seen !== events) throw new Error(`${seen} events instead of ${events}`);
  return seconds;
}

interface Mix {
  readonly everyKind?: boolean;
  readonly contracts?: boolean;
}

function measure(waitingOrders: number, goal: number | null, mix: Mix = {}): Row[] {
  const all = mix.contracts === true ? 'spot and contract commands' : 'spot commands';
  const what = mix.everyKind === true ? `${all} of every kind` : all;
  progress(`${waitingOrders * 2} waiting orders, ${what}`);
  const workload = { seed: 1, commands: COMMANDS, customers: 1_000, waitingOrders, ...mix };
  const { setup, commands } = spotCommands(workload);
  const { events, trades } = count(setup, commands);
  const rounds: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    rounds.push(round(setup, commands, events));
    progress(`  ${Math.round(commands.length / rounds[i]!)} commands/s`);
  }
  const seconds = median(rounds);
  const name = `${what}, ${(waitingOrders * 2).toLocaleString('en')} waiting orders`;
  const rate = commands.length / seconds;
  return [
    goal === null
      ? infoRow(name, rate, 'commands/s', 'higher')
      : goalRow(name, rate, 'commands/s', goal, 'higher'),
    infoRow(`${name}: events`, events / seconds, 'events/s', 'higher'),
    infoRow(`${name}: trades`, trades / seconds, 'trades/s', 'higher'),
  ];
}

const rows = [
  ...measure(5_000, QUICK ? null : GOAL),
  ...measure(50_000, null),
  ...measure(5_000, QUICK ? null : GOAL, { everyKind: true }),
  ...measure(5_000, null, { everyKind: true, contracts: true }),
];
report(rows, [`${COMMANDS} commands a round, median of ${ROUNDS}; Node ${process.version}`]);
