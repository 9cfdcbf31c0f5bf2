import { describe, expect, test } from 'vitest';
import { crossLiquidation, freeMinor, type Carrier } from './cross.ts';
import { leverageChange } from './margin.ts';
import { summarise } from './summary.ts';
import { BTC_PERPETUAL, exampleContext, examplePosition } from './testing/example-contract.ts';
import { emptyTicket } from './ticket.ts';

const USDT = 1_000_000n;
const cross = (change = {}) => examplePosition({ margin_type: 'cross', margin: '0', ...change });
const carrier = (change: Partial<Carrier> = {}): Carrier => ({
  equityMinor: 10_000n * USDT,
  maintenanceMinor: 0n,
  positions: [],
  ...change,
});

test('what is free is what cross positions do not require, never below nothing', () => {
  expect(freeMinor(100n * USDT, '30', 6)).toBe(70n * USDT);
  expect(freeMinor(100n * USDT, '130', 6)).toBe(0n);
});

describe('where an order’s account would be liquidated', () => {
  const order = {
    direction: 'long' as const,
    lots: 1_000n,
    openValueMinor: 100_000n * USDT,
    feeMinor: 0n,
    maintenancePercent: '1',
  };
  const at = (change: Partial<Carrier>) =>
    crossLiquidation(BTC_PERPETUAL, order, carrier(change), '100000')?.price;

  test('is where its loss has used up the equity but for all maintenance', () => {
    // 1 BTC: 10,000 + (P − 100,000) = 1 % of P.
    expect(Number(at({}))).toBeCloseTo(90_000 / 0.99, 6);
    // What the others must keep is not there to lose.
    expect(Number(at({ maintenanceMinor: 1_000n * USDT }))).toBeCloseTo(91_000 / 0.99, 6);
  });

  test('counts what the contract holds already with the order', () => {
    // 0.1 BTC more at 100,000 that need 50 USDT at 0.5 %: 1.1 BTC with a mean rate of 0.954545 %.
    const held = { positions: [cross()], maintenanceMinor: 50n * USDT };
    expect(Number(at(held))).toBeCloseTo(100_000 / (1.1 * (1 - 0.009545)), 0);
  });

  test('is not known for both sides together', () => {
    expect(at({ positions: [cross({ direction: 'short' })] })).toBeUndefined();
  });
});

test('an order on cross margin can lose all of the account', () => {
  const ticket = { ...emptyTicket(10, 'long'), lots: '100' };
  const { worstMinor, liquidation } = summarise(
    ticket,
    exampleContext({ carrier: carrier({ equityMinor: 20_000n * USDT }) }),
  );
  expect(worstMinor).toBe(20_000n * USDT);
  // More than the whole value: no price liquidates it.
  expect(liquidation).toBeNull();
});

test('another leverage moves no margin of a cross position, but requires more or less', () => {
  const prices = { markE8: 100_000e8, indexE8: 100_000e8 };
  const change = leverageChange(cross(), BTC_PERPETUAL, prices, 5);
  expect(change).toEqual({ marginMinor: 0n, neededMinor: 1_000n * USDT });
});
