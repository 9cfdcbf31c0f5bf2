import { parseDecimal } from '@tallystick/core/money/decimal';
import {
  E18,
  type MarginGroup,
  type PortfolioPosition,
  type WaitingOrders,
} from '@tallystick/protocol/portfolio/facts';
import { Sums, type CustomerReads } from './customer-reads.ts';

/** Each isolated position is a group of its own, oldest first; behind them, those that a contract account carries are one. */
export function groupsOf({ exchange, positions, customerId }: CustomerReads): MarginGroup[] {
  const carried = new Map<number, PortfolioPosition[]>();
  const isolated = positions.flatMap((view): MarginGroup[] => {
    const lots = view.openedLots - view.closedLots;
    if (lots === 0) return [];
    const contract = exchange.perpetual.contract(view.marketId);
    const mark = exchange.perpetual.mark(view.marketId);
    if (contract === null || mark === null) throw new Error(`position ${view.positionId} has no mark`);
    const { positionId, marketId, side, multiple, maintenancePpm, entryValueMinor } = view;
    const { symbol, baseCurrencyId, tickE8, quoteMinorPerTickLot } = contract;
    const position = {
      ...{ positionId, marketId, symbol, side, multiple, baseCurrencyId, lots, tickE8 },
      ...{ quoteMinorPerTickLot, entryValueMinor, maintenancePpm },
      lotE18: parseDecimal(contract.lotSize, E18) ?? 0n,
      markE8: mark.markE8,
      liquidationE8: view.liquidationE8,
    };
    const { quoteCurrencyId: currencyId } = contract;
    if (view.isCross === true) {
      carried.set(currencyId, [...(carried.get(currencyId) ?? []), position]);
      return [];
    }
    return [{ kind: 'isolated', currencyId, marginMinor: view.marginMinor, positions: [position] }];
  });
  const cross = [...carried].map(([currencyId, of]): MarginGroup => {
    const { availableMinor } = exchange.balance({ ownerId: customerId, account: 'contract', currencyId });
    const account = exchange.perpetual.crossAccount(customerId, currencyId);
    const alone = new Map(account?.positions.map(one => [one.positionId, one.liquidationE8]));
    // Where the account would be liquidated if only this contract's mark moved.
    const estimated = of.map(one => ({ ...one, liquidationE8: alone.get(one.positionId) ?? null }));
    return { kind: 'cross', currencyId, marginMinor: availableMinor, positions: estimated };
  });
  return [...isolated, ...cross];
}

/** What waits to buy, sell or open. Orders that wait to close hold nothing. */
export function waitingOf({ exchange, orders, positions }: CustomerReads): WaitingOrders[] {
  const sums = new Sums<Pick<WaitingOrders, 'product' | 'symbol' | 'side' | 'currencyId'>>();
  for (const { marketId, side, frozenMinor } of orders) {
    const market = exchange.market(marketId);
    if (market === null) continue;
    const currencyId = side === 'buy' ? market.quoteCurrencyId : market.baseCurrencyId;
    sums.add({ product: 'spot', symbol: market.symbol, side, currencyId }, frozenMinor);
  }
  for (const { marketId, side, waitingMinor } of positions) {
    const contract = exchange.perpetual.contract(marketId);
    if (contract === null || waitingMinor === 0n) continue;
    const { symbol, quoteCurrencyId: currencyId } = contract;
    sums.add({ product: 'contract', symbol, side, currencyId }, waitingMinor);
  }
  return sums.all().map(({ key, minor, count }) => ({ ...key, orders: count, frozenMinor: minor }));
}
