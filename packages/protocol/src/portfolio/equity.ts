import type { PartKind, PortfolioFacts, PortfolioPart, PortfolioProduct } from './facts.ts';
import { PORTFOLIO_PRODUCTS } from './facts.ts';
import { byNearness, rateOf, type GroupFigures } from './groups.ts';
import type { Prices } from './prices.ts';

/** A part of the equity and what it is worth; `result`: profit and loss of contracts that are held. */
export interface Worth extends Omit<PortfolioPart, 'kind'> {
  readonly kind: PartKind | 'result';
  /** Minor units of the unit, truncated; null without a price. */
  readonly valueMinor: bigint | null;
}

export interface Equity {
  readonly worths: readonly Worth[];
  /** Sum of all parts that have a price. */
  readonly equityMinor: bigint;
  /** The share of it whose price is today's index, or that is the unit itself. */
  readonly atIndexMinor: bigint;
  readonly byProduct: readonly { readonly product: PortfolioProduct; readonly valueMinor: bigint }[];
  /** In the order of the coins; each with its amount over all products, in minor units of the coin. */
  readonly byCoin: readonly CoinWorth[];
  /** Currencies in no sum, because nothing tells what they are worth. */
  readonly unpriced: readonly CoinWorth[];
}

export interface CoinWorth {
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly valueMinor: bigint;
}

export function equityOf(facts: PortfolioFacts, prices: Prices, groups: readonly GroupFigures[]): Equity {
  const results = new Map<number, bigint>();
  for (const { group, resultMinor } of groups) {
    results.set(group.currencyId, (results.get(group.currencyId) ?? 0n) + resultMinor);
  }
  const all: Omit<Worth, 'valueMinor'>[] = [
    ...facts.parts,
    ...[...results].map(([currencyId, amountMinor]) => ({
      ...({ product: 'contract', kind: 'result', currencyId, amountMinor } as const),
    })),
  ];
  const worths = all.map(part => ({ ...part, valueMinor: prices.value(part.amountMinor, part.currencyId) }));
  const used = facts.coins.flatMap(coin => {
    const own = worths.filter(one => one.currencyId === coin.currencyId);
    if (own.length === 0) return [];
    const amountMinor = own.reduce((sum, one) => sum + one.amountMinor, 0n);
    return [{ coin, worth: { currencyId: coin.currencyId, amountMinor, valueMinor: sumOf(own) } }];
  });
  return {
    worths,
    equityMinor: sumOf(worths),
    atIndexMinor: sumOf(worths.filter(one => prices.coin(one.currencyId).source !== 'market')),
    byProduct: PORTFOLIO_PRODUCTS.map(product => ({
      product,
      valueMinor: sumOf(worths.filter(one => one.product === product)),
    })),
    byCoin: used.filter(({ coin }) => coin.source !== null).map(({ worth }) => worth),
    unpriced: used
      .filter(({ coin, worth }) => coin.source === null && worth.amountMinor !== 0n)
      .map(({ worth }) => worth),
  };
}

/** Parts without a price are left out. */
export function sumOf(worths: readonly Pick<Worth, 'valueMinor'>[]): bigint {
  return worths.reduce((sum, { valueMinor }) => sum + (valueMinor ?? 0n), 0n);
}

/** The contract account in the unit. Its parts add up to its equity. */
export interface ContractAccount {
  readonly availableMinor: bigint;
  readonly marginMinor: bigint;
  /** Held by orders that wait to open. */
  readonly waitingMinor: bigint;
  readonly resultMinor: bigint;
  readonly equityMinor: bigint;
  readonly maintenanceMinor: bigint;
  /** Maintenance ÷ equity in 1/100 %; null without equity. */
  readonly rateBps: bigint | null;
  /** The group that is nearest to its liquidation; null without positions. */
  readonly nearest: GroupFigures | null;
  /** Worth of other coins in the account, which carry no position. */
  readonly otherCoinsMinor: bigint;
}

export function contractAccountOf(
  { worths }: Equity,
  prices: Prices,
  groups: readonly GroupFigures[],
): ContractAccount {
  const own = worths.filter(({ product }) => product === 'contract');
  const inUnit = own.filter(({ currencyId }) => currencyId === prices.unit.currencyId);
  const of = (kind: Worth['kind']) => sumOf(inUnit.filter(one => one.kind === kind));
  const equityMinor = sumOf(inUnit);
  const maintenanceMinor = groups.reduce(
    (sum, one) => sum + (prices.value(one.maintenanceMinor, one.group.currencyId) ?? 0n),
    0n,
  );
  const [nearest = null] = groups.toSorted(byNearness);
  const marginMinor = of('margin');
  const waitingMinor = of('waiting');
  const resultMinor = of('result');
  return {
    availableMinor: equityMinor - marginMinor - waitingMinor - resultMinor,
    marginMinor,
    waitingMinor,
    resultMinor,
    equityMinor,
    maintenanceMinor,
    rateBps: rateOf(maintenanceMinor, equityMinor),
    nearest,
    otherCoinsMinor: sumOf(own) - equityMinor,
  };
}
