import { contractAccountOf, equityOf, type ContractAccount, type Equity } from './equity.ts';
import { exposureOf, type Exposure } from './exposure.ts';
import type { PortfolioCoin, PortfolioFacts } from './facts.ts';
import { figuresOfGroup, rateOf, type GroupFigures } from './groups.ts';
import { lossesOf, type Losses } from './losses.ts';
import { NO_SHOCKS, Prices, type Shocks } from './prices.ts';

/**
 * Every figure of a portfolio, pure and exact: minor units of the unit (USDT), each part truncated once, sums of the
 * parts. Server and app compute with these functions.
 */
export interface Portfolio extends Equity {
  readonly unit: PortfolioCoin;
  readonly groups: readonly GroupFigures[];
  readonly account: ContractAccount;
  readonly exposure: Exposure;
  readonly losses: Losses;
}

/** `shocks`: as if prices had moved. Throws RangeError if a currency is not among the coins. */
export function portfolioOf(facts: PortfolioFacts, shocks: Shocks = NO_SHOCKS): Portfolio {
  const prices = new Prices(facts, shocks);
  const groups = facts.groups.map(group => figuresOfGroup(group, prices));
  const equity = equityOf(facts, prices, groups);
  return {
    ...equity,
    unit: prices.unit,
    groups,
    account: contractAccountOf(equity, prices, groups),
    exposure: exposureOf(facts, prices, groups, equity),
    losses: lossesOf(facts, prices, equity),
  };
}

export interface Stress {
  readonly equityMinor: bigint;
  readonly changeMinor: bigint;
  /** change ÷ today's equity in 1/100 %; null without equity. */
  readonly changeBps: bigint | null;
  /** The parts of the change; without those of 0. */
  readonly coins: readonly { readonly currencyId: number; readonly changeMinor: bigint }[];
  /** Of contracts that stay open. */
  readonly contractsMinor: bigint;
  /** Groups that are liquidated on the way, and what each loses of today's equity. */
  readonly liquidated: readonly { readonly figures: GroupFigures; readonly changeMinor: bigint }[];
}

/** What changes when coins' prices move by the shocks at once. Its parts add up to the change. */
export function stressOf(facts: PortfolioFacts, shocks: Shocks): Stress {
  const prices = new Prices(facts, shocks);
  const today = portfolioOf(facts);
  const then = portfolioOf(facts, shocks);
  const liquidated: { figures: GroupFigures; changeMinor: bigint }[] = [];
  for (const [at, figures] of then.groups.entries()) {
    if (!figures.liquidated) continue;
    const { currencyId } = figures.group;
    const before = prices.value(today.groups[at]!.resultMinor, currencyId) ?? 0n;
    const changeMinor = (prices.value(figures.resultMinor, currencyId) ?? 0n) - before;
    liquidated.push({ figures, changeMinor });
  }
  const coins = then.exposure.coins.flatMap(({ currencyId, heldMinor }) => {
    const before = today.exposure.coins.find(one => one.currencyId === currencyId)?.heldMinor ?? 0n;
    const changeMinor = heldMinor - before;
    return changeMinor === 0n ? [] : [{ currencyId, changeMinor }];
  });
  const changeMinor = then.equityMinor - today.equityMinor;
  const rest = [...coins, ...liquidated].reduce((sum, one) => sum + one.changeMinor, 0n);
  return {
    equityMinor: then.equityMinor,
    changeMinor,
    changeBps: rateOf(changeMinor, today.equityMinor),
    coins,
    contractsMinor: changeMinor - rest,
    liquidated,
  };
}
