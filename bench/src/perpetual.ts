/**
 * `bench:perpetual`: one contract with 100,000 open positions of 1,000 customers. An index tick that liquidates nobody;
 * a jump that liquidates 10,000 positions, once into a deep book and once without a book, so that all of them are
 * deleveraged; a funding of all positions. Then 100,000 accounts that carry positions in 20 contracts: index ticks of all
 * contracts in turn, and a jump of one that liquidates some accounts step by step. After jumps and fundings all invariants are checked.
 *
 *   --json    one JSON array on standard output and nothing else
 *   --quick   a tenth of the positions, without goals
 */
import { Exchange, type Command, type Event } from '@tallystick/core';
import { crossBook } from '@tallystick/core/perpetual/testing/cross-book';
import { perpetualBook, type PerpetualBook } from '@tallystick/core/perpetual/testing/perpetual-book';
import { goalRow, infoRow, median, progress, report, type Row } from './report.ts';

const QUICK = process.argv.includes('--quick');
const POSITIONS = QUICK ? 10_000 : 100_000;
const LIQUIDATED = POSITIONS / 10;
const TICKS = QUICK ? 200 : 2_000;
const ROUNDS = QUICK ? 1 : 5;
const CROSS_ACCOUNTS = QUICK ? 10_000 : 100_000;
const CONTRACTS = 20;
const CROSS_TICKS = QUICK ? 400 : 4_000;

/** Times a command that must be accepted. */
function timed(exchange: Exchange, command: Command, atMs: number): { ms: number; events: readonly Event[] } {
  const startedAt = performance.now();
  const outcome = exchange.apply(command, atMs);
  const ms = performance.now() - startedAt;
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(outcome.refusal)}`);
  return { ms, events: outcome.events };
}

function count(events: readonly Event[], type: Event['type']): number {
  return events.reduce((sum, event) => sum + (event.type === type ? 1 : 0), 0);
}

function measureTicks(book: PerpetualBook): Row[] {
  progress('index ticks that reach nobody');
  const exchange = Exchange.restore(book.snapshot);
  const times: number[] = [];
  for (let i = 0; i < TICKS; i++) {
    const price = book.indexE8 + ((i % 41) - 20) * 100_000_000;
    const { ms, events } = timed(exchange, book.tick(price), book.atMs + i * 250);
    if (count(events, 'positionLiquidated') > 0) throw new Error('a tick liquidated somebody');
    times.push(ms);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const name = `mark update, ${POSITIONS.toLocaleString('en')} open positions`;
  return [
    goal(name, median(times), 'ms', 1),
    infoRow(`${name}: 99th percentile`, sorted[Math.floor(sorted.length * 0.99)]!, 'ms', 'lower'),
  ];
}

function measureJump(book: PerpetualBook, into: string, closedBy: Event['type']): Row[] {
  progress(`a jump that liquidates ${LIQUIDATED} positions ${into}`);
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const exchange = Exchange.restore(book.snapshot);
    const { ms, events } = timed(exchange, book.tick(book.jumpE8), book.atMs);
    const liquidated = count(events, 'positionLiquidated');
    if (liquidated !== LIQUIDATED || count(events, closedBy) < LIQUIDATED) {
      throw new Error(`${liquidated} liquidations, ${count(events, closedBy)} ${closedBy}`);
    }
    exchange.checkInvariants('all');
    times.push(ms / 1000);
    progress(`  ${times.at(-1)!.toFixed(3)} s, ${events.length} events`);
  }
  return [goal(`${LIQUIDATED.toLocaleString('en')} liquidations ${into}`, median(times), 's', 2)];
}

function measureFunding(book: PerpetualBook): Row[] {
  progress('a funding');
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const exchange = Exchange.restore(book.snapshot);
    const { ms, events } = timed(exchange, { type: 'passTime' }, book.fundingAtMs);
    const settled = events.find(event => event.type === 'fundingSettled');
    if (settled?.positionIds.length !== POSITIONS) throw new Error('a funding left positions out');
    const sum = settled.amountsMinor.reduce((total, amount) => total + amount, settled.roundingMinor);
    if (sum !== 0n) throw new Error(`a funding sums to ${sum}`);
    exchange.checkInvariants('all');
    times.push(ms);
    progress(`  ${ms.toFixed(0)} ms`);
  }
  return [goal(`funding, ${POSITIONS.toLocaleString('en')} open positions`, median(times), 'ms', 500)];
}

/** Random walks of all contracts in turn: no account but those near their thresholds is looked at. */
function measureCross(): Row[] {
  progress(`${CROSS_ACCOUNTS} accounts that carry positions in ${CONTRACTS} contracts`);
  const { exchange, atMs, indexE8, tick } = crossBook(CROSS_ACCOUNTS, CONTRACTS);
  const prices = Array.from({ length: CONTRACTS }, () => indexE8);
  const times: number[] = [];
  const looksBefore = exchange.perpetual.crossLooks;
  let steps = 0;
  let seed = 1;
  for (let i = 0; i < CROSS_TICKS; i++) {
    seed = (seed * 48_271) % 2_147_483_647;
    const at = i % CONTRACTS;
    // Up to 0.1 % a tick, and slowly back toward the beginning.
    const drift = Math.round((indexE8 - prices[at]!) / 50);
    prices[at]! += Math.round(((seed / 2_147_483_647) * 2 - 1) * indexE8 * 0.001) + drift;
    const { ms, events } = timed(exchange, tick(at + 1, prices[at]!), atMs + i * 10);
    steps += count(events, 'positionLiquidated');
    times.push(ms);
  }
  const looks = (exchange.perpetual.crossLooks - looksBefore) / CROSS_TICKS;
  const sorted = times.toSorted((a, b) => a - b);
  const name = `mark update, ${CROSS_ACCOUNTS.toLocaleString('en')} cross accounts over ${CONTRACTS} contracts`;
  progress(`  ${steps} liquidations by the ticks`);
  const jump = timed(exchange, tick(1, Math.round(indexE8 * 0.94)), atMs + CROSS_TICKS * 10);
  const jumped = count(jump.events, 'positionLiquidated');
  if (jumped === 0) throw new Error('the jump liquidated nobody');
  exchange.checkInvariants('all');
  return [
    goal(name, median(times), 'ms', 2),
    infoRow(`${name}: 99th percentile`, sorted[Math.floor(sorted.length * 0.99)]!, 'ms', 'lower'),
    infoRow(`${name}: accounts looked at`, looks, 'per tick', 'lower'),
    infoRow(
      `a fall of 6 % in one contract, ${jumped.toLocaleString('en')} steps`,
      jump.ms / 1000,
      's',
      'lower',
    ),
  ];
}

function goal(name: string, value: number, unit: string, most: number): Row {
  return QUICK ? infoRow(name, value, unit, 'lower') : goalRow(name, value, unit, most, 'lower');
}

progress(`${POSITIONS} positions`);
const size = { positions: POSITIONS, weak: LIQUIDATED, customers: 1_000 };
const deep = perpetualBook({ ...size, bids: true });
const rows = [
  ...measureTicks(deep),
  ...measureJump(deep, 'into the book', 'perpetualTraded'),
  ...measureJump(perpetualBook({ ...size, bids: false }), 'by deleveraging', 'positionDeleveraged'),
  ...measureFunding(deep),
  ...measureCross(),
];
report(rows, [`median of ${ROUNDS}; Node ${process.version}`]);
