import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import type { PerpetualConfig } from '../perpetual/terms.ts';
import { PerpetualScenario, TEST_PERPETUAL } from '../perpetual/testing/perpetual-scenario.ts';
import { BTC, BTC_USDT, ETH_USDT, TEST_MARKETS, USDT } from '../testing/demo-exchange.ts';

function scenario(change: Partial<PerpetualConfig> = {}) {
  const s = new PerpetualScenario({ staleAfterMs: DAY_MS, ...change });
  for (const id of [1, 2, 3]) s.trader(id);
  s.customer(11, { USDT: '100000' });
  s.customer(12, { BTC: '10' });
  return s;
}

const contractTo = (change: Partial<PerpetualConfig>, noticeMs = DAY_MS) => ({
  type: 'changePerpetualTerms' as const,
  perpetual: { ...TEST_PERPETUAL, staleAfterMs: DAY_MS, ...change },
  noticeMs,
});
const marketTo = (change: Partial<(typeof TEST_MARKETS)[number]>, noticeMs = DAY_MS) => ({
  type: 'changeMarketTerms' as const,
  market: { ...TEST_MARKETS[0]!, ...change },
  noticeMs,
});

/** Restoring must give the same exchange, whatever terms were announced or kept. */
function restored(s: PerpetualScenario): void {
  const again = Exchange.restore(s.exchange.snapshot());
  expect(again.stateHash()).toBe(s.exchange.stateHash());
  s.exchange = again;
}

describe('terms that get worse', () => {
  it('apply after the notice; improvements in the same change apply at once', () => {
    const s = scenario();
    s.must(contractTo({ makerFeePpm: 100, takerFeePpm: 900, liquidationFeePpm: 5_000 }));
    expect(s.exchange.perpetual.contract(BTC_USDT)).toMatchObject({
      makerFeePpm: 100,
      takerFeePpm: 500,
      liquidationFeePpm: 2_000,
    });
    const { effectiveAtMs } = s.exchange.terms.announcedPerpetual(BTC_USDT)!;
    expect(effectiveAtMs).toBe(s.nowMs + DAY_MS);
    restored(s);
    s.passTo(effectiveAtMs - 1);
    expect(s.exchange.perpetual.contract(BTC_USDT)!.takerFeePpm).toBe(500);
    s.passTo(effectiveAtMs);
    expect(s.exchange.perpetual.contract(BTC_USDT)).toMatchObject({
      takerFeePpm: 900,
      liquidationFeePpm: 5_000,
    });
    expect(s.exchange.terms.announcedPerpetual(BTC_USDT)).toBeNull();
  });

  it('are replaced by another change, which starts its own notice', () => {
    const s = scenario();
    s.must(marketTo({ takerFeePpm: 3_000 }));
    s.nowMs += HOUR_MS;
    s.must(marketTo({ takerFeePpm: 4_000 }));
    expect(s.exchange.terms.announcedMarket(BTC_USDT)!.effectiveAtMs).toBe(s.nowMs + DAY_MS);
    s.must(marketTo({}));
    expect(s.exchange.terms.announcedMarket(BTC_USDT)).toBeNull();
    s.passTo(s.nowMs + 2 * DAY_MS);
    expect(s.exchange.market(BTC_USDT)!.takerFeePpm).toBe(2_000);
  });

  it('of a contract are replaced as well', () => {
    const s = scenario();
    s.must(contractTo({ takerFeePpm: 900 }));
    s.must(contractTo({}));
    expect(s.exchange.terms.announcedPerpetual(BTC_USDT)).toBeNull();
    s.passTo(s.nowMs + 2 * DAY_MS);
    expect(s.exchange.perpetual.contract(BTC_USDT)!.takerFeePpm).toBe(500);
  });

  it('need a notice and may not exceed the ceilings', () => {
    const s = scenario();
    expect(s.refusal(marketTo({ takerFeePpm: 3_000 }, 12 * HOUR_MS - 1))).toBe('notice_too_short');
    expect(s.refusal(marketTo({ takerFeePpm: 5_001 }))).toBe('fee_above_ceiling');
    expect(s.refusal(contractTo({ liquidationFeePpm: 5_001 }))).toBe('fee_above_ceiling');
    expect(s.refusal(contractTo({ makerFeePpm: 5_001 }))).toBe('fee_above_ceiling');
    expect(s.refusal(contractTo({ fundingCapPpm: 30_001 }))).toBe('fee_above_ceiling');
    expect(s.refusal(contractTo({ tickSize: '0.2' }))).toBe('invalid_perpetual');
    s.must(marketTo({ takerFeePpm: 5_000 }));
  });

  it('in older commands still apply at once and beyond the ceilings, so that old journals replay', () => {
    const s = scenario();
    s.must({ type: 'configurePerpetual', perpetual: { ...TEST_PERPETUAL, takerFeePpm: 90_000 } });
    expect(s.exchange.perpetual.contract(BTC_USDT)!.takerFeePpm).toBe(90_000);
  });

  it('tighten limits on new risk at once; a higher maintenance rate waits', () => {
    const s = scenario();
    const tiers = TEST_PERPETUAL.tiers.map(tier => ({ ...tier, maintenancePpm: 25_000, maxMultiple: 20 }));
    s.must(
      contractTo({
        multiples: [1, 2],
        maxOrderLots: 7,
        maxOpenInterestLots: 9,
        maxCustomerNotional: '1000',
        tiers,
      }),
    );
    s.must(marketTo({ priceBandPpm: 20_000 }));
    expect(s.exchange.market(BTC_USDT)!.priceBandPpm).toBe(20_000);
    const contract = s.exchange.perpetual.contract(BTC_USDT)!;
    expect(contract.maxCustomerNotionalMinor).toBe(1_000_000_000n);
    expect(contract).toMatchObject({ multiples: [1, 2], maxOrderLots: 7, maxOpenInterestLots: 9 });
    expect(contract.tiers[0]!.maintenancePpm).toBe(4_000);
    s.passTo(s.nowMs + DAY_MS);
    expect(s.exchange.perpetual.contract(BTC_USDT)!.tiers[0]!.maintenancePpm).toBe(25_000);
  });
});

