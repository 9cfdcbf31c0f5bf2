import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BTC, ETH } from '../currency-ids.ts';
import { sumOf } from './equity.ts';
import { portfolioOf, stressOf } from './portfolio.ts';
import { arbitraryFacts, factsOf } from './testing/arbitrary-portfolio.ts';

const shock = fc.integer({ min: -100, max: 100 });
const shocks = fc.tuple(shock, shock).map(
  ([btc, eth]) =>
    new Map([
      [BTC, btc],
      [ETH, eth],
    ]),
);
const all = (percent: number) => new Map([BTC, ETH].map(id => [id, percent]));
const sum = (values: readonly bigint[]) => values.reduce((total, one) => total + one, 0n);

describe('any portfolio', () => {
  it('adds up to the unit: by part, by product, by coin', () => {
    fc.assert(
      fc.property(arbitraryFacts(), shocks, (facts, moved) => {
        const { equityMinor, worths, byProduct, byCoin } = portfolioOf(facts, moved);
        expect(sumOf(worths)).toBe(equityMinor);
        expect(sum(byProduct.map(one => one.valueMinor))).toBe(equityMinor);
        expect(sum(byCoin.map(one => one.valueMinor))).toBe(equityMinor);
      }),
    );
  });

  it('has a contract account whose parts are its equity', () => {
    fc.assert(
      fc.property(arbitraryFacts(), facts => {
        const { account, byProduct, groups } = portfolioOf(facts);
        const { availableMinor, marginMinor, waitingMinor, resultMinor, equityMinor } = account;
        expect(availableMinor + marginMinor + waitingMinor + resultMinor).toBe(equityMinor);
        expect(equityMinor + account.otherCoinsMinor).toBe(
          byProduct.find(one => one.product === 'contract')?.valueMinor,
        );
        expect(sum(groups.map(one => one.equityMinor))).toBe(marginMinor + resultMinor);
        expect(sum(groups.map(one => one.maintenanceMinor))).toBe(account.maintenanceMinor);
      }),
    );
  });

  it('has exposures that are what is held and what contracts add', () => {
    fc.assert(
      fc.property(arbitraryFacts(), facts => {
        const { exposure, equityMinor } = portfolioOf(facts);
        const { coins, unitMinor, netMinor, grossMinor } = exposure;
        expect(sum(coins.map(one => one.heldMinor)) + unitMinor).toBe(equityMinor);
        for (const one of coins) {
          expect(one.heldMinor + one.longMinor - one.shortMinor).toBe(one.netMinor);
          expect(one.heldMinor + one.longMinor + one.shortMinor).toBe(one.grossMinor);
        }
        expect(sum(coins.map(one => one.netMinor))).toBe(netMinor);
        expect(sum(coins.map(one => one.grossMinor))).toBe(grossMinor);
      }),
    );
  });

  it('loses no more than its worst loss, whatever prices do', () => {
    fc.assert(
      fc.property(arbitraryFacts(), shocks, (facts, moved) => {
        const { losses, equityMinor } = portfolioOf(facts);
        expect(sum(losses.lines.map(one => one.lossMinor))).toBe(losses.worstMinor);
        expect(losses.safeMinor + losses.worstMinor).toBe(equityMinor);
        expect(stressOf(facts, moved).equityMinor).toBeGreaterThanOrEqual(losses.safeMinor);
      }),
    );
  });
});

describe('stress', () => {
  it('of 0 % is today', () => {
    fc.assert(
      fc.property(arbitraryFacts(), facts => {
        const stress = stressOf(facts, all(0));
        expect(stress).toMatchObject({ changeMinor: 0n, coins: [], contractsMinor: 0n, liquidated: [] });
        expect(stress.equityMinor).toBe(portfolioOf(facts).equityMinor);
      }),
    );
  });

  it('adds up: coins, contracts and liquidations are the whole change', () => {
    fc.assert(
      fc.property(arbitraryFacts(), shocks, (facts, moved) => {
        const { coins, liquidated, contractsMinor, changeMinor, equityMinor } = stressOf(facts, moved);
        const parts = [...coins, ...liquidated].map(one => one.changeMinor);
        expect(sum(parts) + contractsMinor).toBe(changeMinor);
        expect(equityMinor - changeMinor).toBe(portfolioOf(facts).equityMinor);
      }),
    );
  });

  it('takes no more than their margin and today’s result from positions, liquidated or not', () => {
    fc.assert(
      fc.property(arbitraryFacts(), shocks, (facts, moved) => {
        const today = portfolioOf(facts);
        for (const [at, { group, liquidated, equityMinor, resultMinor }] of portfolioOf(
          facts,
          moved,
        ).groups.entries()) {
          expect(equityMinor).toBeGreaterThanOrEqual(0n);
          expect(resultMinor).toBeGreaterThanOrEqual(-group.marginMinor);
          if (liquidated) expect(equityMinor).toBe(0n);
          expect(equityMinor - today.groups[at]!.equityMinor).toBeGreaterThanOrEqual(
            -(group.marginMinor + today.groups[at]!.resultMinor),
          );
        }
      }),
    );
  });

  const pair = fc.tuple(shock, shock).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

  it('of higher prices is never worth less to who is only long', () => {
    fc.assert(
      fc.property(arbitraryFacts(['long']), pair, (facts, [low, high]) => {
        expect(stressOf(facts, all(low)).equityMinor).toBeLessThanOrEqual(
          stressOf(facts, all(high)).equityMinor,
        );
      }),
    );
  });

  it('of higher prices is never worth more to who is only short', () => {
    fc.assert(
      fc.property(arbitraryFacts(['short']), pair, ({ groups }, [low, high]) => {
        const facts = factsOf([], groups);
        expect(stressOf(facts, all(low)).equityMinor).toBeGreaterThanOrEqual(
          stressOf(facts, all(high)).equityMinor,
        );
      }),
    );
  });
});
