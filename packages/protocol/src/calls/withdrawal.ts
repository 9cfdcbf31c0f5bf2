import { z } from 'zod';
import { callsOf } from '../call.ts';
import { network } from '../networks.ts';
import * as f from '../fields.ts';
import { code } from './account.ts';
import { holdReason, proofErrors, secondFactor } from './security.ts';

/** Six digits. */
const fundPassword = z.string().max(32);

export const withdrawalChannel = z.enum(['chain', 'bank']);

/**
 * `processing`: operators review it; only now the customer can cancel. `approved`: about to be sent. `sending`: its
 * transaction waits for confirmations. `passed`: the money has left. Until then all of it is frozen.
 */
export const withdrawalState = z.enum([
  'processing',
  'approved',
  'sending',
  'passed',
  'rejected',
  'cancelled',
]);

export const withdrawal = z.object({
  withdrawal_id: z.number(),
  channel: withdrawalChannel,
  currency: z.string(),
  /** Null at the bank. */
  network: network.nullable(),
  address: z.string().nullable(),
  /** The memo (destination tag) it is sent with. */
  memo: z.string().nullable(),
  address_label: z.string().nullable(),
  /** Masked. */
  bank_card: z.string().nullable(),
  /** Frozen: the fee is part of it. */
  amount: z.string(),
  fee: z.string(),
  /** What arrives: amount less fee, at the bank in its money. */
  receive: z.string(),
  receive_currency: z.string(),
  /** At the bank: units of its money per USDT. */
  rate: z.string().nullable(),
  /** The customer’s own note. */
  remark: z.string().nullable(),
  transaction_id: z.string().nullable(),
  explorer_url: z.string().nullable(),
  state: withdrawalState,
  /** Why it was rejected, as the operator put it. */
  reason: z.string().nullable(),
  can_cancel: z.boolean(),
  /** It waits regardless of approvals: nothing is paid out while the books are checked. */
  payouts_wait: z.boolean(),
  created_at_ms: z.number(),
  decided_at_ms: z.number().nullable(),
});

export const withdrawalNetwork = z.object({
  network,
  /** The chain’s own name, the same in every language. */
  name: z.string(),
  minimum: z.string(),
  /** In the same currency, taken from the amount. */
  fee: z.string(),
  enabled: z.boolean(),
  /** Addresses of this network are often shared, and need a memo (destination tag) then. */
  has_memo: z.boolean(),
  /** Of the token that is meant; null: the chain’s own coin, or none is published. */
  contract: z.string().nullable(),
});

export const savedAddress = z.object({
  address_id: z.number(),
  currency_id: z.number(),
  currency: z.string(),
  network,
  address: z.string(),
  /** The memo (destination tag) that everything is sent with; null: none. */
  memo: z.string().nullable(),
  label: z.string(),
  explorer_url: z.string(),
  /** A new address may be used from then on; null: now. */
  usable_from_ms: z.number().nullable(),
  created_at_ms: z.number(),
});

