import { liabilitiesOf, type Currency, type Liability, type ReadonlyExchange } from '@tallystick/core';
import { unrealised } from '@tallystick/core/perpetual/formulas';
import { isHouseAccount } from '@tallystick/protocol/house-accounts';

/** What the journal alone says of a currency at a point. Minor units. */
export interface OwedTotal {
  readonly currencyId: number;
  readonly code: string;
  readonly decimals: number;
  /** Owed to all customers without the house's own accounts, ≥ 0. */
  readonly totalMinor: bigint;
  readonly houseMinor: bigint;
  /** Null: a contract has no mark. */
  readonly unrealisedMinor: bigint | null;
  readonly owedByCustomersMinor: bigint;
}

/** A currency, and what each customer without the house is owed in it. */
export interface OwedCurrency {
  readonly currency: Currency;
  readonly owed: readonly Liability[];
  readonly total: OwedTotal;
}

/**
 * What is owed in each currency at a moment. Customers of the house are not counted: the company owes itself nothing.
 *
 * @throws InvariantBroken if a part of somebody's balance is below 0
 */
export function owedCurrencies(exchange: ReadonlyExchange, atMs: number): OwedCurrency[] {
  const byCurrency = Map.groupBy(liabilitiesOf(exchange, atMs), one => one.currencyId);
  const unrealisedBy = unrealisedProfit(exchange);
  return exchange.currencies().map(currency => {
    const { id: currencyId, code, decimals } = currency;
    const all = byCurrency.get(currencyId) ?? [];
    const owed = all.filter(({ customerId }) => !isHouseAccount(customerId));
    const totalMinor = sumOf(owed);
    const total = {
      currencyId,
      code,
      decimals,
      totalMinor,
      houseMinor: sumOf(all) - totalMinor,
      unrealisedMinor: unrealisedBy.has(currencyId) ? unrealisedBy.get(currencyId)! : 0n,
      owedByCustomersMinor: debtsIn(exchange, currencyId),
    };
    return { currency, owed, total };
  });
}

function sumOf(owed: readonly Liability[]): bigint {
  return owed.reduce((sum, { totalMinor }) => sum + totalMinor, 0n);
}

function debtsIn(exchange: ReadonlyExchange, currencyId: number): bigint {
  let minor = 0n;
  for (const debt of exchange.debts()) {
    if (debt.currencyId === currencyId && !isHouseAccount(debt.customerId)) minor += debt.owedMinor;
  }
  return minor;
}

/** Results of customers' open positions at the mark, by the currency they are settled in; null: a contract has no mark. */
function unrealisedProfit(exchange: ReadonlyExchange): Map<number, bigint | null> {
  const sums = new Map<number, bigint | null>();
  for (const customerId of exchange.customerIds()) {
    if (isHouseAccount(customerId)) continue;
    for (const { marketId, ...position } of exchange.perpetual.positionsOf(customerId)) {
      const lots = position.openedLots - position.closedLots;
      const contract = exchange.perpetual.contract(marketId);
      if (contract === null || lots === 0) continue;
      const { quoteCurrencyId: currencyId } = contract;
      const mark = exchange.perpetual.mark(marketId);
      const before = sums.get(currencyId);
      if (mark === null || before === null) sums.set(currencyId, null);
      else sums.set(currencyId, (before ?? 0n) + unrealised(contract, { ...position, lots }, mark.markE8));
    }
  }
  return sums;
}
