import { CUSTOMER_ACCOUNTS } from '@tallystick/core/ledger/account';
import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { goodwillReason } from './correction.ts';
import { currency } from './market.ts';

export const account = z.enum(CUSTOMER_ACCOUNTS);

export const balance = z.object({
  account,
  currency,
  /** Everything the customer owns: available, frozen and in escrow. */
  total: z.string(),
  available: z.string(),
  /** Held by what is open: orders, withdrawals, subscriptions, margin of contracts, deposits in trust. */
  frozen: z.string(),
  /** Outside the account, but the customer's: stakes of running options, new coins paid for and not released yet. */
  escrow: z.string(),
  /** Value of the total in USDT and BTC at last prices, truncated; null without a price. */
  value_usdt: z.string().nullable(),
  value_btc: z.string().nullable(),
});

export const ledgerReason = z.enum([
  'faucet',
  'deposit',
  'deposit_reversal',
  'goodwill',
  'rebate',
  'launch_payment',
  'launch_refund',
  'launch_release',
  'perpetual_trade',
  'perpetual_funding',
  'perpetual_liquidation',
  'perpetual_deleveraging',
  'perpetual_offset',
  'trust_interest',
  'trust_redemption',
  'option_purchase',
  'option_payout',
  'option_refund',
  'withdrawal',
  'transfer',
  'trade',
  'dust_conversion',
  /** The sum of older trades and funding, where these are kept for a time. */
  'carried_forward',
]);

const deal = z.object({
  product: z.enum(['spot', 'perpetual']),
  market_id: z.number(),
  symbol: z.string(),
  /** Of the customer; of a position: `buy` if it is long. */
  side: z.enum(['buy', 'sell']),
  /** Null where a position changed without a trade, e.g. by funding. */
  price: z.string().nullable(),
  quantity: z.string().nullable(),
  fee: z.string().nullable(),
  fee_currency: z.string().nullable(),
  /** The spot order; null for perpetual contracts. */
  order_id: z.number().nullable(),
  /** The position; null for spot. */
  position_id: z.number().nullable(),
});

export const ledgerEntry = z.object({
  entry_id: z.string(),
  account,
  currency: z.string(),
  /** Signed change of the account's total. */
  amount: z.string(),
  /** The account's total after it. */
  balance_after: z.string(),
  reason: ledgerReason,
  /** What caused it, e.g. `trade:17`. */
  reference: z.string(),
  /** What was traded, where a trade or a position caused it. */
  deal: deal.nullable(),
  at_ms: z.number(),
  /** Of goodwill: what the house paid it for. */
  goodwill: z.object({ reason: goodwillReason, text: z.string() }).optional(),
});

export const transfer = z.object({
  transfer_id: z.number(),
  from: account,
  to: account,
  currency: z.string(),
  amount: z.string(),
  at_ms: z.number(),
});

const faucetCredit = z.object({ currency: z.string(), amount: z.string() });

export const walletCalls = callsOf('wallet', {
  'POST wallet/list': {
    summary: 'The four accounts with every currency, and what all is worth',
    input: z.object({ account: account.optional() }),
    output: z.object({
      total_usdt: z.string(),
      total_btc: z.string().nullable(),
      /** Worth of the same holdings at the prices of 24 h ago; null while unknown. */
      change_24h_usdt: z.string().nullable(),
      /** Unrealised profit of contracts at mark price, signed; in no total, because not booked. Null if unknown. */
      unrealised_usdt: z.string().nullable(),
      accounts: z.array(
        z.object({
          account,
          total_usdt: z.string(),
          total_btc: z.string().nullable(),
          balances: z.array(balance),
        }),
      ),
    }),
  },
  'POST wallet/detail': {
    summary: 'One balance and everything that holds its frozen part, or holds some of it in escrow',
    input: z.object({ account, currency_id: f.shortId }),
    output: z.object({
      balance,
      holds: z.array(
        z.object({
          kind: z.enum([
            'order',
            'withdrawal',
            'position',
            'position_order',
            'trust',
            'launch',
            'option',
            'locked',
            'rebate',
          ]),
          reference: z.string(),
          label: z.string(),
          amount: z.string(),
          at_ms: z.number(),
        }),
      ),
    }),
    errors: ['unknown_currency'],
  },
  'POST wallet/legal_log': {
    summary: 'Every change of the customer’s balances, newest first',
    input: z.object({
      account: account.optional(),
      currency_id: f.shortId.optional(),
      reason: f.word(ledgerReason).optional(),
      from_ms: f.timestampMs.optional(),
      to_ms: f.timestampMs.optional(),
      ...f.paging,
    }),
    output: f.page(ledgerEntry),
  },
  'POST wallet/change': {
    summary: 'Transfer between the customer’s own accounts, at once and free',
    idempotent: true,
    input: z.object({ from: account, to: account, currency_id: f.shortId, amount: f.decimal }),
    /** Balances after it, the same when the call is repeated later. */
    output: z.object({ transfer, balances: z.array(balance) }),
    errors: [
      'unknown_currency',
      'invalid_amount',
      'insufficient_balance',
      'cross_margin_needed',
      'same_account',
    ],
  },
  'GET wallet/hzhistory': {
    summary: 'Transfers between accounts, newest first',
    input: z.object({ currency_id: f.shortId.optional(), ...f.paging }),
    output: f.page(transfer),
  },
  'GET wallet/faucet': {
    summary: 'Demo only: what the faucet gives, and from when it gives again',
    output: z.object({
      credits: z.array(faucetCredit),
      /** null: at once. */
      next_at_ms: z.number().nullable(),
    }),
    errors: ['faucet_disabled'],
  },
  'POST wallet/faucet': {
    summary: 'Demo only: credit demo funds to the spot account, once per interval',
    idempotent: true,
    output: z.object({
      credits: z.array(faucetCredit),
      next_at_ms: z.number(),
    }),
    errors: ['faucet_disabled', 'faucet_too_soon'],
  },
});
