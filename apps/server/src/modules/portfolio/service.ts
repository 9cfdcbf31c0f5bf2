import type { PortfolioFacts } from '@tallystick/protocol/portfolio/facts';
import { USDT } from '@tallystick/protocol/currency-ids';
import { openPositions } from '../perpetual/store.ts';
import { coinsOf, type PricesRead } from './coins.ts';
import { holdingsRead } from './holdings.ts';
import { groupsOf, waitingOf } from './positions.ts';
import type { CustomerReads } from './customer-reads.ts';

export type PortfolioOptions = PricesRead & { readonly now: () => number };

/**
 * Customers' portfolios: what the follower has of a customer, read in one go, so that no command falls between two
 * parts and every unit is counted once.
 */
export class PortfolioService {
  readonly #options: PortfolioOptions;

  constructor(options: PortfolioOptions) {
    this.#options = options;
  }

  facts(customerId: number): PortfolioFacts {
    const { exchange, now } = this.#options;
    const of: CustomerReads = {
      customerId,
      exchange,
      orders: exchange.openOrders(customerId),
      // With orders of hedge and net mode, which hold margin while they wait.
      positions: openPositions(exchange, customerId),
    };
    const groups = groupsOf(of);
    const waiting = waitingOf(of);
    const { parts, deposits } = holdingsRead(of);
    const named = [...parts, ...groups, ...waiting].map(({ currencyId }) => currencyId);
    const bases = groups.flatMap(group => group.positions.map(one => one.baseCurrencyId));
    return {
      atMs: now(),
      unitId: USDT,
      coins: coinsOf(this.#options, new Set([USDT, ...named, ...bases])),
      ...{ parts, groups, waiting, deposits },
    };
  }
}