describe('worse terms', () => {
  it('include a larger smallest order', () => {
    const s = scenario();
    s.must(marketTo({ minNotional: '50' }));
    expect(s.exchange.market(BTC_USDT)!.minNotionalMinor).toBe(5_000_000n);
    s.passTo(s.nowMs + DAY_MS);
    expect(s.exchange.market(BTC_USDT)!.minNotionalMinor).toBe(50_000_000n);
    s.must(marketTo({ minNotional: '10' }));
    expect(s.exchange.market(BTC_USDT)!.minNotionalMinor).toBe(10_000_000n);
  });

  it.each([
    ['of large exposures only', [4_000, 10_000, 26_000], ['50000', '250000', '5000000']],
    ['where a tier ends earlier', [4_000, 10_000, 25_000], ['40000', '250000', '5000000']],
    ['where another tier ends earlier', [4_000, 10_000, 25_000], ['50000', '200000', '5000000']],
  ])('is a higher maintenance rate %s', (_where, rates, limits) => {
    const s = scenario();
    const tiers = TEST_PERPETUAL.tiers.map((tier, i) => ({
      ...tier,
      maintenancePpm: rates[i]!,
      maxNotional: limits[i]!,
    }));
    s.must(contractTo({ tiers }));
    expect(s.exchange.terms.announcedPerpetual(BTC_USDT)).not.toBeNull();
    const now = s.exchange.perpetual.contract(BTC_USDT)!.tiers;
    expect(now.map(tier => [tier.maintenancePpm, tier.maxNotionalMinor])).toEqual([
      [4_000, 50_000_000_000n],
      [10_000, 250_000_000_000n],
      [25_000, 5_000_000_000_000n],
    ]);
  });

  it('apply at their own time, whatever else applies earlier', () => {
    const s = scenario();
    s.must(marketTo({ takerFeePpm: 3_000 }, 12 * HOUR_MS));
    s.must(contractTo({ takerFeePpm: 900 }, 13 * HOUR_MS));
    s.must({ ...marketTo({}, 14 * HOUR_MS), market: { ...TEST_MARKETS[1]!, takerFeePpm: 4_000 } });
    const start = s.nowMs;
    const inForce = () => [
      s.exchange.market(BTC_USDT)!.takerFeePpm,
      s.exchange.perpetual.contract(BTC_USDT)!.takerFeePpm,
      s.exchange.market(ETH_USDT)!.takerFeePpm,
    ];
    s.passTo(start + 12 * HOUR_MS);
    expect(inForce()).toEqual([3_000, 500, 2_000]);
    s.passTo(start + 13 * HOUR_MS);
    expect(inForce()).toEqual([3_000, 900, 2_000]);
    s.passTo(start + 14 * HOUR_MS);
    expect(inForce()).toEqual([3_000, 900, 4_000]);
  });
});

