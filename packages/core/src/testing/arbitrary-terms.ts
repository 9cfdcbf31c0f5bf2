import fc from 'fast-check';
import type { Command } from '../command.ts';
import { TEST_PERPETUAL } from '../perpetual/testing/perpetual-scenario.ts';
import { HALT_REASONS, TRADING_LINES } from '../terms/halt.ts';
import { BTC_USDT, ETH_USDT, TEST_MARKETS, USDT } from './demo-exchange.ts';

const HOUR_MS = 3_600_000;
const noticeMs = fc.constantFrom(12 * HOUR_MS, 24 * HOUR_MS, HOUR_MS);
const fee = fc.constantFrom(0, 200, 1_000, 3_000, 5_000, 5_001);
const line = fc.constantFrom(...TRADING_LINES);
const marketId = fc.constantFrom(BTC_USDT, ETH_USDT, 77);

const changeMarket: fc.Arbitrary<Command> = fc
  .record({ index: fc.nat(1), makerFeePpm: fee, takerFeePpm: fee, noticeMs })
  .map(({ index, makerFeePpm, takerFeePpm, noticeMs: notice }) => ({
    type: 'changeMarketTerms',
    market: { ...TEST_MARKETS[index]!, makerFeePpm, takerFeePpm },
    noticeMs: notice,
  }));

const changePerpetual: fc.Arbitrary<Command> = fc
  .record({
    change: fc.record({
      makerFeePpm: fee,
      takerFeePpm: fee,
      liquidationFeePpm: fee,
      fundingCapPpm: fc.constantFrom(7_500, 3_000, 30_001),
      fundingIntervalMs: fc.constantFrom(8 * HOUR_MS, 4 * HOUR_MS),
      maxOrderLots: fc.constantFrom(100_000, 50),
    }),
    noticeMs,
  })
  .map(({ change, noticeMs: notice }) => ({
    type: 'changePerpetualTerms',
    perpetual: { ...TEST_PERPETUAL, ...change },
    noticeMs: notice,
  }));

const halt: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('haltTrading' as const),
  line,
  marketId,
  mode: fc.constantFrom('closeOnly' as const, 'full' as const),
  reason: fc.constantFrom(...HALT_REASONS),
  note: fc.constantFrom('', 'odd prices'),
  forMs: fc.constantFrom(null, 60_000, 240 * 60_000, HOUR_MS * 5),
  prolong: fc.boolean(),
});

const resume: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('resumeTrading' as const),
  line,
  marketId,
});

const draw: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('takeFromInsurance' as const),
  to: fc.constantFrom('treasury' as const, 'optionPool' as const),
  currencyId: fc.constant(USDT),
  amountMinor: fc.bigInt({ min: 0n, max: 10_000_000_000n }),
  reference: fc.constantFrom('test:3', ''),
});

/** Changes of terms, halts and what ends them; mostly short ones, so that trading goes on. */
export const arbitraryTermsCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: changeMarket },
  { weight: 3, arbitrary: changePerpetual },
  { weight: 1, arbitrary: halt },
  { weight: 3, arbitrary: resume },
  { weight: 1, arbitrary: draw },
);
