import { XRP } from '@tallystick/protocol/currency-ids';
import { formatMinor } from '@tallystick/core/money/decimal';
import { readDestinationTag } from '../addresses/xrp.ts';
import { RpcUnreachable } from '../rpc-errors.ts';
import type { BlockRef } from '../watcher/chain-source.ts';
import type { XrpRpc } from '../xrp/xrp-rpc.ts';
import type { XrpServer } from '../xrp/xrp-schemas.ts';
import {
  BalanceShort,
  CannotMove,
  FeeAboveCeiling,
  type CustodyChain,
  type CustodyNode,
  type Drafted,
  type DraftLimits,
  type ExportedFile,
  type HeldAddress,
  type Move,
  type ObservedBalance,
  type Signed,
  type SignedFile,
  type TransactionStatus,
} from './custody-chain.ts';
import { checkXrpSigned } from './xrp-signed.ts';
import { readXrpSlot, xrpSlot, xrpUnsigned, type XrpFields } from './xrp-transaction.ts';

export interface XrpCustodyOptions {
  readonly rpc: XrpRpc;
  /** The address that customers share: what they pay is here already, and payouts leave from here. */
  readonly hot: string;
  readonly cold: readonly string[];
  readonly witnesses: readonly CustodyNode[];
}

const DECIMALS = 6;
/** Ledgers until a transaction is out of date: about a day, as its signer is a person. */
const VALID_LEDGERS = 25_000;
/** About a minute. What a node knew so long ago it has told when asked for a transaction just before. */
const SETTLED_LEDGERS = 16;
/** A queued transaction is replaced by one that pays a quarter more. */
const BUMP = [5n, 4n] as const;
/** The node has it, or will have: it is validated, or waits. */
const TAKEN_IN: readonly string[] = ['tesSUCCESS', 'terQUEUED', 'terPRE_SEQ', 'tefALREADY'];

/** Custody on the XRP Ledger: one transaction for each payout, in the order of the account's sequence numbers. */
export class XrpCustody implements CustodyChain {
  readonly network = 'XRP';
  readonly coin = XRP;
  readonly currencies: readonly number[] = [XRP];
  readonly hot: string;
  readonly cold: readonly string[];
  readonly witnesses: readonly CustodyNode[];
  readonly #rpc: XrpRpc;

  constructor({ rpc, hot, cold, witnesses }: XrpCustodyOptions) {
    this.#rpc = rpc;
    this.hot = hot;
    this.cold = cold;
    this.witnesses = witnesses;
  }

  decimals(): number {
    return DECIMALS;
  }

  block(number: number): Promise<BlockRef | null> {
    return this.#rpc.header(number);
  }

