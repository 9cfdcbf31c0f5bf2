import { z } from 'zod';
import { callsOf } from '../call.ts';
import { network } from '../networks.ts';
import * as f from '../fields.ts';
import { currency } from './market.ts';

/** Currency id of the bank as a way to pay in and out; what arrives is credited in USDT. */
export const BANK = 9999;

export const depositChannel = z.enum(['voucher', 'chain', 'bank']);

/**
 * `processing`: an operator reviews it. `reversed`: it was credited and then taken back, because its transfer left the
 * chain or was a mistake (see `reversal`).
 */
export const depositState = z.enum(['processing', 'passed', 'rejected', 'reversed']);

/** Reasons for taking a deposit back; their texts are in the apps and mails. */
export const REVERSAL_REASONS = ['wrong_customer', 'wrong_amount', 'not_received', 'credited_twice'] as const;
export const reversalReason = z.enum(REVERSAL_REASONS);
export type ReversalReason = (typeof REVERSAL_REASONS)[number];

/**
 * `announced`: the customer was told, and may object until it is due. `objected`: others must decide again. `upheld`:
 * they confirmed it, and it is taken back once it is due. `reversing`: sent to the exchange. `dropped`: nothing is
 * taken.
 */
export const reversalState = z.enum(['announced', 'objected', 'upheld', 'reversing', 'done', 'dropped']);

export const depositReversal = z.object({
  state: reversalState,
  /** Never more than the deposit. */
  amount: z.string(),
  reason: reversalReason,
  /** As the operator put it. */
  text: z.string(),
  announced_at_ms: z.number(),
  due_at_ms: z.number(),
  may_object: z.boolean(),
  objection: z.string().nullable(),
});

export const deposit = z.object({
  deposit_id: z.number(),
  channel: depositChannel,
  /** Of what is credited. */
  currency: z.string(),
  /** Null at the bank. */
  network: network.nullable(),
  /** What is or will be credited. */
  amount: z.string(),
  /** At the bank: what was transferred, in its money, and how much of it was a USDT. */
  paid_amount: z.string().nullable(),
  paid_currency: z.string().nullable(),
  rate: z.string().nullable(),
  /** The customer’s deposit address it came to. */
  address: z.string().nullable(),
  /** The memo (destination tag) that goes with it; null: the network has none. */
  memo: z.string().nullable(),
  transaction_id: z.string().nullable(),
  explorer_url: z.string().nullable(),
  /** The voucher, to be read with `GET picture`. */
  picture_id: z.number().nullable(),
  state: depositState,
  /** Why it was rejected, as the operator put it. */
  reason: z.string().nullable(),
  created_at_ms: z.number(),
  decided_at_ms: z.number().nullable(),
  /** The latest reversal because of a mistake; null: there was none. */
  reversal: depositReversal.nullable(),
});

/** A transfer the chain watcher sees, before it is a deposit. */
export const arrival = z.object({
  currency: z.string(),
  network,
  amount: z.string(),
  address: z.string(),
  transaction_id: z.string(),
  explorer_url: z.string(),
  /** `below_minimum`: it is too small to be credited. */
  state: z.enum(['confirming', 'below_minimum']),
  confirmations: z.number(),
  confirmations_needed: z.number(),
  seen_at_ms: z.number(),
});

export const depositNetwork = z.object({
  network,
  /** The chain’s own name, the same in every language. */
  name: z.string(),
  minimum: z.string(),
  confirmations: z.number(),
  enabled: z.boolean(),
  /** Transfers are seen and credited without a voucher. */
  automatic: z.boolean(),
  /** Of the token that is meant; null: the chain’s own coin, or none is published. */
  contract: z.string().nullable(),
});

export const depositCalls = callsOf('deposit', {
  'GET wallet/funding': {
    summary: 'Which currencies can be paid in and taken out at the moment, and over which networks',
    auth: 'none',
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          currency,
          deposit: z.array(network),
          withdrawal: z.array(z.object({ network, has_memo: z.boolean() })),
        }),
      ),
      /** Whether bank transfers are open. */
      bank: z.boolean(),
    }),
    errors: [],
  },
  'POST wallet/get_in_address': {
    summary:
      'Where to pay in: the customer’s own address on a network, or the bank’s details (currency 9999)',
    input: z.object({ currency_id: f.shortId, network: network.optional() }),
    output: z.object({
      /** Where the currency can be paid in; empty for the bank and for currencies without a chain. */
      networks: z.array(depositNetwork),
      /** On the requested network, else the first open one; null at the bank, or if none is open. */
      address: z
        .object({
          network,
          address: z.string(),
          /** What has to be given with the address, which many customers share; null: nothing. */
          memo: z.string().nullable(),
          /** Content of the QR code. */
          qr_text: z.string(),
          explorer_url: z.string(),
        })
        .nullable(),
      /** Null for all but currency 9999. */
      bank: z
        .object({
          holder: z.string(),
          bank_name: z.string(),
          account_number: z.string(),
          swift: z.string(),
          note: z.string(),
          /** What the customer writes on the transfer. */
          reference: z.string(),
          /** The money customers transfer, e.g. `USD`. */
          currency: z.string(),
          /** Units of that money per USDT. */
          rate: z.string(),
          /** In that money. */
          minimum: z.string(),
        })
        .nullable(),
    }),
    errors: ['unknown_currency', 'network_unknown', 'deposit_disabled'],
  },
  'POST wallet/charge_req': {
    summary: 'Announce a deposit with its voucher picture; an operator reviews it',
    idempotent: true,
    input: z.object({
      /** 9999: by bank transfer, credited in USDT. */
      currency_id: f.shortId,
      /** Needed for all but the bank. */
      network: network.optional(),
      /** What was transferred: in the currency, or in the bank’s money. */
      amount: f.decimal,
      /** From `POST upload` with the kind `voucher`. */
      picture_id: f.id.optional(),
      transaction_id: z.string().max(100).optional(),
      /** Bank: the rate the customer saw; refused if it has changed. */
      rate: f.decimal.optional(),
    }),
    output: z.object({ deposit }),
    errors: [
      'unknown_currency',
      'network_unknown',
      'deposit_disabled',
      'invalid_amount',
      'below_minimum',
      'picture_required',
      'picture_unknown',
      'picture_in_use',
      'transaction_id_invalid',
      'voucher_reused',
      'too_many_deposits',
      'rate_changed',
    ],
  },
  'GET charge_mention/log2': {
    summary: 'Deposits, newest first, and on the first page the transfers that are arriving',
    input: z.object({
      deposit_id: f.id.optional(),
      currency_id: f.shortId.optional(),
      channel: depositChannel.optional(),
      state: depositState.optional(),
      ...f.paging,
    }),
    output: f.page(deposit).extend({ arriving: z.array(arrival) }),
    errors: ['unknown_currency'],
  },
});
