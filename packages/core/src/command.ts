import type { CustomerAccount, PlatformAccount } from './ledger/account.ts';
import type { IndexSource } from './market/price-log.ts';
import type { MarketStatus } from './market/market.ts';
import type { Currency } from './money/currency.ts';
import type { PlaceOrder } from './spot/order.ts';

/** What a market is configured from; derived figures of `Market` are computed and checked by the core. */
export interface MarketConfig {
  readonly id: number;
  readonly baseCurrencyId: number;
  readonly quoteCurrencyId: number;
  readonly tickSize: string;
  readonly lotSize: string;
  /** Decimal string in quote units. */
  readonly minNotional: string;
  readonly priceBandPpm: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/**
 * Everything that can happen to the exchange, imperative. Time is not part of a command: the sequencer stamps it.
 * There is no command that sets a price, a fill, a balance or a result.
 */
export type Command =
  | { readonly type: 'configureCurrency'; readonly currency: Currency }
  | { readonly type: 'configureMarket'; readonly market: MarketConfig }
  | { readonly type: 'setMarketStatus'; readonly marketId: number; readonly status: MarketStatus }
  | { readonly type: 'openCustomer'; readonly customerId: number }
  /** Money that came from outside: demo faucet, confirmed deposit. Debits the named platform account. */
  | {
      readonly type: 'credit';
      readonly customerId: number;
      readonly account: CustomerAccount;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      readonly from: Extract<PlatformAccount, 'faucet' | 'custody' | 'bank' | 'treasury'>;
      /** The row that caused it, e.g. `faucet:17`. */
      readonly reference: string;
    }
  | {
      readonly type: 'transfer';
      readonly customerId: number;
      readonly currencyId: number;
      readonly from: CustomerAccount;
      readonly to: CustomerAccount;
      readonly amountMinor: bigint;
    }
  | PlaceOrder
  | { readonly type: 'cancelOrder'; readonly customerId: number; readonly orderId: number }
  /** Cancels the customer's waiting orders: of one market, or of all. */
  | { readonly type: 'cancelAllOrders'; readonly customerId: number; readonly marketId: number | null }
  /** One price of the index, as the aggregator saw it. Numbered and chained by the core. */
  | {
      readonly type: 'recordIndexTick';
      readonly marketId: number;
      readonly priceE8: number;
      readonly sources: readonly IndexSource[];
    };

export type CommandType = Command['type'];
