import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';
import { network } from '../../networks.ts';
import { reason } from '../../text.ts';

/** The largest signed file: a hundred transactions, generously. */
const MOST_CONTENT = 400_000;

const batchKind = z.enum(['payout', 'gas', 'sweep', 'to_cold']);
const batchState = z.enum([
  'draft',
  'exported',
  'signed',
  'broadcasting',
  'sent',
  'confirmed',
  'failed',
  'cancelled',
]);

const currencyPosition = z.object({
  currency_id: z.number(),
  currency: z.string(),
  /** What the ledger’s custody account says lies there; null until it was compared. */
  ledger: f.signedDecimal.nullable(),
  hot: f.signedDecimal.nullable(),
  cold: f.signedDecimal.nullable(),
  deposits: f.signedDecimal.nullable(),
  /** Why there is more (above zero) or less at the chain than the ledger says. */
  explained: z.array(z.object({ name: z.string(), amount: f.signedDecimal })),
  unexplained: f.signedDecimal.nullable(),
  hot_target: z.string(),
  hot_maximum: z.string(),
  /** What the hot address lacks to its target; null: nothing. */
  refill: z.string().nullable(),
  /** What may go to the cold address; null: nothing. */
  to_cold: z.string().nullable(),
});

const custodyNetwork = z.object({
  network,
  coin: z.string(),
  hot_address: z.string(),
  cold_addresses: z.array(z.string()),
  /** The most one transaction may cost, in the coin. */
  fee_ceiling: z.string(),
  /** The block both sides are of. */
  block: z.number().nullable(),
  compared_at_ms: z.number().nullable(),
  /** Why the newest comparison failed; null: it did not. */
  failure: z.string().nullable(),
  currencies: z.array(currencyPosition),
});

const approvedPayout = z.object({
  withdrawal_id: z.number(),
  customer_id: z.number(),
  currency: z.string(),
  /** What arrives. */
  amount: z.string(),
  /** Why it is in no batch by itself. */
  held: z.enum(['customer_frozen', 'compliance_hold', 'payout_doubted']).nullable(),
});

const plannedSweep = z.object({
  address: z.string(),
  customer_id: z.number(),
  currency: z.string(),
  amount: z.string(),
  to: z.enum(['hot', 'cold']),
  /** What the address lacks of the coin before it can be swept; null: nothing. */
  gas_short: z.string().nullable(),
  in_batch: z.boolean(),
});

const batchSummary = z.object({
  id: z.number(),
  network,
  kind: batchKind,
  state: batchState,
  version: z.number(),
  totals: z.array(z.object({ currency: z.string(), amount: z.string() })),
  items: z.number(),
  /** What its newest version may cost at most, and what all that is in the chain has cost; in the coin. */
  fee_most: z.string(),
  fee_paid: z.string(),
  coin: z.string(),
  /** The newest signed file was refused. */
  refused: z.boolean(),
  created_by: z.string(),
  created_at_ms: z.number(),
  sent_by: z.string().nullable(),
  sent_at_ms: z.number().nullable(),
  ended_at_ms: z.number().nullable(),
});

const batchItem = z.object({
  id: z.number(),
  withdrawal_id: z.number().nullable(),
  currency: z.string(),
  amount: z.string(),
  sender: z.string(),
  /** Empty while payouts are held and this one has not left. */
  recipient: z.string(),
  /** Sent along with it, e.g. a destination tag; null: none, or hidden with the recipient. */
  memo: z.string().nullable(),
  /** `dropped`: given back, its place was taken. `failed`: nothing was moved. */
  state: z.enum(['open', 'done', 'dropped', 'failed']),
  /** Left out by the newest version: given back once its place is taken. */
  left_out: z.boolean(),
});

const batchTransaction = z.object({
  version: z.number(),
  item_ids: z.array(z.number()),
  transaction_id: z.string().nullable(),
  explorer_url: z.string().nullable(),
  state: z.enum(['drafted', 'signed', 'broadcasting', 'sent', 'mined', 'confirmed', 'reverted', 'replaced']),
  fee_most: z.string(),
  fee: z.string().nullable(),
});