  /** Each address once, as its first holder's: the shared address is the customers' deposit address, too. */
  async balances(addresses: readonly HeldAddress[], blockNumber: number): Promise<ObservedBalance[]> {
    await this.#rpc.server();
    const held = new Map<string, HeldAddress>();
    for (const one of addresses) if (!held.has(one.address)) held.set(one.address, one);
    return Promise.all(
      [...held.values()].map(async one => ({
        ...one,
        currencyId: XRP,
        amount: (await this.#rpc.account(one.address, blockNumber))?.balance ?? 0n,
      })),
    );
  }

  /** Nothing is swept. */
  gasNeeded() {
    return Promise.resolve({ least: 0n, enough: 0n });
  }

  async draft(moves: readonly Move[], limits: DraftLimits): Promise<Drafted[]> {
    const server = await this.#rpc.server();
    const account = await this.#rpc.account(this.hot);
    const first = account?.sequence ?? 0;
    const fee = await this.#fee(limits, 0n);
    const drafted: Drafted[] = [];
    for (const [place, move] of moves.entries()) {
      const slot = xrpSlot(this.hot, first + place, server.newest);
      drafted.push(await this.#draftOne(move, slot, fee, server));
    }
    await this.#refuseShort(drafted, server);
    return drafted;
  }

  async redraft(before: readonly Drafted[], moves: readonly Move[], limits: DraftLimits): Promise<Drafted[]> {
    const server = await this.#rpc.server();
    const drafted: Drafted[] = [];
    for (const one of before) {
      const old = xrpUnsigned.parse(one.unsigned).fields;
      const fee = await this.#fee(limits, (BigInt(old.Fee) * BUMP[0]) / BUMP[1] + 1n);
      const move = moves.find(({ id }) => one.itemIds.includes(id));
      drafted.push(
        move === undefined
          ? this.#emptied(one.slot, fee, server)
          : await this.#draftOne(move, one.slot, fee, server),
      );
    }
    await this.#refuseShort(drafted, server);
    return drafted;
  }

  file(
    batch: { readonly id: number; readonly version: number },
    drafted: readonly Drafted[],
  ): Promise<ExportedFile> {
    const content = {
      format: 'tallystick-unsigned-xrp-1',
      network: this.network,
      batch: batch.id,
      version: batch.version,
      return:
        'a JSON file {"signed": ["1200…", …]} with the signed blobs in this order, by the account’s master key',
      transactions: drafted.map(one => one.unsigned),
    };
    return Promise.resolve({
      name: `batch-${batch.id}-v${batch.version}-${this.network}.json`,
      type: 'application/json',
      content: `${JSON.stringify(content, null, 2)}\n`,
    });
  }

  check(drafted: readonly Drafted[], content: string, limits: DraftLimits): Promise<SignedFile> {
    const asked = drafted.map(one => xrpUnsigned.parse(one.unsigned).fields);
    return checkXrpSigned(asked, content, limits);
  }

  async broadcast({ transactionId, raw }: Signed): Promise<void> {
    await this.#rpc.server();
    const result = await this.#rpc.submit(raw);
    // `tec…` is what a ledger may still decide otherwise; it is looked at once it is validated.
    if (TAKEN_IN.includes(result) || result.startsWith('tec')) return;
    // It may be validated already: then its sequence number is of the past.
    if ((await this.#rpc.transaction(transactionId)) === null) throw new RpcUnreachable('submit', result);
  }

  async status(transactionId: string): Promise<TransactionStatus> {
    const { newest } = await this.#rpc.server();
    const sent = await this.#rpc.transaction(transactionId);
    if (sent === null) return { state: 'unknown' };
    if (sent.validated === null) return { state: 'pending' };
    const { ledgerIndex, transaction } = sent.validated;
    return {
      state: 'mined',
      blockNumber: ledgerIndex,
      confirmations: Math.max(newest - ledgerIndex + 1, 1),
      // Validated with a `tec…`: the fee is burnt, and nothing was paid.
      reverted: transaction.result !== 'tesSUCCESS',
      fee: transaction.fee,
    };
  }

  /** @throws while the node lacks a ledger that could have the transaction: then it cannot tell that none has it. */
  async isTaken(slot: string): Promise<boolean> {
    const { account, sequence, afterLedger } = readXrpSlot(slot);
    const { newest, ranges } = await this.#rpc.server();
    const settled = newest - SETTLED_LEDGERS;
    if (settled <= afterLedger) return false;
    const found = await this.#rpc.account(account, settled);
    if (found === null || found.sequence <= sequence) return false;
    if (ranges.some(({ from, to }) => from <= afterLedger + 1 && to >= settled)) return true;
    throw new Error(`the node lacks ledgers between ${afterLedger} and ${settled}`);
  }

  async #draftOne(move: Move, slot: string, fee: bigint, server: XrpServer): Promise<Drafted> {
    const tag = tagOf(move);
    if (move.whole || move.from !== this.hot) throw new CannotMove(move.id, 'nothing is swept on this chain');
    if (move.to === this.hot) throw new CannotMove(move.id, 'it is the sender itself');
    const there = await this.#rpc.account(move.to);
    if (there === null && move.amount < server.reserveBase) {
      throw new CannotMove(move.id, 'it is too little to open the account');
    }
    if (there?.requiresTag === true && tag === null) throw new CannotMove(move.id, 'the account wants a tag');
    const shown = formatMinor(move.amount, DECIMALS);
    const withTag = tag === null ? 'without a destination tag' : `with destination tag ${tag}`;
    return drafted(
      slot,
      {
        TransactionType: 'Payment',
        ...commonFields(slot, fee, server),
        Destination: move.to,
        ...(tag === null ? {} : { DestinationTag: tag }),
        Amount: String(move.amount),
      },
      [`${move.text}: ${shown} XRP to ${move.to} ${withTag}`, `costs ${formatMinor(fee, DECIMALS)} XRP`],
      move.id,
    );
  }

  /** What had the sequence number before can no longer be made. */
  #emptied(slot: string, fee: bigint, server: XrpServer): Drafted {
    const { sequence } = readXrpSlot(slot);
    const reads = [
      `pays nothing: takes sequence ${sequence}, so that the earlier transaction cannot be made`,
      `costs ${formatMinor(fee, DECIMALS)} XRP`,
    ];
    const fields = { TransactionType: 'AccountSet', ...commonFields(slot, fee, server) } as const;
    return drafted(slot, fields, reads, null);
  }

  /** Twice what gets into a ledger now, so that it still does when it is signed, but no more than the ceiling. */
  async #fee({ feeCeiling }: DraftLimits, atLeast: bigint): Promise<bigint> {
    const open = await this.#rpc.fee();
    const least = open > atLeast ? open : atLeast;
    if (least > feeCeiling) throw new FeeAboveCeiling(least, feeCeiling);
    const wanted = 2n * open > least ? 2n * open : least;
    return wanted < feeCeiling ? wanted : feeCeiling;
  }

  /** @throws BalanceShort when it needs what the ledger keeps as the account's reserve. */
  async #refuseShort(all: readonly Drafted[], { reserveBase, reserveEach }: XrpServer): Promise<void> {
    const account = await this.#rpc.account(this.hot);
    const reserve = reserveBase + reserveEach * BigInt(account?.owned ?? 0);
    const free = (account?.balance ?? 0n) - reserve;
    const needed = all.reduce((sum, one) => {
      const { fields } = xrpUnsigned.parse(one.unsigned);
      return sum + one.feeMost + (fields.TransactionType === 'Payment' ? BigInt(fields.Amount) : 0n);
    }, 0n);
    if (needed > free) throw new BalanceShort(XRP, needed, free > 0n ? free : 0n);
  }
}

function commonFields(slot: string, fee: bigint, { newest }: XrpServer) {
  const { account, sequence } = readXrpSlot(slot);
  return {
    Account: account,
    Fee: String(fee),
    Sequence: sequence,
    LastLedgerSequence: newest + VALID_LEDGERS,
    Flags: 0 as const,
  };
}

function drafted(slot: string, fields: XrpFields, reads: readonly string[], itemId: number | null): Drafted {
  return {
    slot,
    itemIds: itemId === null ? [] : [itemId],
    payoutPlaces: itemId === null ? [] : [-1],
    feeMost: BigInt(fields.Fee),
    unsigned: { fields, reads },
  };
}

/** @throws CannotMove for a memo that is no destination tag: it must never be left away. */
function tagOf({ id, memo }: Move): number | null {
  if (memo === null) return null;
  const tag = readDestinationTag(memo);
  if (tag === null) throw new CannotMove(id, 'its memo is no destination tag');
  return Number(tag);
}