export const withdrawalCalls = callsOf('withdrawal', {
  'POST wallet/get_info': {
    summary:
      'What can be withdrawn of a currency, how, and what is still missing (currency 9999: to the bank)',
    input: z.object({ currency_id: f.shortId }),
    output: z.object({
      /** Of what leaves the account: USDT at the bank. */
      currency: z.string(),
      decimals: z.number(),
      available: z.string(),
      frozen: z.string(),
      networks: z.array(withdrawalNetwork),
      /** Null for all but currency 9999. */
      bank: z
        .object({
          enabled: z.boolean(),
          currency: z.string(),
          /** Units of that money per USDT. */
          rate: z.string(),
          /** In USDT. */
          minimum: z.string(),
          fee: z.string(),
          /** The saved cards, masked: the default first. */
          cards: z.array(
            z.object({
              card_id: z.number(),
              name: z.string(),
              label: z.string(),
              usable_from_ms: z.number().nullable(),
            }),
          ),
        })
        .nullable(),
      /** Terms of withdrawals that will get worse, for the options shown here. */
      announced: z
        .object({
          effective_at_ms: z.number(),
          ways: z.array(z.object({ name: z.string(), fee: z.string(), minimum: z.string() })),
        })
        .nullable(),
      daily: z.object({ applications_per_day: z.number(), applications_left: z.number() }),
      /** Nine in ten of the newest similar ones were sent within this time; null: too few to say. */
      sent_within_ms: z.number().nullable(),
      /** Requirements; each false one must be met first. */
      ready: z.object({
        verified: z.boolean(),
        fund_password: z.boolean(),
        /** An address, or at the bank a card, is saved. */
        destination: z.boolean(),
      }),
      two_factor: z.boolean(),
      /** Withdrawals are blocked until then. */
      hold: z.object({ reason: holdReason, until_ms: z.number() }).nullable(),
    }),
    errors: ['unknown_currency'],
  },
  'POST wallet/get_address': {
    summary: 'The address book, newest first. Money leaves to these addresses only',
    input: z.object({ currency_id: f.shortId.optional(), network: network.optional() }),
    output: z.object({
      items: z.array(savedAddress),
      maximum: z.number(),
      cooling_hours: z.number(),
      whitelist_only: z.literal(true),
    }),
    errors: ['unknown_currency'],
  },
  'POST wallet/addaddress': {
    summary:
      'Save an address: fund password, a code (purpose `address`) and the second factor where it is on',
    input: z.object({
      currency_id: f.shortId,
      network,
      address: z.string().min(1).max(200),
      /** On networks with memos: this, or `no_memo`; an address of the XRP Ledger may contain it (`X…`). */
      memo: z.string().max(20).optional(),
      no_memo: f.flag.optional(),
      label: z.string().max(40).optional(),
      password: fundPassword,
      code,
      ...secondFactor,
    }),
    output: z.object({ address: savedAddress }),
    errors: [
      'unknown_currency',
      'network_unknown',
      'address_invalid',
      'address_checksum',
      'address_wrong_network',
      'address_is_testnet',
      'address_is_burn',
      'address_is_contract',
      'address_unsupported',
      'address_is_deposit',
      'address_exists',
      'memo_required',
      'memo_invalid',
      'too_many_addresses',
      'label_invalid',
      ...proofErrors,
    ],
  },
  'POST wallet/deladdress': {
    summary: 'Remove an address; withdrawals under way keep theirs',
    input: z.object({ address_id: f.id }),
    output: z.object({ removed: z.literal(true) }),
    errors: ['address_unknown'],
  },
  'POST wallet/out': {
    summary:
      'Ask for a withdrawal: fund password, a code (purpose `withdraw`) and the second factor where it is on',
    idempotent: true,
    input: z.object({
      /** 9999: USDT to a saved bank card. */
      currency_id: f.shortId,
      /** Needed for all but the bank. */
      address_id: f.id.optional(),
      /** At the bank: one of the saved cards; left out, the default. */
      card_id: f.id.optional(),
      /** The whole amount, fee included. */
      amount: f.decimal,
      /** The fee and, at the bank, the rate the customer saw; refused if they have changed. */
      fee: f.decimal.optional(),
      rate: f.decimal.optional(),
      remark: z.string().max(120).optional(),
      password: fundPassword,
      code,
      ...secondFactor,
    }),
    output: z.object({ withdrawal }),
    errors: [
      'unknown_currency',
      'withdrawal_disabled',
      'address_required',
      'address_unknown',
      'address_cooling',
      'bank_card_missing',
      'bank_card_unknown',
      'verification_required',
      'withdrawal_on_hold',
      'withdrawals_per_day',
      'invalid_amount',
      'below_minimum',
      'insufficient_balance',
      'amount_on_hold',
      'customer_frozen',
      'fee_changed',
      'rate_changed',
      'remark_invalid',
      ...proofErrors,
    ],
  },
  'POST wallet/out/cancel': {
    summary: 'Cancel a withdrawal while it is under review; its money is available again',
    input: z.object({ withdrawal_id: f.id }),
    output: z.object({ withdrawal }),
    errors: ['unknown_withdrawal', 'withdrawal_not_pending'],
  },
  'GET charge_mention/log3': {
    summary: 'Withdrawals, newest first',
    input: z.object({
      withdrawal_id: f.id.optional(),
      currency_id: f.shortId.optional(),
      channel: withdrawalChannel.optional(),
      state: withdrawalState.optional(),
      ...f.paging,
    }),
    output: f.page(withdrawal),
    errors: ['unknown_currency'],
  },
});
