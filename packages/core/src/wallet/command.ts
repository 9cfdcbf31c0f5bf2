import type { Channel, CustomerAccount, HouseFund, ProfitSource } from '../ledger/account.ts';

export type WalletCommand =
  /**
   * Money from outside: demo faucet, confirmed deposit. Debits the named platform account. Money from a channel first
   * pays what the customer owes in this currency after a reversal.
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
   * A credited deposit turned out not to exist, e.g. because its block was replaced. Takes what the account has
   * available; the rest becomes a debt of the customer, charged to `receivable`.
   */
  | {
      readonly type: 'reverseCredit';
      readonly customerId: number;
      readonly account: CustomerAccount;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      /** The channel the deposit was credited through. */
      readonly to: Channel;
      /** The row that caused it, e.g. `deposit:17`. */
      readonly reference: string;
    }
  /**
   * The house adds its own money for what it promises customers, or moves it between its funds. Never takes from an
   * escrow. Only `faucet` and channels have no lower bound: they record what came from outside.
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
  /** The house withdraws money from the insurance fund, down to the floor that open positions need: see `Wallet`. */
  | {
      readonly type: 'takeFromInsurance';
      readonly to: Exclude<HouseFund, 'insurance'>;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      /** The row that caused it, e.g. `proposal:17`. */
      readonly reference: string;
    }
  /**
   * The house's profit leaves the exchange through a channel, a day after it was announced. Never so much that promises,
   * the insurance floor or what customers are proven to be owed would be short: see `ProfitWithdrawals`.
   */
  | {
      readonly type: 'withdrawProfit';
      readonly from: ProfitSource;
      readonly to: Channel;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      /** When it was announced in the public log. */
      readonly announcedAtMs: number;
      /** The audit point of the two figures that follow. */
      readonly provenAtMs: number;
      /** What all customers are owed in this currency: the root's total in the public log. */
      readonly liabilitiesMinor: bigint;
      /** What the public log proves of reserves in this currency. */
      readonly assetsMinor: bigint;
      /** The row that caused it, e.g. `profit:17`. */
      readonly reference: string;
    }
  | {
      readonly type: 'transfer';
      readonly customerId: number;
      readonly currencyId: number;
      readonly from: CustomerAccount;
      readonly to: CustomerAccount;
      readonly amountMinor: bigint;
    };

export const WALLET_COMMANDS = [
  'credit',
  'reverseCredit',
  'fundHouse',
  'takeFromInsurance',
  'withdrawProfit',
  'transfer',
] as const;
