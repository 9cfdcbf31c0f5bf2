import type { Channel, CustomerAccount, HouseFund } from '../ledger/account.ts';

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
