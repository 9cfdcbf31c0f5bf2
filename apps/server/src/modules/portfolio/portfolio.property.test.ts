import { Exchange, type ReadonlyExchange } from '@tallystick/core';
import { assertCovering } from '@tallystick/core/testing/assert-covering';
import { mixedHistory, playMixed } from '@tallystick/core/testing/mixed-history';
import type { PartKind, PortfolioFacts } from '@tallystick/protocol/portfolio/facts';
import { portfolioOf } from '@tallystick/protocol/portfolio/portfolio';
import { readPortfolio } from '@tallystick/protocol/portfolio/read-portfolio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PortfolioService } from './service.ts';
import { wirePortfolio } from './wire.ts';

const CUSTOMERS = [1, 2, 3, 4];
const KINDS: readonly PartKind[] = [
  ...(['available', 'orders', 'withdrawals', 'commitments', 'locked', 'margin', 'waiting'] as const),
  ...(['stakes', 'deposits', 'rebates'] as const),
];
const EVERY = 25;

function sumOf(all: readonly PortfolioFacts[], kinds: readonly PartKind[], currencyId: number): bigint {
  return all
    .flatMap(({ parts }) => parts)
    .filter(one => one.currencyId === currencyId && kinds.includes(one.kind))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** The ledger knows the same amounts in other accounts. */
function expectLedger(exchange: ReadonlyExchange, all: readonly PortfolioFacts[]): void {
  const platform = (account: 'launchEscrow' | 'optionEscrow' | 'referral', currencyId: number) =>
    exchange.balance({ ownerId: 0, account, currencyId }).availableMinor;
  const inAccounts = KINDS.filter(kind => !['locked', 'stakes', 'rebates'].includes(kind));
  for (const { id } of exchange.currencies()) {
    const held = CUSTOMERS.flatMap(customerId => exchange.balancesOf(customerId))
      .filter(({ currencyId }) => currencyId === id)
      .reduce((sum, { availableMinor, frozenMinor }) => sum + availableMinor + frozenMinor, 0n);
    expect(sumOf(all, inAccounts, id)).toBe(held);
    expect(sumOf(all, ['locked'], id)).toBe(platform('launchEscrow', id));
    expect(sumOf(all, ['rebates'], id)).toBe(platform('referral', id));
    // The rest of it is what the house has promised.
    expect(sumOf(all, ['stakes'], id)).toBeLessThanOrEqual(platform('optionEscrow', id));
  }
}

describe('portfolios in any history of all products', () => {
  it('have all that customers own, once, and survive the wire', async () => {
    const seen = new Map<string, number>();
    await assertCovering(
      fc.property(mixedHistory, steps => {
        const exchange = new Exchange();
        const service = new PortfolioService({ exchange, valuation: { rate: () => null }, now: () => 1 });
        let commands = 0;
        playMixed(exchange, steps, () => {
          commands++;
          if (commands % EVERY !== 0) return;
          const all = CUSTOMERS.map(customerId => service.facts(customerId));
          expectLedger(exchange, all);
          expect(all.flatMap(({ parts }) => parts).filter(({ kind }) => kind === 'frozen')).toEqual([]);
          for (const facts of all) {
            for (const { kind } of facts.parts) seen.set(kind, (seen.get(kind) ?? 0) + 1);
            const read = readPortfolio(wirePortfolio(facts, exchange));
            expect(read).toEqual(facts);
            expect(portfolioOf(read)).toEqual(portfolioOf(facts));
            const margin = facts.groups.reduce((sum, { marginMinor }) => sum + marginMinor, 0n);
            expect(sumOf([facts], ['margin'], facts.unitId)).toBe(margin);
          }
        });
      }),
      { numRuns: 12, endOnFailure: true },
      () => seen,
      Object.fromEntries(KINDS.map(kind => [kind, 1])),
    );
  });
});
