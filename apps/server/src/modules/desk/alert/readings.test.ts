import { describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { createSources, type ReadingsOptions } from './readings.ts';

const LIMITS = {
  stale_index_seconds: 60,
  queue_length: 50,
  queue_age_minutes: 240,
  treasury_cover_percent: 20,
  insurance_cover_percent: 2,
  withdrawal_minutes: 180,
};

/** One contract of 100 lots at 60,000 (0.001 BTC each: 6,000 USDT), and the given fund. */
function insuranceOf(fundMinor: bigint, lots = 100) {
  const contract = { marketId: 1, quoteCurrencyId: USDT, tickE8: 10_000_000, quoteMinorPerTickLot: 100n };
  const exchange = {
    perpetual: {
      contracts: () => [contract],
      mark: () => ({ markE8: 60_000e8 }),
      openInterestLots: () => lots,
    },
    balance: () => ({ availableMinor: fundMinor }),
    currency: () => ({ code: 'USDT' }),
  };
  const sources = createSources({ exchange } as unknown as ReadingsOptions);
  return sources.find(({ kinds }) => kinds.includes('insurance_low'))!.read(LIMITS);
}

describe('the insurance fund', () => {
  it.each([
    ['covers too little', 119_000_000n, 'bad', '1.98 %'],
    ['covers as much as it must, but not clearly', 120_000_000n, 'between', '2 %'],
    ['covers clearly enough', 150_000_000n, 'good', '2.5 %'],
  ] as const)('%s', async (_what, fundMinor, state, figure) => {
    expect(await insuranceOf(fundMinor)).toEqual([
      { kind: 'insurance_low', subject: 'USDT', state, figure, limit: '2 %' },
    ]);
  });

  it('needs no cover while nothing is open', async () => {
    expect(await insuranceOf(0n, 0)).toEqual([]);
  });
});
