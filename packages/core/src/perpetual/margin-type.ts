import type { EventLog } from '../event-log.ts';
import type { LaterPart } from '../product.ts';
import type { Customers } from '../customer/customer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable } from '../snapshot/reader.ts';
import type { CrossAccounts } from './cross-account.ts';
import type { MarginType } from './contract-choice.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { PerpetualTrader } from './position.ts';

export const MARGIN_TYPES: readonly MarginType[] = ['isolated', 'cross'];

/** What customers chose for their positions of each contract. */
export class MarginTypes {
  readonly #log: EventLog;
  readonly #accounts: CrossAccounts;
  readonly #markets: ReadonlyMap<number, PerpetualMarket>;
  readonly #customers: Customers;

  constructor(
    log: EventLog,
    accounts: CrossAccounts,
    markets: ReadonlyMap<number, PerpetualMarket>,
    customers: Customers,
  ) {
    this.#log = log;
    this.#accounts = accounts;
    this.#markets = markets;
    this.#customers = customers;
  }

  /** Setting the type that is set already changes nothing. */
  set(market: PerpetualMarket, trader: PerpetualTrader, marginType: MarginType): Refusal | null {
    if (!MARGIN_TYPES.includes(marginType)) return refuse('invalid_order', 'margin_type');
    if (marginTypeOf(trader) === marginType) return null;
    if (trader.positions > 0) return refuse('margin_type_in_use', 'margin_type');
    if (marginType === 'cross') this.#accounts.join(market, trader);
    else this.#accounts.leave(market, trader);
    const { customerId } = trader;
    this.#log.push({ type: 'marginTypeSet', customerId, marketId: market.id, marginType });
    return null;
  }

  /** The part of a snapshot: who is cross where. */
  get part(): LaterPart {
    const crossIn = (market: PerpetualMarket): number[] =>
      [...market.traders()]
        .filter(({ cross }) => cross !== null)
        .map(({ customerId }) => customerId)
        .toSorted((a, b) => a - b);
    const markets = () => [...this.#markets.values()].filter(market => crossIn(market).length > 0);
    return {
      get isEmpty() {
        return markets().length === 0;
      },
      write: writer => {
        writer.int(markets().length);
        for (const market of markets()) {
          writer.int(market.id);
          const customers = crossIn(market);
          writer.int(customers.length);
          for (const customerId of customers) writer.int(customerId);
        }
      },
      read: reader => {
        for (let left = reader.int(); left > 0; left--) {
          const market = this.#markets.get(reader.int());
          for (let customers = reader.int(); customers > 0; customers--) {
            const customerId = reader.int();
            const isRight = market !== undefined && this.#customers.has(customerId);
            if (!isRight || market.traderIfSeen(customerId)?.cross) {
              throw new SnapshotUnreadable(`margin type of customer ${customerId}`);
            }
            this.#restore(market, market.trader(customerId));
          }
        }
      },
    };
  }

  /** Its positions were read as isolated ones. */
  #restore(market: PerpetualMarket, trader: PerpetualTrader): void {
    this.#accounts.join(market, trader);
    for (const position of trader.all()) market.arm(position);
    trader.cross!.changed();
  }
}

export function marginTypeOf(trader: PerpetualTrader | undefined): MarginType {
  return trader === undefined || trader.cross === null ? 'isolated' : 'cross';
}
