import { z } from 'zod';
import { network } from '../../networks.ts';
import { deskCallsOf } from '../desk-call.ts';

/** The largest file of signed messages: a hundred addresses, generously. */
const MOST_CONTENT = 400_000;

/** Why a signed message is not taken. The desk has a text for each. */
export const MESSAGE_FAULTS = [
  'unreadable',
  'message',
  'origin',
  'day',
  'record',
  'network',
  'deposit_address',
  'too_many',
  'signature',
] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const reserveAddress = z.object({
  network,
  address: z.string(),
  /** `other`: no custody address; what lies there is the house’s own and counts for nothing. */
  place: z.enum(['hot', 'cold', 'other']),
  /** The newest signed message; null: there is none. */
  signed: z
    .object({
      format: z.enum(['eip191', 'bitcoin_message', 'bip322']),
      day_ms: z.number(),
      by: z.string(),
      /** When it no longer counts. */
      until_ms: z.number(),
    })
    .nullable(),
});

const statement = z.object({
  id: z.number(),
  account: z.string(),
  owner: z.enum(['customers', 'house']),
  currency: z.string(),
  /** As the statement has it, in that money. */
  money: z.string(),
  money_amount: z.string(),
  /** That money per unit of the currency. */
  rate: z.string(),
  amount: z.string(),
  as_of_ms: z.number(),
  sha256,
  entered_by: z.string(),
  confirmed_by: z.string(),
  confirmed_at_ms: z.number(),
  /** Whether it is the newest of its account and not too old to count. */
  counts: z.boolean(),
  /** When it no longer does. */
  until_ms: z.number(),
});

export const reservesDeskCalls = deskCallsOf({
  'GET desk/reserves': {
    summary: 'Addresses with their signed messages, bank statements, and what was published last',
    permission: 'reserves.read',
    output: z.object({
      addresses: z.array(reserveAddress),
      /** Networks whose addresses can sign: others are observed. */
      signing_networks: z.array(network),
      statements: z.array(statement),
      published: z.object({ point: z.number(), record: z.number(), at_ms: z.number() }).nullable(),
      /** Why the newest audit point has no record of reserves; null: it has one, or there is no point yet. */
      failure: z.string().nullable(),
      /** What is owed for money at the bank, and the rate of the setting `bank`. */
      bank: z.object({ currency_id: z.number(), currency: z.string(), money: z.string(), rate: z.string() }),
    }),
  },
  'GET desk/reserve_messages': {
    summary:
      'The file of messages for the signers: one for each custody address, or for one other address of a network',
    permission: 'reserves.read',
    input: z.object({ network: network.optional(), address: z.string().min(1).max(128).optional() }),
    output: z.object({ name: z.string(), type: z.string(), content: z.string() }),
    errors: ['address_invalid'],
  },
  'POST desk/reserve_signatures': {
    summary: 'Takes in what the signers gave back. One that is wrong refuses all of them',
    permission: 'reserves.enter',
    input: z.object({ content: z.string().min(1).max(MOST_CONTENT) }),
    output: z.object({
      imported: z.number(),
      faults: z.array(
        z.object({ place: z.number().nullable(), code: z.enum(MESSAGE_FAULTS), found: z.string() }),
      ),
    }),
  },
  'POST desk/reserve_document': {
    summary: 'Upload a bank’s statement (PDF, PNG or JPEG). It is kept sealed; the public sees its SHA-256',
    permission: 'reserves.enter',
    file: 'file',
    output: z.object({ sha256, content_type: z.string(), bytes: z.number() }),
    errors: ['file_missing', 'file_too_large', 'picture_unavailable'],
  },
  'GET desk/reserve_document': {
    summary: 'A statement as it was handed in. Who looked at it stands in the audit log',
    permission: 'reserves.read',
    input: z.object({ sha256 }),
    output: z.object({ content_type: z.string(), base64: z.string() }),
    errors: ['not_found', 'picture_unavailable'],
  },
});