describe('positions and waiting orders keep their fees', () => {
  it('positions pay the closing fee they were opened with, or a lower one at once', () => {
    const s = scenario();
    const { long } = s.open(1, 2, 10, '60000');
    s.must(contractTo({ takerFeePpm: 5_000, makerFeePpm: 5_000 }));
    s.passTo(s.nowMs + DAY_MS);
    s.index('60000');
    restored(s);
    s.must(s.limit(3, 'long', 10, '60000'));
    s.must(s.close(1, long, 5));
    // 0.005 BTC at 60,000 are 300 USDT; 0.05 % of it.
    expect(s.events.find(event => event.type === 'perpetualTraded')).toMatchObject({
      takerFeeMinor: 150_000n,
    });
    s.must(contractTo({ takerFeePpm: 100, makerFeePpm: 100 }));
    s.must(s.close(1, long, 5));
    expect(s.events.find(event => event.type === 'perpetualTraded')).toMatchObject({
      takerFeeMinor: 30_000n,
    });
  });

  it('a limit close that waits pays the maker fee of its position', () => {
    const s = scenario();
    const { long } = s.open(1, 2, 10, '60000');
    s.must(s.close(1, long, 10, '60100'));
    s.must(contractTo({ makerFeePpm: 5_000 }));
    s.passTo(s.nowMs + DAY_MS);
    s.index('60000');
    restored(s);
    s.must(s.limit(3, 'long', 10, '60100'));
    // 601 USDT at 0.02 %.
    expect(s.events.find(event => event.type === 'perpetualTraded')).toMatchObject({
      makerEffect: 'close',
      makerFeeMinor: 120_200n,
    });
  });

  it('a liquidation takes the fees the position was opened with', () => {
    const s = scenario();
    s.open(1, 2, 10, '60000', { long: 50 });
    s.must(contractTo({ liquidationFeePpm: 5_000, takerFeePpm: 5_000 }));
    s.passTo(s.nowMs + DAY_MS);
    s.index('60000');
    s.must(s.limit(3, 'long', 10, '59000'));
    s.index('59000');
    const liquidation = s.events.find(event => event.type === 'positionLiquidated')!;
    // Fee on 590 USDT, taken from the remaining margin of 2 USDT.
    expect(liquidation).toMatchObject({
      liquidationFeePpm: 2_000,
      takerFeePpm: 500,
      liquidationFeeMinor: 1_180_000n,
      feeMinor: 295_000n,
    });
  });

  it('positions opened afterwards pay the new fees', () => {
    const s = scenario();
    s.must(contractTo({ takerFeePpm: 1_000 }));
    s.passTo(s.nowMs + DAY_MS);
    s.index('60000');
    const { long } = s.open(1, 2, 10, '60000');
    s.must(s.limit(3, 'long', 10, '60000'));
    s.must(s.close(1, long));
    expect(s.events.find(event => event.type === 'perpetualTraded')).toMatchObject({
      takerFeeMinor: 600_000n,
    });
  });

  it('waiting spot orders pay at most the fee in force when they were placed', () => {
    const s = scenario();
    s.must(s.limitOrder(12, 'sell', '1', '60100'));
    s.must(marketTo({ makerFeePpm: 5_000, takerFeePpm: 5_000 }));
    s.passTo(s.nowMs + DAY_MS);
    restored(s);
    s.must(s.limitOrder(11, 'buy', '0.5', '60100'));
    // 30,050 USDT at 0.1 %; the buyer came later and pays 0.5 % of 0.5 BTC.
    expect(s.events.find(event => event.type === 'traded')).toMatchObject({
      makerFeeMinor: 30_050_000n,
      takerFeeMinor: 250_000n,
    });
    s.must(marketTo({ makerFeePpm: 0, takerFeePpm: 5_000 }));
    s.must(s.limitOrder(11, 'buy', '0.5', '60100'));
    expect(s.events.find(event => event.type === 'traded')).toMatchObject({ makerFeeMinor: 0n });
  });
});

