import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  s.trader(1);
  s.trader(2);
  s.trader(3);
});

describe('an order opens an isolated position of its own', () => {
  it('freezes margin and fee while it waits, and keeps the margin frozen once it holds', () => {
    const id = s.ordered(s.limit(1, 'long', 100, '60000'));
    // 0.1 BTC at 60,000: 6,000; a tenth is margin, 0.02 % the maker's fee.
    expect(s.position(id)).toMatchObject({
      status: 'pending',
      waitingLots: 100,
      waitingMinor: 601_200_000n,
      marginMinor: 0n,
      liquidationE8: null,
    });
    expect(s.contractFunds(1)).toEqual({ available: 999_398_800_000n, frozen: 601_200_000n });

    const other = s.ordered(s.marketOf(2, 'short', 100));
    expect(s.position(id)).toMatchObject({
      status: 'holding',
      waitingLots: 0,
      waitingMinor: 0n,
      openedLots: 100,
      entryValueMinor: 6_000_000_000n,
      marginMinor: 600_000_000n,
      feeMinor: 1_200_000n,
      openingEndReason: 'filled',
    });
    expect(s.position(other)).toMatchObject({ status: 'holding', feeMinor: 3_000_000n });
    expect(s.contractFunds(1)).toEqual({ available: 999_398_800_000n, frozen: 600_000_000n });
    expect(s.contractFunds(2)).toEqual({ available: 999_397_000_000n, frozen: 600_000_000n });
    expect(s.house('fees')).toBe(4_200_000n);
    expect(s.house('perpetualClearing')).toBe(0n);
    expect(s.exchange.perpetual.openInterestLots(1)).toBe(100);
  });

  it('shows where it will be liquidated: (entry − margin ÷ size) ÷ (1 − rate), mirrored for short', () => {
    const { long, short } = s.open(1, 2, 100, '60000');
    // (60,000 − 6,000) ÷ 0.996 and (60,000 + 6,000) ÷ 1.004
    expect(s.position(long).liquidationE8).toBe(5_421_686_746_987);
    expect(s.position(short).liquidationE8).toBe(6_573_705_179_283);
    expect(s.position(long).bankruptcyE8).toBe(5_400_000_000_000);
  });
});
