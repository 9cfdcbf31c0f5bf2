import type { ConvertCommand } from './convert/command.ts';
import type { LaunchCommand } from './launch/command.ts';
import type { Channel, CustomerAccount, HouseFund } from './ledger/account.ts';
import type { IndexSource } from './market/price-log.ts';
import type { MarketConfig, MarketStatus } from './market/market.ts';
import type { Currency } from './money/currency.ts';
import type { LimitCommand } from './limits/limit.ts';
import type { OptionCommand } from './option/option.ts';
import type { PerpetualCommand } from './perpetual/commands.ts';
import type { ReferralCommand } from './referral/command.ts';
import type { PlaceOrder } from './spot/order.ts';
import type { TermsCommand } from './terms/commands.ts';
import type { TrustCommand } from './trust/terms.ts';

/**
 * Everything that can happen to the exchange, imperative. Time is not part of a command: the sequencer stamps it.
 * There is no command that sets a price, a fill, a balance or a result.
 */
export type Command =
  | { readonly type: 'configureCurrency'; readonly currency: Currency }
  | { readonly type: 'configureMarket'; readonly market: MarketConfig }
  | { readonly type: 'setMarketStatus'; readonly marketId: number; readonly status: MarketStatus }
  | { readonly type: 'openCustomer'; readonly customerId: number }
  /**
   * A frozen customer places no orders, transfers nothing and asks for no withdrawal. Orders that wait stay and may
   * trade, cancelling and incoming money still work, and open withdrawals end as their approver decides.
   */
  | { readonly type: 'setCustomerFrozen'; readonly customerId: number; readonly frozen: boolean }
  /**
   * Money that came from outside: demo faucet, confirmed deposit. Debits the named platform account. What came through
   * a channel first pays what the customer owes in this currency after a reversal.
   */
  | {
      readonly type: 'credit';
      readonly customerId: number;
      readonly account: CustomerAccount;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      readonly from: 'faucet' | 'treasury' | Channel;
      /** The row that caused it, e.g. `faucet:17`. */
      readonly reference: string;
    }
  /**
   * A credited deposit turned out not to exist, e.g. its block was replaced. Takes what the account has available;
   * what is missing becomes a debt of the customer, charged to `receivable`.
   */
  | {
      readonly type: 'reverseCredit';
      readonly customerId: number;
      readonly account: CustomerAccount;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      /** Where the credit had come from. */
      readonly to: Channel;
      /** The row that caused it, e.g. `deposit:17`. */
      readonly reference: string;
    }
  /** The house pays a customer for what went wrong, from the treasury to the spot account; each id once, for good. */
  | {
      readonly type: 'payGoodwill';
      /** Chosen by the server: a positive safe integer that was never used before. */
      readonly goodwillId: number;
      readonly customerId: number;
      readonly currencyId: number;
      readonly amountMinor: bigint;
    }
  /**
   * Takes a credited deposit back, whole or in part, but over all such commands never more than was credited. What the
   * spot account no longer has available becomes a debt of the customer, charged to `receivable`.
   */
  | {
      readonly type: 'reverseDeposit';
      readonly depositId: number;
      readonly customerId: number;
      readonly currencyId: number;
      /** What the deposit's own posting credited. */
      readonly creditedMinor: bigint;
      readonly amountMinor: bigint;
      /** Where the credit had come from. */
      readonly to: Channel;
      /** The row that caused it, e.g. `deposit:17`. */
      readonly reference: string;
    }
  /**
   * The house puts up money of its own for what it promises customers, or moves it between its funds. It never takes
   * from an escrow. Only `faucet` and channels are bottomless: they record what came from outside.
   */
  | {
      readonly type: 'fundHouse';
      readonly from: 'faucet' | Channel | 'fees' | HouseFund;
      readonly to: HouseFund;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      /** The row that caused it, e.g. `proposal:17`. */
      readonly reference: string;
    }
  /** The house takes money out of the insurance fund, above the floor that open positions need: see `Wallet`. */
  | {
      readonly type: 'takeFromInsurance';
      readonly to: Exclude<HouseFund, 'insurance'>;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      /** The row that caused it, e.g. `proposal:17`. */
      readonly reference: string;
    }
  /** Freezes money of the spot account until the withdrawal is released or settled. */
  | {
      readonly type: 'requestWithdrawal';
      readonly customerId: number;
      /** Chosen by the server: a positive safe integer that was never used before. */
      readonly withdrawalId: number;
      readonly currencyId: number;
      /** The whole amount, fee included. */
      readonly amountMinor: bigint;
      /** Less than the amount; goes to `fees` when settled. */
      readonly feeMinor: bigint;
      readonly via: Channel;
    }
  /** Cancelled or rejected: the money is available again. */
  | { readonly type: 'releaseWithdrawal'; readonly withdrawalId: number }
  /** Sent: the money has left through its channel, the fee is earned. */
  | { readonly type: 'settleWithdrawal'; readonly withdrawalId: number }
  | {
      readonly type: 'transfer';
      readonly customerId: number;
      readonly currencyId: number;
      readonly from: CustomerAccount;
      readonly to: CustomerAccount;
      readonly amountMinor: bigint;
    }
  /** Whatever is due by now happens: nothing else makes time pass. Refused when nothing is due. */
  | { readonly type: 'passTime' }
  | PlaceOrder
  | LaunchCommand
  | PerpetualCommand
  | OptionCommand
  | TrustCommand
  | LimitCommand
  | TermsCommand
  | ReferralCommand
  | ConvertCommand
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
