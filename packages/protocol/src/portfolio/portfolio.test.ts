import { describe, expect, it } from 'vitest';
import { BTC, ETH, USDT } from '../currency-ids.ts';
import type { PortfolioPart } from './facts.ts';
import { portfolioOf, stressOf } from './portfolio.ts';
import { factsOf, isolated, NEW } from './testing/arbitrary-portfolio.ts';

const usdt = (units: number) => BigInt(Math.round(units * 1e6));
const spot = (currencyId: number, amountMinor: bigint, kind: PortfolioPart['kind'] = 'available') =>
  ({ product: 'spot', kind, currencyId, amountMinor }) as const;
const down = (percent: number) =>
  new Map([
    [BTC, -percent],
    [ETH, -percent],
  ]);

describe('equity', () => {
  it('is all parts at their prices, and says what has none', () => {
    // 0.5 BTC at 60,000, 2 ETH at 3,333.000…7 by its last trade, 100 USDT, and 7 of a coin nobody trades.
    const facts = factsOf([
      spot(BTC, 50_000_000n),
      spot(ETH, 200_000_000n, 'orders'),
      { product: 'trust', kind: 'deposits', currencyId: USDT, amountMinor: usdt(100) },
      spot(NEW, 70_000n),
    ]);
    expect(portfolioOf(facts)).toMatchObject({
      equityMinor: usdt(36_766),
      atIndexMinor: usdt(30_100),
      unpriced: [{ currencyId: NEW, amountMinor: 70_000n }],
    });
  });

  it('counts a loss beyond the margin no further than the margin', () => {
    // Opened at 90,000 with 10 times leverage: far beyond its margin of 90 at 60,000.
    const group = isolated({ side: 'long', lots: 10, entryTicks: 900_000, multiple: 10 });
    expect(portfolioOf(factsOf([spot(USDT, usdt(5))], [group]))).toMatchObject({
      equityMinor: usdt(5),
      account: { marginMinor: usdt(90), resultMinor: -usdt(90), equityMinor: 0n, rateBps: null },
      losses: { worstMinor: 0n },
    });
  });
});

describe('the contract account', () => {
  // 0.1 BTC from 59,000 with 590 margin: 100 of profit at 60,000; maintenance 0.5 % of 6,000.
  const group = isolated({ side: 'long', lots: 100, entryTicks: 590_000, multiple: 10 });
  const free = { product: 'contract', kind: 'available', currencyId: USDT, amountMinor: usdt(310) } as const;

  it('has a margin rate, and how far each position is from its liquidation', () => {
    const { account, groups } = portfolioOf(factsOf([free], [group]));
    expect(account).toMatchObject({
      ...{ availableMinor: usdt(310), marginMinor: usdt(590), resultMinor: usdt(100) },
      ...{ equityMinor: usdt(1_000), maintenanceMinor: usdt(30), rateBps: 300n },
    });
    // (59,000 − 5,900) ÷ 0.995 = 53,366.834…: 11.05 % below 60,000. 30 of 690.
    expect(groups).toMatchObject([{ rateBps: 434n, positions: [{ distanceBps: 1105n }] }]);
  });

  it('leaves coins that carry no position out of its rate', () => {
    const coins = { ...free, currencyId: BTC, amountMinor: 1_000_000n };
    expect(portfolioOf(factsOf([free, coins], [group])).account).toMatchObject({
      ...{ equityMinor: usdt(1_000), rateBps: 300n, otherCoinsMinor: usdt(600) },
    });
  });

  it('names the group that is nearest to its liquidation', () => {
    const near = isolated({ side: 'short', lots: 100, entryTicks: 590_000, multiple: 25 }, 2);
    expect(portfolioOf(factsOf([free], [group, near])).account.nearest?.group).toBe(near);
  });
});

describe('exposure', () => {
  it('is coins held wherever they are, plus longs, less shorts', () => {
    const facts = factsOf(
      [spot(BTC, 5_000_000n), spot(BTC, 5_000_000n, 'withdrawals'), spot(USDT, usdt(1_000))],
      [
        isolated({ side: 'long', lots: 100, entryTicks: 600_000, multiple: 10 }),
        isolated({ side: 'short', lots: 250, entryTicks: 600_000, multiple: 10 }, 2),
      ],
    );
    // Held 0.1 BTC, long 0.1, short 0.25. Equity: 6,000 + 1,000 + margins of 600 and 1,500.
    expect(portfolioOf(facts).exposure).toMatchObject({
      coins: [
        {
          ...{ currencyId: BTC, heldMinor: usdt(6_000), longMinor: usdt(6_000), shortMinor: usdt(15_000) },
          ...{ netMinor: -usdt(3_000), grossMinor: usdt(27_000), netE18: -50_000_000_000_000_000n },
          shareBps: -3_296n,
        },
      ],
      unitMinor: usdt(3_100),
    });
  });
});

