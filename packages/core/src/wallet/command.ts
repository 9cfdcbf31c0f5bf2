import type { Channel, CustomerAccount, HouseFund } from '../ledger/account.ts';

export type WalletCommand =
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
  'transfer',
] as const;