describe('funding terms', () => {
  it('change for all at the first funding after the notice, which still uses the old terms', () => {
    const s = scenario({ interestPpm: 10_000, fundingCapPpm: 7_500 });
    s.open(1, 2, 10, '60000');
    s.must(s.limit(3, 'long', 1_000, '59990'));
    s.must(s.limit(3, 'short', 1_000, '60010'));
    const start = s.nowMs;
    s.nowMs += HOUR_MS;
    s.must(contractTo({ interestPpm: 10_000, fundingCapPpm: 1_000, fundingIntervalMs: 4 * HOUR_MS }));
    const { effectiveAtMs } = s.exchange.terms.announcedPerpetual(BTC_USDT)!;
    expect(effectiveAtMs).toBe(start + DAY_MS + 8 * HOUR_MS);
    s.passTo(effectiveAtMs - HOUR_MS);
    s.index('60000');
    s.passTo(effectiveAtMs - 1);
    const events = s.passTo(effectiveAtMs);
    expect(events.find(event => event.type === 'fundingSettled')).toMatchObject({ capPpm: 7_500 });
    expect(s.exchange.perpetual.contract(BTC_USDT)!.fundingCapPpm).toBe(1_000);
    expect(s.exchange.perpetual.funding(BTC_USDT)!.nextFundingAtMs).toBe(effectiveAtMs + 4 * HOUR_MS);
  });
});

describe('funding terms of one of several contracts', () => {
  it('wait for its own funding, which may be another command at the same moment', () => {
    const s = scenario();
    const ether = { ...TEST_PERPETUAL, marketId: ETH_USDT, tickSize: '0.01', lotSize: '0.01' };
    s.must({ type: 'configurePerpetual', perpetual: ether });
    s.must({
      type: 'changePerpetualTerms',
      perpetual: { ...ether, fundingCapPpm: 1_000 },
      noticeMs: DAY_MS,
    });
    const { effectiveAtMs } = s.exchange.terms.announcedPerpetual(ETH_USDT)!;
    s.passTo(effectiveAtMs - 1);
    s.nowMs = effectiveAtMs;
    s.must({ type: 'passTime' });
    expect(s.exchange.perpetual.funding(BTC_USDT)!.nextFundingAtMs).toBeGreaterThan(effectiveAtMs);
    expect(s.exchange.perpetual.funding(ETH_USDT)!.nextFundingAtMs).toBe(effectiveAtMs);
    expect(s.exchange.perpetual.contract(ETH_USDT)!.fundingCapPpm).toBe(7_500);
    s.passTo(effectiveAtMs);
    expect(s.exchange.perpetual.contract(ETH_USDT)!.fundingCapPpm).toBe(1_000);
  });
});

describe('the insurance fund', () => {
  it('keeps 1 % of the open interest', () => {
    const s = scenario();
    s.fundInsurance('100');
    s.open(1, 2, 100, '60000');
    const draw = (amountMinor: bigint) => ({
      type: 'takeFromInsurance' as const,
      to: 'treasury' as const,
      currencyId: USDT,
      amountMinor,
      reference: 'proposal:1',
    });
    // 0.1 BTC at the mark of 60,000 is 6,000 USDT; the floor is 60.
    expect(s.refusal(draw(40_000_001n))).toBe('insurance_floor');
    s.must(draw(40_000_000n));
    expect(s.house('insurance')).toBe(60_000_000n);
    expect(s.refusal(draw(1n))).toBe('insurance_floor');
    expect(s.refusal({ ...draw(1n), to: 'insurance' as 'treasury' })).toBe('invalid_order');
  });

  it('rounds its floor up', () => {
    const s = scenario();
    s.fundInsurance('100');
    s.open(1, 2, 1, '60000');
    s.index('60003.0051');
    const { markE8 } = s.exchange.perpetual.mark(BTC_USDT)!;
    const worth = (BigInt(markE8) * 1_000_000n) / 100_000_000n / 1_000n;
    const free = 100_000_000n - (worth + 99n) / 100n;
    const draw = (amountMinor: bigint) => ({
      type: 'takeFromInsurance' as const,
      to: 'treasury' as const,
      currencyId: USDT,
      amountMinor,
      reference: 'proposal:1',
    });
    expect(worth % 100n).not.toBe(0n);
    expect(s.refusal(draw(free + 1n))).toBe('insurance_floor');
    s.must(draw(free));
  });

  it('counts only contracts in its own currency', () => {
    const s = scenario();
    s.open(1, 2, 100, '60000');
    const coins = { currencyId: BTC, amountMinor: 1_000n, reference: 'test:bitcoin' };
    s.must({ type: 'fundHouse', from: 'faucet', to: 'insurance', ...coins });
    // 60 USDT must stay. No contract in bitcoin is open, so all bitcoin may be taken.
    s.must({ type: 'takeFromInsurance', to: 'treasury', ...coins });
    const { availableMinor } = s.exchange.balance({ ownerId: 0, account: 'insurance', currencyId: BTC });
    expect(availableMinor).toBe(0n);
  });
});