describe('the worst loss', () => {
  const facts = factsOf(
    [
      spot(USDT, usdt(500)),
      spot(USDT, usdt(40), 'orders'),
      spot(BTC, 1_000_000n),
      spot(USDT, -usdt(7), 'owed'),
      { product: 'option', kind: 'stakes', currencyId: USDT, amountMinor: usdt(100) },
      { product: 'trust', kind: 'deposits', currencyId: USDT, amountMinor: usdt(200) },
      { product: 'trust', kind: 'deposits', currencyId: BTC, amountMinor: 2_000_000n },
      { product: 'launch', kind: 'commitments', currencyId: USDT, amountMinor: usdt(60) },
      { product: 'contract', kind: 'waiting', currencyId: USDT, amountMinor: usdt(30) },
    ],
    [isolated({ side: 'long', lots: 100, entryTicks: 590_000, multiple: 10 })],
    {
      waiting: [
        {
          product: 'spot',
          symbol: 'BTC/USDT',
          side: 'buy',
          orders: 1,
          currencyId: USDT,
          frozenMinor: usdt(40),
        },
        { product: 'spot', symbol: 'BTC/USDT', side: 'sell', orders: 1, currencyId: BTC, frozenMinor: 9n },
        { product: 'spot', symbol: 'ETH/BTC', side: 'buy', orders: 1, currencyId: BTC, frozenMinor: 9n },
        {
          product: 'contract',
          symbol: 'BTC/USDT',
          side: 'long',
          orders: 2,
          currencyId: USDT,
          frozenMinor: usdt(30),
        },
      ],
      deposits: [
        {
          orderId: 1,
          currencyId: USDT,
          principalMinor: usdt(200),
          penaltyMinor: usdt(18),
          remainingDays: 15,
        },
        { orderId: 2, currencyId: BTC, principalMinor: 2_000_000n, penaltyMinor: 1_000n, remainingDays: 5 },
      ],
    },
  );

  it('is coins to zero, positions with their result, stakes and new coins; money in trust is safe', () => {
    expect(portfolioOf(facts).losses).toEqual({
      lines: [
        { product: 'spot', cause: 'coins', lossMinor: usdt(600) },
        { product: 'option', cause: 'stakes', lossMinor: usdt(100) },
        { product: 'trust', cause: 'coins', lossMinor: usdt(1_200) },
        { product: 'launch', cause: 'commitments', lossMinor: usdt(60) },
        { product: 'contract', cause: 'positions', lossMinor: usdt(690) },
      ],
      worstMinor: usdt(2_650),
      // 500 + 40 + 200 + 30 − 7.
      safeMinor: usdt(763),
      waiting: { spotMinor: usdt(40), contractMinor: usdt(30) },
      penaltyMinor: usdt(18.6),
    });
  });
});

describe('stress', () => {
  // Liquidated at 53,366.83.
  const group = isolated({ side: 'long', lots: 100, entryTicks: 590_000, multiple: 10 });
  const facts = factsOf([spot(BTC, 10_000_000n)], [group]);

  it('moves coins and contracts with their coin', () => {
    expect(stressOf(facts, down(10))).toMatchObject({
      ...{ equityMinor: usdt(5_490), changeMinor: -usdt(1_200), changeBps: -1_793n },
      ...{
        coins: [{ currencyId: BTC, changeMinor: -usdt(600) }],
        contractsMinor: -usdt(600),
        liquidated: [],
      },
    });
  });

  it('liquidates what it reaches, which loses its margin and result and no more', () => {
    expect(stressOf(facts, down(12))).toMatchObject({
      ...{ equityMinor: usdt(5_280), contractsMinor: 0n },
      liquidated: [{ figures: { group }, changeMinor: -usdt(690) }],
    });
    expect(stressOf(facts, down(50)).liquidated).toMatchObject([{ changeMinor: -usdt(690) }]);
  });

  it('leaves other coins and the unit as they are', () => {
    const moved = new Map([
      [ETH, -50],
      [USDT, -50],
    ]);
    expect(stressOf(facts, moved).changeMinor).toBe(0n);
  });
});
