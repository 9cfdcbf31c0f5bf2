/**
 * `bench:takeover`: two cores, one of which stands by, on Debian's PostgreSQL with a synchronous standby; a gateway in this
 * process sends orders over NATS while the active core fails again and again, or the primary's host of three under
 * Patroni. Counts what was lost or done twice, and times how long nobody answered.
 *
 *   --fault kill|cut|pause|stop|db-kill|db-cut   default kill; `cut` and `db-cut` need root
 *   --rounds N                                   default 10
 *   --json                                       one JSON array on standard output and nothing else
 */
import { parseArgs } from 'node:util';
import { goalRow, infoRow, median, progress, report } from './report.ts';
import { FAULTS, GOAL_MS } from './takeover/faults.ts';
import { takeoverRounds } from './takeover/rounds.ts';

const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: 'kill' },
    rounds: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});
const fault = FAULTS.find(one => one === values.fault);
const rounds = Number(values.rounds);
if (fault === undefined || !Number.isInteger(rounds) || rounds < 1)
  throw new RangeError(`--fault ${FAULTS.join('|')} --rounds N`);

const SENDERS = 64;

progress(`${rounds} times ${fault}`);
const { takeovers, askedAgain, verdict } = await takeoverRounds(fault, rounds, {
  senders: SENDERS,
  betweenMs: 1_500,
  onRound: ms => progress(`  ${Math.round(ms)} ms`),
});
const sorted = takeovers.toSorted((a, b) => a - b);
const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1]!;
report(
  [
    infoRow('time until a core answers again: median', median(takeovers), 'ms', 'lower'),
    goalRow('time until a core answers again: p99', p99, 'ms', GOAL_MS[fault], 'lower'),
    infoRow('acknowledged', verdict.acknowledged, 'orders', 'higher'),
    infoRow('asked again after no answer', askedAgain, 'orders', 'lower'),
    goalRow('acknowledged, but not in the journal', verdict.lost, 'orders', 0, 'lower'),
    goalRow('keys done twice', verdict.doubled, 'orders', 0, 'lower'),
    goalRow('epochs that fell', verdict.fallen, 'rows', 0, 'lower'),
    infoRow('epoch at the end', verdict.epoch, '', 'higher'),
  ],
  [`${SENDERS} orders on their way at any time; every row of the journal is in its place of the chain.`],
);
