import { Exchange, type Command, type OptionTermsConfig } from '@tallystick/core';
import { BTC_USDT, configureCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import { goalRow, infoRow, median, progress, type Row } from '../report.ts';

const START_MS = 1_700_000_000_000;
const OPTIONS = 10_000;
const PER_CUSTOMER = 20;
const ROUNDS = 9;
const GOAL_MS = 200;
const STAKE_MINOR = 5_000_000n;

const TERMS: OptionTermsConfig = {
  marketId: BTC_USDT,
  enabled: true,
  staleMs: 10_000,
  times: [{ seconds: 60, payoutPpm: 850_000 }],
  currencies: [{ currencyId: USDT, minStake: '5', maxStake: '500', exposureLimit: '1000000' }],
};

/**
 * Ten thousand options of five hundred customers, half rise, half fall, which all start at one tick and end at one
 * tick. Timed: all `passTime` commands until nothing is due, with the postings, events and invariants of each.
 */
export function measureSettlement(quick: boolean): Row[] {
  const options = quick ? OPTIONS / 10 : OPTIONS;
  progress(`${options} options that expire in the same millisecond`);
  // The first round compiles the code.
  round(options);
  const rounds = Array.from({ length: quick ? 1 : ROUNDS }, () => round(options));
  const settled = median(rounds.map(each => each.settledMs));
  const name = `${options.toLocaleString('en')} settlements in one tick`;
  return [
    quick ? infoRow(name, settled, 'ms', 'lower') : goalRow(name, settled, 'ms', GOAL_MS, 'lower'),
    infoRow(
      `${options.toLocaleString('en')} entries in one tick`,
      median(rounds.map(each => each.enteredMs)),
      'ms',
      'lower',
    ),
    infoRow('longest command of them', median(rounds.map(each => each.longestMs)), 'ms', 'lower'),
    infoRow(
      'purchases',
      (options * 1000) / median(rounds.map(each => each.boughtMs)),
      'commands/s',
      'higher',
    ),
  ];
}

function round(options: number) {
  const exchange = new Exchange();
  const apply = (command: Command, afterMs: number) => {
    const outcome = exchange.apply(command, START_MS + afterMs);
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal.code}`);
    return outcome.events;
  };
  for (const command of setup(options)) apply(command, 0);
  const boughtMs = timed(() => {
    for (let i = 0; i < options; i++) {
      apply(purchase(1 + Math.floor(i / PER_CUSTOMER), i % 2 === 0 ? 'rise' : 'fall'), 0);
    }
  });
  const enteredMs = timed(() => apply(tick(60_000), 1_000));
  apply(tick(60_001), 59_000);
  let settled = 0;
  let longestMs = 0;
  const settledMs = timed(() => {
    while (exchange.dueAtMs() <= START_MS + 60_001) {
      const ms = timed(() => {
        for (const event of apply({ type: 'passTime' }, 60_001))
          if (event.type === 'optionChanged') settled++;
      });
      longestMs = Math.max(longestMs, ms);
    }
  });
  if (settled !== options) throw new Error(`${settled} of ${options} options were settled`);
  exchange.checkInvariants('all');
  return { boughtMs, enteredMs, settledMs, longestMs };
}

function setup(options: number): Command[] {
  const money = { currencyId: USDT, from: 'faucet', reference: 'bench:1' } as const;
  const customers = Array.from({ length: Math.ceil(options / PER_CUSTOMER) }, (_, i) => i + 1);
  return [
    ...configureCommands(),
    { type: 'configureOptions', terms: TERMS },
    { type: 'fundHouse', to: 'optionPool', amountMinor: 1_000_000_000_000n, ...money },
    ...customers.flatMap((customerId): Command[] => [
      { type: 'openCustomer', customerId },
      { type: 'credit', customerId, account: 'option', amountMinor: 1_000_000_000n, ...money },
    ]),
    tick(60_000),
  ];
}

function purchase(customerId: number, direction: 'rise' | 'fall'): Command {
  return {
    type: 'buyOption',
    customerId,
    marketId: BTC_USDT,
    direction,
    seconds: 60,
    currencyId: USDT,
    stakeMinor: STAKE_MINOR,
    termsVersion: 1,
    practice: false,
  };
}

function tick(price: number): Command {
  const priceE8 = price * 100_000_000;
  return {
    type: 'recordIndexTick',
    marketId: BTC_USDT,
    priceE8,
    sources: [{ name: 'bench', priceE8, atMs: START_MS }],
  };
}

function timed(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
