import type { Network } from '../networks.ts';
import type { BlockRef } from '../watcher/chain-source.ts';

/** An address and whose it is. The operator's own come from the environment, so that nobody at the desk changes them. */
export interface HeldAddress {
  readonly holder: 'hot' | 'cold' | 'deposit';
  readonly address: string;
}

export interface ObservedBalance extends HeldAddress {
  readonly currencyId: number;
  /** In the chain's units. */
  readonly amount: bigint;
}

/** What one item of a batch is to move. */
export interface Move {
  /** The item. */
  readonly id: number;
  readonly from: string;
  /** Which child of the deposit key signs, e.g. `0/17`; null: the hot address's own key. */
  readonly path: string | null;
  readonly to: string;
  /** Names the recipient at a shared address; never to be left away. Null: there is none. */
  readonly memo: string | null;
  readonly currencyId: number;
  /** In the chain's units. With `whole`, what is known to be there. */
  readonly amount: bigint;
  /** Everything that is there, less the fee where it is paid in the same coin. */
  readonly whole: boolean;
  /** What it is for, in words for whoever signs. */
  readonly text: string;
}

/** A transaction to be signed. */
export interface Drafted {
  /** Of transactions with the same slot one alone can be in the chain. */
  readonly slot: string;
  /** Ids of the moves it makes; none: it only takes the slot, so that nothing else can. */
  readonly itemIds: readonly number[];
  /** Where in it each of them is paid; null where only the receipt tells. */
  readonly payoutPlaces: readonly (number | null)[];
  /** The most it can cost, in units of the chain's coin. */
  readonly feeMost: bigint;
  /** As it goes to the signer: JSON, whose shape is the chain's own. */
  readonly unsigned: Readonly<Record<string, unknown>>;
}

export interface DraftLimits {
  /** The most one transaction may cost, in units of the chain's coin. */
  readonly feeCeiling: bigint;
}

/** What a signed file has that was not asked for. The desk has a text for each. */
export const DEVIATIONS = [
  'unreadable',
  'missing',
  'additional',
  'type',
  'chain',
  'signer',
  'nonce',
  'inputs',
  'recipient',
  'memo',
  'amount',
  'data',
  'gas_limit',
  'fee_above_ceiling',
  'outputs',
  'replaceable',
] as const;

export interface Deviation {
  /** Place of the transaction in the file, from 0; null: the file itself. */
  readonly place: number | null;
  readonly code: (typeof DEVIATIONS)[number];
  readonly expected: string;
  readonly found: string;
}

export interface Signed {
  readonly transactionId: string;
  /** As it is sent to the network. */
  readonly raw: string;
}

export interface SignedFile {
  /** In the order of what was drafted; empty where anything deviates. */
  readonly transactions: readonly Signed[];
  readonly deviations: readonly Deviation[];
}

export type TransactionStatus =
  /** The node does not know it. */
  | { readonly state: 'unknown' }
  /** It waits for a block. */
  | { readonly state: 'pending' }
  | {
      readonly state: 'mined';
      readonly blockNumber: number;
      readonly confirmations: number;
      /** It is in the chain, and moved nothing. */
      readonly reverted: boolean;
      /** What it cost, in units of the chain's coin. */
      readonly fee: bigint;
    };

export interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

/** A price is above the ceiling that two people have set. */
export class FeeAboveCeiling extends Error {
  readonly fee: bigint;
  readonly ceiling: bigint;

  constructor(fee: bigint, ceiling: bigint) {
    super(`a transaction would cost ${fee}, the ceiling is ${ceiling}`);
    this.name = 'FeeAboveCeiling';
    this.fee = fee;
    this.ceiling = ceiling;
  }
}

/** There is too little where it is to be sent from. */
export class BalanceShort extends Error {
  readonly currencyId: number;
  readonly needed: bigint;
  readonly available: bigint;

  constructor(currencyId: number, needed: bigint, available: bigint) {
    super(`${needed} of currency ${currencyId} are needed, ${available} are there`);
    this.name = 'BalanceShort';
    this.currencyId = currencyId;
    this.needed = needed;
    this.available = available;
  }
}

/** The chain would not make this payment, or a sweep would cost what it brings; the others of its batch may be made. */
export class CannotMove extends Error {
  readonly itemId: number;

  constructor(itemId: number, why: string) {
    super(`item ${itemId} cannot be moved: ${why}`);
    this.name = 'CannotMove';
    this.itemId = itemId;
  }
}

/** The chain is no longer where the question was about; asked again soon, it will be answered. */
export class ChainMoved extends Error {
  constructor() {
    super('the chain has moved on meanwhile');
    this.name = 'ChainMoved';
  }
}

export interface GasNeeded {
  /** With less, it cannot be swept at the newest prices; 0: it needs none. */
  readonly least: bigint;
  /** With so much it still can when prices have risen meanwhile. */
  readonly enough: bigint;
}

/** What a node says of transactions that were sent. Both reject when it cannot be asked. */
export interface CustodyNode {
  status(transactionId: string): Promise<TransactionStatus>;
  /** Whether a transaction that is in the chain for good has used the slot. */
  isTaken(slot: string): Promise<boolean>;
}

/**
 * What custody needs of a chain. No method holds a key: transactions are drafted here, signed elsewhere, and compared on
 * their return. All reject when the node cannot be asked.
 */
export interface CustodyChain extends CustodyNode {
  readonly network: Network;
  /** The coin fees are paid in. */
  readonly coin: number;
  readonly currencies: readonly number[];
  /** Decimals of the chain's units, by currency. */
  decimals(currencyId: number): number;
  readonly hot: string;
  readonly cold: readonly string[];
  /** Nodes of other providers: without their word nothing is given back. */
  readonly witnesses: readonly CustodyNode[];
  /** The block of that number, null if there is none: it tells whether an observation belongs to one chain. */
  block(number: number): Promise<BlockRef | null>;
  /** What lies at these addresses after that block. */
  balances(addresses: readonly HeldAddress[], blockNumber: number): Promise<ObservedBalance[]>;
  /** What of the coin an address must have before this currency can be swept from it. @throws FeeAboveCeiling */
  gasNeeded(currencyId: number, limits: DraftLimits): Promise<GasNeeded>;
  /** @throws FeeAboveCeiling, BalanceShort, CannotMove */
  draft(moves: readonly Move[], limits: DraftLimits): Promise<Drafted[]>;
  /**
   * The same slots again, at a price that takes the place of the earlier ones. What is no longer in `moves` is not moved:
   * its slot is taken by nothing. One whose deposit address cannot pay for that is not among the result: it stays as it
   * is. @throws FeeAboveCeiling, BalanceShort, CannotMove
   */
  redraft(before: readonly Drafted[], moves: readonly Move[], limits: DraftLimits): Promise<Drafted[]>;
  /** The file for the signer. */
  file(
    batch: { readonly id: number; readonly version: number },
    drafted: readonly Drafted[],
  ): Promise<ExportedFile>;
  /** Compares all of what came back with what was asked for. Never throws for what is in the file. */
  check(drafted: readonly Drafted[], content: string, limits: DraftLimits): Promise<SignedFile>;
  /** Sends it; sent again, nothing happens. @throws when the network does not take it. */
  broadcast(signed: Signed): Promise<void>;
}