export const custodyBatch = batchSummary.extend({
  /** SHA-256 of the newest version’s unsigned transactions. */
  digest: z.string(),
  contents: z.array(batchItem),
  transactions: z.array(batchTransaction),
  /** What the newest signed file had that was not asked for. */
  deviations: z.array(
    z.object({
      place: z.number().nullable(),
      code: z.string(),
      expected: z.string(),
      found: z.string(),
    }),
  ),
  /** Why something is not given back yet: what nodes say of it, or which one is silent; null: nothing waits for that. */
  doubt: z.string().nullable(),
  may_cancel: z.boolean(),
  may_replace: z.boolean(),
  /** From when on it may be replaced; null: not at all. */
  replaceable_from_ms: z.number().nullable(),
});

const ofBatch = { batch_id: f.id };

export const custodyDeskCalls = deskCallsOf({
  'GET desk/custody': {
    summary: 'What lies at each chain, hot, cold and at deposit addresses, beside the ledger',
    permission: 'custody.read',
    output: z.object({ items: z.array(custodyNetwork) }),
  },
  'GET desk/custody_plan': {
    summary: 'What could be put into batches: approved withdrawals, and deposit addresses to sweep',
    permission: 'custody.read',
    input: z.object({ network }),
    output: z.object({ payouts: z.array(approvedPayout), sweeps: z.array(plannedSweep) }),
    errors: ['custody_off', 'chain_unavailable', 'network_fee_too_high'],
  },
  'GET desk/custody_batches': {
    summary: 'Batches of transactions for the signer, newest first',
    permission: 'custody.read',
    input: z.object({ network: network.optional(), ...f.paging }),
    output: f.page(batchSummary),
  },
  'GET desk/custody_batch': {
    summary: 'A batch with everything in it, and every version of its transactions',
    permission: 'custody.read',
    input: z.object({ ...ofBatch }),
    output: custodyBatch,
    errors: ['not_found'],
  },
  'POST desk/custody_build': {
    summary:
      'Draft a batch: of approved withdrawals, of sweeps, of the gas these need, or to the cold address',
    permission: 'custody.move',
    input: z.object({
      network,
      kind: batchKind,
      /** Of payouts: these alone, also flagged ones. Left out: all that nothing speaks against. */
      withdrawal_ids: z.array(f.id).min(1).max(100).optional(),
    }),
    output: custodyBatch,
    errors: [
      'custody_off',
      'payouts_held',
      'batch_open',
      'batch_withdrawal_held',
      'batch_empty',
      'already_decided',
      'network_fee_too_high',
      'hot_wallet_short',
      'chain_unavailable',
    ],
  },
  'POST desk/custody_export': {
    summary:
      'The unsigned file of the newest version, for the signer. From then on a payout can only be replaced',
    permission: 'custody.move',
    input: z.object({ ...ofBatch }),
    output: z.object({ name: z.string(), type: z.string(), content: z.string() }),
    errors: ['not_found', 'already_decided', 'payouts_held', 'batch_changed', 'batch_withdrawal_held'],
  },
  'POST desk/custody_signed': {
    summary:
      'Take the signed file in. If it is not exactly what was asked for, nothing of it is taken: see `deviations`',
    permission: 'custody.move',
    input: z.object({ ...ofBatch, version: f.shortId, content: z.string().min(1).max(MOST_CONTENT) }),
    output: custodyBatch,
    errors: ['not_found', 'already_decided', 'payouts_held', 'batch_changed', 'batch_withdrawal_held'],
  },
  'POST desk/custody_send': {
    summary: 'Send the signed batch. What the network does not take now is sent again',
    permission: 'custody.move',
    input: z.object({ ...ofBatch }),
    output: custodyBatch,
    errors: ['not_found', 'already_decided', 'payouts_held', 'batch_changed', 'batch_withdrawal_held'],
  },
  'POST desk/custody_replace': {
    summary:
      'A new version at a higher fee, to be signed anew. What is left out is given back once its place is taken',
    permission: 'custody.move',
    input: z.object({ ...ofBatch, leave_out: z.array(f.id).max(100).default([]) }),
    output: custodyBatch,
    errors: [
      'not_found',
      'already_decided',
      'payouts_held',
      'batch_not_stuck',
      'network_fee_too_high',
      'hot_wallet_short',
      'chain_unavailable',
    ],
  },
  'POST desk/custody_cancel': {
    summary: 'Give everything in it back. A payout that was taken out for signing can only be replaced',
    permission: 'custody.move',
    input: z.object({ ...ofBatch, reason }),
    output: custodyBatch,
    errors: ['not_found', 'already_decided'],
  },
});
