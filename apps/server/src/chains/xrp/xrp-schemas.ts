import { z } from 'zod';

/** Answers of a node of the XRP Ledger (API version 2), as far as we read them; see https://xrpl.org/docs/references/http-websocket-apis. */

const hash = z.string().regex(/^[0-9A-F]{64}$/);
const address = z.string().regex(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/);
const uint32 = z.int().min(0).max(0xffff_ffff);
/** Millionths of an XRP. There are never more than 10^17. */
const drops = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);
const index = z.union([uint32, z.string().regex(/^\d{1,10}$/)]).transform(Number);
/** XRP as a number with decimals, in drops. */
const inDrops = z
  .number()
  .min(0)
  .max(1_000_000)
  .transform(xrp => BigInt(Math.round(xrp * 1_000_000)));

const header = z.object({ ledger_hash: hash, ledger_index: index, parent_hash: hash });

export const ledger = z
  .object({ validated: z.boolean().optional(), ledger: header })
  .transform(({ validated = false, ledger: found }) => readHeader(validated, found));
export type XrpLedger = z.output<typeof ledger>;

/** A payment's own fields; others have none of some of them. */
const content = z
  .object({
    TransactionType: z.string(),
    /** Empty where the ledger itself changes something (`UNLModify`). */
    Account: address.or(z.literal('')),
    Destination: address.optional(),
    DestinationTag: uint32.optional(),
    Fee: drops,
  })
  .transform(found => ({
    type: found.TransactionType,
    account: found.Account,
    destination: found.Destination ?? null,
    tag: found.DestinationTag ?? null,
    fee: found.Fee,
  }));

/** `delivered_amount`: in drops, or a token (an object); never the `Amount`, which a partial payment need not deliver. */
const outcome = z
  .object({
    TransactionResult: z.string().regex(/^te[sc][A-Za-z_]{1,60}$/),
    delivered_amount: z.unknown().optional(),
  })
  .transform(({ TransactionResult: result, delivered_amount: delivered }) => {
    const read = drops.safeParse(delivered);
    return { result, delivered: read.success ? read.data : null };
  });

const listed = z
  .object({ hash, tx_json: content, meta: outcome })
  .transform(({ hash: id, tx_json: said, meta }) => ({ id, ...said, ...meta }));
/** A transaction in a validated ledger, and what came of it. */
export type XrpTransaction = z.output<typeof listed>;

/** A ledger with all its transactions. */
export const fullLedger = z
  .object({ validated: z.boolean().optional(), ledger: header.extend({ transactions: z.array(listed) }) })
  .transform(({ validated = false, ledger: found }) => ({
    ...readHeader(validated, found),
    transactions: found.transactions,
  }));

/** Not in a validated ledger yet, or with the ledger it is in. */
export const sent = z.union([
  z
    .object({
      validated: z.literal(true),
      ledger_index: index,
      hash,
      tx_json: content,
      meta: outcome,
    })
    .transform(found => ({
      validated: {
        ledgerIndex: found.ledger_index,
        transaction: { id: found.hash, ...found.tx_json, ...found.meta },
      },
      id: found.hash,
    })),
  z
    .object({ validated: z.literal(false).optional(), hash })
    .transform(found => ({ validated: null, id: found.hash })),
]);
export type XrpSent = z.output<typeof sent>;

export const account = z
  .object({
    validated: z.literal(true),
    account_data: z.object({
      Account: address,
      Balance: drops,
      Sequence: uint32,
      OwnerCount: uint32,
      Flags: uint32,
    }),
  })
  .transform(({ account_data: found }) => ({
    address: found.Account,
    balance: found.Balance,
    sequence: found.Sequence,
    /** Objects in the ledger that each keep a part of the balance. */
    owned: found.OwnerCount,
    requiresTag: (found.Flags & 0x0002_0000) !== 0,
  }));
export type XrpAccount = z.output<typeof account>;

export const serverInfo = z
  .object({
    info: z.object({
      complete_ledgers: z.string().max(10_000),
      /** Missing where none was configured. */
      network_id: uint32.default(0),
      validated_ledger: z.object({ seq: uint32, reserve_base_xrp: inDrops, reserve_inc_xrp: inDrops }),
    }),
  })
  .transform(({ info }) => ({
    networkId: info.network_id,
    newest: info.validated_ledger.seq,
    reserveBase: info.validated_ledger.reserve_base_xrp,
    reserveEach: info.validated_ledger.reserve_inc_xrp,
    ranges: readRanges(info.complete_ledgers),
  }));
export type XrpServer = z.output<typeof serverInfo>;

export const fee = z
  .object({ drops: z.object({ open_ledger_fee: drops }) })
  .transform(found => found.drops.open_ledger_fee);

export const submitted = z
  .object({ engine_result: z.string().regex(/^te[a-z][A-Za-z_]{1,60}$/) })
  .transform(found => found.engine_result);

/** Ledgers the node has without a gap, e.g. `32570-6595042,6595050`. */
function readRanges(text: string): { readonly from: number; readonly to: number }[] {
  return text.split(',').flatMap(part => {
    const [, from, to] = /^\s*(\d{1,10})(?:-(\d{1,10}))?\s*$/.exec(part) ?? [];
    return from === undefined ? [] : [{ from: Number(from), to: Number(to ?? from) }];
  });
}

function readHeader(isValidated: boolean, found: z.output<typeof header>) {
  return {
    isValidated,
    number: found.ledger_index,
    hash: found.ledger_hash,
    parentHash: found.parent_hash,
  };
}
