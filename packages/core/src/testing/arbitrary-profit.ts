import fc from 'fast-check';
import type { Command, CommandOf } from '../command.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { ReadonlyExchange } from '../exchange.ts';
import {
  CHANNELS,
  HOUSE_FUNDS,
  PLATFORM_OWNER,
  PROFIT_SOURCES,
  type Channel,
  type ProfitSource,
} from '../ledger/account.ts';
import { BTC, USDT } from './demo-exchange.ts';

type WithdrawProfit = CommandOf<'withdrawProfit'>;

const HUGE_MINOR = 10n ** 30n;
/** Stands for the row of a decision, of which each pays out once: `numberedProfit` gives it a number. */
const A_ROW = 'profit:1';

/** Seldom one of the others, which are refused. */
function mostly<T>(accepted: fc.Arbitrary<T>, ...others: readonly unknown[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 24, arbitrary: accepted }, fc.constantFrom(...(others as T[])));
}

const currencyId = mostly(fc.constantFrom(USDT, USDT, BTC), 99);

/** To the house's funds from outside, so that there is money at both ends of a withdrawal of profit. */
const fund: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('fundHouse' as const),
  from: fc.constantFrom('bank' as const, 'custodyTron' as const, 'custodyBitcoin' as const),
  to: fc.constantFrom('treasury' as const, ...HOUSE_FUNDS),
  currencyId,
  amountMinor: fc.oneof(fc.bigInt(1n, 50_000_000n), fc.bigInt(1n, 20_000_000_000n)),
  reference: fc.constant('test:5'),
});

/** Every source and channel; announced and proven just long enough ago or not quite; assets that just suffice or do not. */
const withdraw = fc
  .record({
    from: mostly<ProfitSource>(fc.constantFrom(...PROFIT_SOURCES), 'insurance', 'referral'),
    to: mostly<Channel>(fc.constantFrom(...CHANNELS), 'faucet', 'treasury'),
    currencyId,
    amountMinor: mostly(fc.bigInt(1n, 50_000_000n), 0n, -1n, HUGE_MINOR),
    // Below zero: not yet; null: before all time.
    announcedAgoMs: mostly<number | null>(
      fc.constantFrom(DAY_MS, DAY_MS, DAY_MS + 1, 3 * DAY_MS, DAY_MS - 1),
      ...[HOUR_MS, 0, -1, 0.5, NaN, null],
    ),
    provenAgoMs: mostly<number | null>(
      fc.constantFrom(DAY_MS, DAY_MS - 1, HOUR_MS, 0),
      ...[DAY_MS + 1, 2 * DAY_MS, -1, 0.5, NaN, null],
    ),
    liabilitiesMinor: mostly(fc.constantFrom(0n, 10_000_000n), -1n),
    // What there is beyond liabilities and amount.
    overMinor: mostly(fc.constantFrom(0n, 5n, 10n ** 12n, -1n), -5_000n, -HUGE_MINOR),
    reference: mostly(fc.constantFrom(A_ROW, 'p', 'p'.repeat(128)), '', 'p'.repeat(129)),
  })
  .map(({ announcedAgoMs, provenAgoMs, overMinor, ...rest }) => (nowMs: number): Command => ({
    type: 'withdrawProfit',
    ...rest,
    announcedAtMs: momentOf(nowMs, announcedAgoMs),
    provenAtMs: momentOf(nowMs, provenAgoMs),
    assetsMinor: rest.liabilitiesMinor + rest.amountMinor + overMinor,
  }));

function momentOf(nowMs: number, agoMs: number | null): number {
  return agoMs === null ? 0 : nowMs - agoMs;
}

/** Withdrawals of profit, accepted or refused for every reason if `aimedProfit` aims them, and money for them. */
export const arbitraryProfitCommand: fc.Arbitrary<(nowMs: number) => Command> = fc.oneof(
  { weight: 3, arbitrary: withdraw },
  { weight: 1, arbitrary: fund.map(command => () => command) },
);

/** The command for a row of its own, if it is for one. */
export function numberedProfit(command: WithdrawProfit, exchange: ReadonlyExchange): WithdrawProfit {
  if (command.reference !== A_ROW) return command;
  return { ...command, reference: `profit:${exchange.lastPostingId + 1}` };
}

/**
 * The command mostly from the source and to the channel with the most money, with the amount at the edge of a bound or
 * beyond it: what is free, what the source has, what lies in the channel. `aim` ≥ 0 decides.
 */
export function aimedProfit(
  command: WithdrawProfit,
  exchange: ReadonlyExchange,
  aim: number,
): WithdrawProfit {
  const { amountMinor, assetsMinor } = command;
  // An amount that is refused for itself stays.
  if (amountMinor <= 0n || amountMinor === HUGE_MINOR) return command;
  const held = (account: ProfitSource | Channel): bigint =>
    exchange.balance({ ownerId: PLATFORM_OWNER, account, currencyId: command.currencyId }).availableMinor;
  const most = <T extends ProfitSource | Channel>(among: readonly T[], sign: bigint): T =>
    among.reduce((best, one) => (held(one) * sign > held(best) * sign ? one : best));
  const from = PROFIT_SOURCES.includes(command.from) && aim % 5 > 0 ? most(PROFIT_SOURCES, 1n) : command.from;
  const to = CHANNELS.includes(command.to) && aim % 7 > 0 ? most(CHANNELS, -1n) : command.to;
  const edges = [amountMinor, exchange.freeProfitMinor(command.currencyId), held(from), -held(to)];
  const edgeMinor = edges[aim % edges.length]!;
  const aimedMinor = edgeMinor <= 0n ? amountMinor : edgeMinor + (aim % 3 === 0 ? 1n : 0n);
  return {
    ...command,
    from,
    to,
    amountMinor: aimedMinor,
    assetsMinor: assetsMinor < 0n ? assetsMinor : assetsMinor + aimedMinor - amountMinor,
  };
}
