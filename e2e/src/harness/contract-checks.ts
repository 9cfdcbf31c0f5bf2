import type { WirePosition } from '@tallystick/protocol/wire';
import { expect } from 'vitest';
import { cents, signed, type ContractTrader, type Said } from './contract-trader.ts';
import { figure } from './customer.ts';

export const ONE = 100_000_000n;
/** Screens show cents and price steps; the compared values have more digits. */
const CENT = ONE / 100n;

export const apart = (a: bigint, b: bigint) => (a > b ? a - b : b - a);

/**
 * Prices move while an order is on its way, so it fills at the book's price of that moment. The shown figures are scaled to
 * the actual entry price before they are compared.
 */
export function expectWordKept(said: Said, position: WirePosition): void {
  const entry = figure(position.open_price ?? '');
  const expected = (shown: bigint) => (shown * entry) / said.entry;
  expect(apart(expected(said.margin), figure(position.margin))).toBeLessThanOrEqual(2n * CENT);
  expect(apart(expected(said.fee), figure(position.fee))).toBeLessThanOrEqual(2n * CENT);
  const liquidation = figure(position.liquidation_price ?? '');
  expect(apart(expected(said.liquidation), liquidation)).toBeLessThanOrEqual(ONE / 2n);
  // Margin and fee: an isolated position cannot cost more.
  expect(apart(said.worst, said.margin + said.fee)).toBeLessThanOrEqual(CENT);
}

/** The account holds exactly what was `moved` to it, plus the results and fees of all positions so far. */
export async function expectAccountAddsUp(trader: ContractTrader, moved: bigint): Promise<void> {
  await expect
    .poll(async () => {
      const all = [...(await trader.positions('holding')), ...(await trader.positions('history'))];
      const { available, frozen } = await trader.account();
      const earned = all.reduce((sum, { net_profit: net }) => sum + signed(net), 0n);
      const held = all.reduce((sum, one) => sum + figure(one.margin) + figure(one.waiting_margin), 0n);
      return { rest: available + frozen - moved - earned, frozen: frozen - held };
    })
    .toEqual({ rest: 0n, frozen: 0n });
}

/** Compares the screen's card with the database's row, once the card has been updated. */
export async function expectCardTrue(trader: ContractTrader, position: WirePosition): Promise<void> {
  const card = trader.card(position);
  const beside = async (label: string) =>
    figure(await card.locator('dt', { hasText: label }).first().locator('..').locator('dd').innerText());
  await expect
    .poll(async () => {
      const now = await trader.now(position);
      // Prices are truncated to the step that is shown.
      const cut = figure(now.liquidation_price ?? '') - (await beside('Liq.'));
      return {
        margin: (await beside('Margin')) - cents(now.margin),
        entry: (await beside('Entry')) - figure(now.open_price ?? ''),
        isLiquidationShown: cut >= 0n && cut < ONE / 10n,
      };
    })
    .toEqual({ margin: 0n, entry: 0n, isLiquidationShown: true });
}
