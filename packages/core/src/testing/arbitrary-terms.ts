import fc from 'fast-check';
import type { Command } from '../command.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { PerpetualConfig } from '../perpetual/terms.ts';
import { HALT_REASONS, TRADING_LINES } from '../market/halt.ts';
import { BTC_USDT, ETH_USDT, TEST_MARKETS, USDT } from './demo-exchange.ts';

const noticeMs = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(12 * HOUR_MS, 24 * HOUR_MS) },
  fc.constantFrom(HOUR_MS, 12 * HOUR_MS - 1),
);
const fee = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(0, 200, 1_000, 3_000, 5_000) },
  fc.constant(5_001),
);
const line = fc.constantFrom(...TRADING_LINES);
const marketId = fc.constantFrom(BTC_USDT, ETH_USDT, 77);

const changeMarket: fc.Arbitrary<Command> = fc
  .record({ index: fc.nat(1), makerFeePpm: fee, takerFeePpm: fee, noticeMs })
  .map(({ index, makerFeePpm, takerFeePpm, noticeMs: notice }) => ({
    type: 'changeMarketTerms',
    market: { ...TEST_MARKETS[index]!, makerFeePpm, takerFeePpm },
    noticeMs: notice,
  }));

/** The contract's configuration there. */
function changePerpetual(contract: PerpetualConfig): fc.Arbitrary<Command> {
  const withMaintenance = (maintenancePpm: number) =>
    contract.tiers.map((tier, i) => (i === 0 ? { ...tier, maintenancePpm } : tier));
  return fc
    .record({
      makerFeePpm: fee,
      takerFeePpm: fee,
      liquidationFeePpm: fee,
      fundingCapPpm: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(7_500, 7_500, 3_000) },
        fc.constant(30_001),
      ),
      fundingIntervalMs: fc.constantFrom(HOUR_MS, HOUR_MS, 2 * HOUR_MS),
      interestPpm: fc.constantFrom(100, 100, -500),
      maxOrderLots: fc.constantFrom(100_000, 250),
      maxOpenInterestLots: fc.constantFrom(3_000, 2_000),
      multiples: fc.constantFrom(contract.multiples, contract.multiples.slice(0, 8)),
      tiers: fc.constantFrom(2_500, 4_000, 5_000).map(withMaintenance),
    })
    .chain(change =>
      noticeMs.map(notice => ({
        type: 'changePerpetualTerms' as const,
        perpetual: { ...contract, ...change },
        noticeMs: notice,
      })),
    );
}

const halt: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('haltTrading' as const),
  line,
  marketId,
  mode: fc.constantFrom('closeOnly' as const, 'full' as const),
  reason: fc.constantFrom(...HALT_REASONS),
  note: fc.constantFrom('', 'odd prices'),
  forMs: fc.constantFrom(null, MINUTE_MS, 4 * HOUR_MS, HOUR_MS * 5),
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
  amountMinor: fc.oneof(
    fc.bigInt({ min: 0n, max: 10_000_000_000n }),
    fc.bigInt({ min: 1n, max: 50_000_000n }),
  ),
  reference: fc.constantFrom('test:3', ''),
});

/** Changes of terms, halts and their ends; mostly short halts, so that trading goes on. */
export function arbitraryTerms(contract: PerpetualConfig): fc.Arbitrary<Command> {
  return fc.oneof(
    { weight: 3, arbitrary: changeMarket },
    { weight: 3, arbitrary: changePerpetual(contract) },
    { weight: 1, arbitrary: halt },
    { weight: 3, arbitrary: resume },
    { weight: 1, arbitrary: draw },
  );
}
