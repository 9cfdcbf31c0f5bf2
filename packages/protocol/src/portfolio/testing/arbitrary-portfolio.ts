import fc from 'fast-check';
import { liquidationPriceE8 } from '@tallystick/core/perpetual/formulas';
import { BTC, ETH, USDT } from '../../currency-ids.ts';
import type { MarginGroup, PortfolioCoin, PortfolioFacts, PortfolioPart } from '../facts.ts';

/** Launched, and not traded anywhere. */
export const NEW = 101;

const E18 = 10n ** 18n;
export const COINS: readonly PortfolioCoin[] = [
  { currencyId: BTC, code: 'BTC', decimals: 8, priceE18: 60_000n * E18, source: 'index', pricedAtMs: 1 },
  {
    currencyId: ETH,
    code: 'ETH',
    decimals: 8,
    priceE18: 3_333n * E18 + 7n,
    source: 'market',
    pricedAtMs: null,
  },
  { currencyId: USDT, code: 'USDT', decimals: 6, priceE18: E18, source: 'unit', pricedAtMs: null },
  { currencyId: NEW, code: 'NEW', decimals: 4, priceE18: null, source: null, pricedAtMs: null },
];

/** Tick 0.1, lot 0.001 BTC: a lot at a tick costs 0.0001 USDT. */
const UNIT = { tickE8: 10_000_000, quoteMinorPerTickLot: 100n, lotE18: E18 / 1_000n };

export interface PositionOptions {
  readonly side: 'long' | 'short';
  readonly lots: number;
  readonly entryTicks: number;
  readonly multiple: number;
  /** Added to or, by funding, taken from the margin. */
  readonly marginChange?: bigint;
  readonly markE8?: number;
}

/** An isolated position in BTC/USDT with its own liquidation price, at a mark of 60,000. */
export function isolated(options: PositionOptions, positionId = 1): MarginGroup {
  const { side, lots, entryTicks, multiple, marginChange = 0n, markE8 = 6_000_000_000_000 } = options;
  const entryValueMinor = BigInt(entryTicks) * BigInt(lots) * UNIT.quoteMinorPerTickLot;
  const margin = entryValueMinor / BigInt(multiple) + marginChange;
  const marginMinor = margin < 0n ? 0n : margin;
  const maintenancePpm = 5_000;
  const exposure = { side, lots, entryValueMinor, marginMinor };
  const position = {
    ...{ positionId, marketId: 1, symbol: 'BTC/USDT', side, multiple, baseCurrencyId: BTC, lots, markE8 },
    ...{ ...UNIT, entryValueMinor, maintenancePpm },
    liquidationE8: liquidationPriceE8(UNIT, exposure, maintenancePpm),
  };
  return { kind: 'isolated', currencyId: USDT, marginMinor, positions: [position] };
}

/** Facts as the server gives them: each group's margin is a part. */
export function factsOf(
  parts: readonly PortfolioPart[],
  groups: readonly MarginGroup[] = [],
  more: Partial<PortfolioFacts> = {},
): PortfolioFacts {
  const amountMinor = groups.reduce((sum, one) => sum + one.marginMinor, 0n);
  const margin = { product: 'contract', kind: 'margin', currencyId: USDT, amountMinor } as const;
  return {
    ...{ atMs: 1, unitId: USDT, coins: COINS, groups, waiting: [], deposits: [] },
    parts: amountMinor === 0n ? parts : [...parts, margin],
    ...more,
  };
}

const amount = fc.bigInt({ min: 0n, max: 10n ** 13n });
const currencyId = fc.constantFrom(BTC, ETH, USDT, NEW);
const part = fc.oneof(
  fc.record({
    product: fc.constantFrom('spot', 'contract', 'option', 'trust'),
    kind: fc.constantFrom('available', 'frozen'),
    currencyId,
    amountMinor: amount,
  }),
  fc.record({
    product: fc.constant('spot'),
    kind: fc.constantFrom('orders', 'withdrawals', 'rebates'),
    currencyId,
    amountMinor: amount,
  }),
  fc.record({
    product: fc.constant('launch'),
    kind: fc.constantFrom('commitments', 'locked'),
    currencyId,
    amountMinor: amount,
  }),
  fc.record({
    product: fc.constant('option'),
    kind: fc.constant('stakes'),
    currencyId,
    amountMinor: amount,
  }),
  fc.record({
    product: fc.constant('spot'),
    kind: fc.constant('owed'),
    currencyId: fc.constant(USDT),
    amountMinor: amount.map(minor => -minor),
  }),
) as fc.Arbitrary<PortfolioPart>;

function positions(sides: readonly ('long' | 'short')[]): fc.Arbitrary<MarginGroup> {
  return fc
    .record({
      side: fc.constantFrom(...sides),
      lots: fc.integer({ min: 1, max: 5_000 }),
      // From far before the mark to far beyond it: some wait for their liquidation.
      entryTicks: fc.integer({ min: 300_000, max: 1_200_000 }),
      multiple: fc.constantFrom(1, 2, 5, 10, 25, 100),
      marginChange: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 10n }),
    })
    .map(one => isolated(one));
}

export function arbitraryFacts(
  sides: readonly ('long' | 'short')[] = ['long', 'short'],
): fc.Arbitrary<PortfolioFacts> {
  return fc
    .tuple(fc.array(part, { maxLength: 12 }), fc.array(positions(sides), { maxLength: 6 }))
    .map(([parts, groups]) => factsOf(parts, groups));
}
