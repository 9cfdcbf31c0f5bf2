import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { formatMinor } from '@tallystick/core/money/decimal';
import { BTC } from '@tallystick/protocol/currency-ids';
import { z } from 'zod';
import type { BitcoinNetworkParameters } from '../addresses/bitcoin-networks.ts';
import { scriptOfAddress } from '../addresses/bitcoin-script.ts';
import type { DepositKey } from '../addresses/extended-key.ts';
import type { BitcoinRpc } from '../bitcoin/bitcoin-rpc.ts';
import { identifyNode, type BitcoinSource } from '../bitcoin/bitcoin-source.ts';
import * as schemas from '../bitcoin/rpc-schemas.ts';
import type { BlockRef } from '../watcher/chain-source.ts';
import {
  feeOf,
  isWitnessKey,
  largestFirst,
  MOST_INPUTS,
  selectCoins,
  sizeOf,
  type Coin,
  type FeeAim,
} from './bitcoin-coins.ts';
import { bitcoinUnsigned, checkBitcoinSigned, psbtOf, type BitcoinUnsigned } from './bitcoin-psbt.ts';
import {
  CannotMove,
  ChainMoved,
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
import type { OutputStore, StoredOutput } from './output-store.ts';

export interface BitcoinCustodyOptions {
  readonly rpc: BitcoinRpc;
  readonly source: BitcoinSource;
  readonly outputs: OutputStore;
  readonly parameters: BitcoinNetworkParameters;
  readonly depositKey: DepositKey;
  readonly hot: string;
  readonly cold: readonly string[];
  readonly witnesses: readonly CustodyNode[];
  /** Blocks until a transaction counts as final. */
  readonly confirmations: number;
}

/** Blocks within which a spent output may come back. */
const REORGANISABLE = 100;
const SCAN_AT_ONCE = 20;
/** A node refuses more than sixteen questions at once. */
const ASK_AT_ONCE = 4;
/** At each block, of the outputs whose spending a block would have told. */
const ASK_AGAIN = 50;
/** Within so many blocks a transaction should be in one. */
const TARGET_BLOCKS = 3;
const VIRTUAL_KILOBYTE = 1000n;

/** Missing while a node has not seen enough blocks. */
const feeEstimate = z.object({ feerate: schemas.satoshi.optional() });
const mempool = z.object({ mempoolminfee: schemas.satoshi });
const spendable = z.object({ confirmations: z.int().min(0) });

/**
 * Custody on Bitcoin: outputs instead of balances, one transaction for a whole batch. Our outputs are known from the
 * blocks themselves, so that the node needs no wallet and learns none of our addresses.
 */
export class BitcoinCustody implements CustodyChain {
  readonly network = 'OMNI';
  readonly coin = BTC;
  readonly currencies: readonly number[] = [BTC];
  readonly hot: string;
  readonly cold: readonly string[];
  readonly witnesses: readonly CustodyNode[];
  readonly #options: BitcoinCustodyOptions;
  /** The newest block when it was last asked which outputs are spent. */
  #asked: string | null = null;

  constructor(options: BitcoinCustodyOptions) {
    this.#options = options;
    this.hot = options.hot;
    this.cold = options.cold;
    this.witnesses = options.witnesses;
  }

  decimals(): number {
    return 8;
  }

  block(number: number): Promise<BlockRef | null> {
    return this.#options.source.block(number);
  }

  async balances(addresses: readonly HeldAddress[], blockNumber: number): Promise<ObservedBalance[]> {
    const { rpc, outputs, parameters } = this.#options;
    await identifyNode(rpc, parameters);
    // What is unspent can only be asked about now, not about an earlier block.
    const head = await rpc.head();
    if (head.number !== blockNumber) throw new ChainMoved();
    const readTo = await this.#stillThere(blockNumber);
    // First, so that what the blocks spend of them is known to be ours.
    await outputs.takeDeposits(BTC, readTo);
    await this.#scan(readTo, blockNumber);
    // Nothing is spent without a block.
    if (this.#asked !== head.hash) await this.#askWhatIsSpent(blockNumber);
    if ((await rpc.head()).hash !== head.hash) throw new ChainMoved();
    this.#asked = head.hash;
    const held = new Map(addresses.map(one => [one.address, { ...one, currencyId: BTC, amount: 0n }]));
    for (const holder of ['hot', 'cold', 'deposit'] as const) {
      for (const { address, amount } of await outputs.unspent(holder, null)) {
        const before = held.get(address) ?? { holder, address, currencyId: BTC, amount: 0n };
        held.set(address, { ...before, amount: before.amount + amount });
      }
    }
    return [...held.values()];
  }

  /** A sweep pays its fee out of what it moves. */
  gasNeeded() {
    return Promise.resolve({ least: 0n, enough: 0n });
  }

  async draft(moves: readonly Move[], limits: DraftLimits): Promise<Drafted[]> {
    return [await this.#draft(moves, [], { rate: await this.#rate(), above: null }, limits)];
  }

  async redraft(before: readonly Drafted[], moves: readonly Move[], limits: DraftLimits): Promise<Drafted[]> {
    const [one] = before;
    if (one === undefined) return [];
    const old = bitcoinUnsigned.parse(one.unsigned);
    const [rate, least] = [await this.#rate(), (BigInt(old.rate) * 9n) / 8n + 1n];
    const aim = { rate: rate > least ? rate : least, above: BigInt(old.fee) };
    return [await this.#draft(moves, await this.#coinsOf(old), aim, limits)];
  }

  async file(
    batch: { readonly id: number; readonly version: number },
    drafted: readonly Drafted[],
  ): Promise<ExportedFile> {
    const [one] = drafted;
    return {
      name: `batch-${batch.id}-v${batch.version}.psbt`,
      type: 'text/plain',
      content: one === undefined ? '' : await psbtOf(bitcoinUnsigned.parse(one.unsigned)),
    };
  }

  check(drafted: readonly Drafted[], content: string, limits: DraftLimits): Promise<SignedFile> {
    const asked = bitcoinUnsigned.parse(drafted[0]?.unsigned);
    return checkBitcoinSigned(asked, content, this.#options.parameters, limits);
  }

  async broadcast({ transactionId, raw }: Signed): Promise<void> {
    const { rpc, parameters } = this.#options;
    await identifyNode(rpc, parameters);
    try {
      await rpc.ask(schemas.hash, 'sendrawtransaction', [raw]);
    } catch (error) {
      // It may have it already, waiting or in a block: nodes say so in words of their own.
      if ((await rpc.transaction(transactionId)) === null) throw error;
    }
  }

  async status(transactionId: string): Promise<TransactionStatus> {
    const { rpc, parameters, outputs } = this.#options;
    await identifyNode(rpc, parameters);
    const found = await rpc.transaction(transactionId);
    if (found === null) return { state: 'unknown' };
    const height = found.blockHash === null ? null : await rpc.heightOf(found.blockHash);
    if (height === null) {
      const isWaiting = found.blockHash === null || (await rpc.isWaiting(transactionId));
      return { state: isWaiting ? 'pending' : 'unknown' };
    }
    const { inputs, outputs: made } = found.transaction;
    const spent = await Promise.all(
      inputs.map(({ previous }) => outputs.find(previous.transactionId, previous.index)),
    );
    const paid = made.reduce((sum, output) => sum + output.amount, 0n);
    const sum = spent.reduce((total, output) => total + (output?.amount ?? 0n), 0n);
    return {
      state: 'mined',
      blockNumber: height,
      confirmations: Math.max((await rpc.head()).number - height + 1, 0),
      reverted: false,
      // Of what others sent we do not know what went in.
      fee: spent.includes(null) ? 0n : sum - paid,
    };
  }

  /**
   * What is spent is known up to the last block looked at; once that one has left the chain, it has to be looked again.
   * The node is asked besides, since a witness was not asked before.
   */
  async isTaken(slot: string): Promise<boolean> {
    const { rpc, outputs, confirmations, parameters } = this.#options;
    await identifyNode(rpc, parameters);
    const [transactionId = '', index = ''] = slot.split(':');
    const last = await outputs.scanned();
    const spentAt = await outputs.spentAt(transactionId, Number(index));
    if (last === null || spentAt === null) return false;
    if ((await rpc.head()).number - spentAt + 1 < confirmations) return false;
    if ((await this.block(last.number))?.hash !== last.hash) return false;
    return !(await this.#isUnspent({ transactionId, index: Number(index) }));
  }

  async #draft(
    moves: readonly Move[],
    must: readonly Coin[],
    aim: FeeAim,
    { feeCeiling }: DraftLimits,
  ): Promise<Drafted> {
    const { rpc, parameters } = this.#options;
    await identifyNode(rpc, parameters);
    const noted = moves.find(move => move.memo !== null);
    if (noted !== undefined) throw new CannotMove(noted.id, 'there are no memos on this chain');
    const sweeps = moves.filter(move => move.whole);
    const isSweep = sweeps.length > 0 || must.some(coin => coin.address !== this.hot);
    const made = isSweep
      ? await this.#sweep(sweeps, must, aim, feeCeiling)
      : await this.#pay(moves, must, aim);
    if (made.fee > feeCeiling) throw new FeeAboveCeiling(made.fee, feeCeiling);
    const inputs: BitcoinUnsigned['inputs'] = [];
    for (const coin of made.coins) inputs.push(await this.#input(coin, moves));
    const unsigned: BitcoinUnsigned = {
      inputs,
      outputs: made.outputs.map(({ address, amount }) => ({
        address,
        amount: String(amount),
        script: bytesToHex(this.#scriptOf(address)),
      })),
      fee: String(made.fee),
      rate: String(aim.rate),
      reads: [
        ...moves.map(move => `${move.text}: ${formatMinor(movedBy(move, made.coins), 8)} to ${move.to}`),
        `costs ${formatMinor(made.fee, 8)}`,
      ],
    };
    const [first] = made.coins;
    return {
      // All versions spend the same outputs, this one among them.
      slot: `${first?.transactionId}:${first?.index}`,
      itemIds: moves.map(move => move.id),
      payoutPlaces: moves.map((_, place) => (isSweep ? null : place)),
      feeMost: made.fee,
      unsigned,
    };
  }

  /** Each payment an output, in the order of the items; the rest back to the hot address. */
  async #pay(moves: readonly Move[], must: readonly Coin[], aim: FeeAim) {
    const available = await this.#coins('hot', [this.hot]);
    const payments = moves.map(({ to: address, amount }) => ({
      address,
      amount,
      script: this.#scriptOf(address),
    }));
    const { coins, fee, change } = selectCoins(available, must, payments, this.#scriptOf(this.hot), aim, BTC);
    const rest = change === null ? [] : [{ address: this.hot, amount: change }];
    return { coins, fee, outputs: [...payments, ...rest] };
  }

  /**
   * All outputs of the addresses into one, less the fee; to the hot address what is only to be taken back. Addresses that
   * together have too many outputs wait for the next sweep; one that has them alone gives its largest.
   */
  async #sweep(moves: readonly Move[], must: readonly Coin[], aim: FeeAim, feeCeiling: bigint) {
    const to = moves[0]?.to ?? this.hot;
    const found = await this.#coins(
      'deposit',
      moves.map(move => move.from),
    );
    const last = moves.at(-1);
    if (must.length === 0 && found.length > MOST_INPUTS && last !== undefined && moves.length > 1) {
      throw new CannotMove(last.id, 'there are more outputs than one transaction takes');
    }
    const coins = must.length > 0 ? must : found.toSorted(largestFirst).slice(0, MOST_INPUTS);
    const sum = coins.reduce((total, coin) => total + coin.amount, 0n);
    const size = sizeOf(
      coins.map(coin => coin.script),
      [this.#scriptOf(to)],
    );
    const fee = feeOf(aim, size);
    if (fee > feeCeiling) throw new FeeAboveCeiling(fee, feeCeiling);
    const [first] = moves;
    if (sum <= fee && first !== undefined) throw new CannotMove(first.id, 'it would cost what it brings');
    return { coins, fee, outputs: [{ address: to, amount: sum - fee }] };
  }

  async #input(coin: Coin, moves: readonly Move[]): Promise<BitcoinUnsigned['inputs'][number]> {
    const path = moves.find(move => move.from === coin.address)?.path ?? null;
    const needsWhole = !isWitnessKey(coin.script);
    return {
      transaction_id: coin.transactionId,
      index: coin.index,
      amount: String(coin.amount),
      script: bytesToHex(coin.script),
      key: path === null ? null : this.#keyAt(path),
      previous: needsWhole ? await this.#whole(coin.transactionId) : null,
    };
  }

  /** Null for a child of an earlier key, which the signer finds by the address alone. */
  #keyAt(path: string): BitcoinUnsigned['inputs'][number]['key'] {
    const { chain } = this.#options.depositKey;
    const [fingerprint, , child] = path.split('/');
    const own = this.#options.depositKey.id.split(':').at(-1)?.slice(0, 8);
    const { publicKey } = chain.deriveChild(Number(child));
    if (fingerprint !== own || publicKey === null) return null;
    return {
      fingerprint: Number.parseInt(own ?? '0', 16),
      path: [0, Number(child)],
      public_key: bytesToHex(publicKey),
    };
  }

  async #whole(transactionId: string): Promise<string> {
    const bytes = await this.#options.rpc.ask(schemas.bytes, 'getrawtransaction', [transactionId]);
    return bytesToHex(bytes);
  }

  async #coinsOf(unsigned: BitcoinUnsigned): Promise<Coin[]> {
    return Promise.all(
      unsigned.inputs.map(async input => {
        const found = await this.#options.outputs.find(input.transaction_id, input.index);
        if (found === null) throw new Error(`output ${input.transaction_id}:${input.index} is gone`);
        return { ...found, script: hexToBytes(input.script) };
      }),
    );
  }

  async #coins(holder: 'hot' | 'deposit', addresses: readonly string[]): Promise<Coin[]> {
    const found = await this.#options.outputs.unspent(holder, addresses);
    return found.map(output => ({ ...output, script: this.#scriptOf(output.address) }));
  }

  #scriptOf(address: string): Uint8Array {
    return scriptOfAddress(address, this.#options.parameters);
  }

  /** Satoshi for each virtual byte: what gets into a block soon, or the least that is passed on. */
  async #rate(): Promise<bigint> {
    const { rpc } = this.#options;
    const { feerate } = await rpc.ask(feeEstimate, 'estimatesmartfee', [TARGET_BLOCKS]);
    const { mempoolminfee } = await rpc.ask(mempool, 'getmempoolinfo', []);
    const wanted = feerate === undefined || feerate < mempoolminfee ? mempoolminfee : feerate;
    return (wanted + VIRTUAL_KILOBYTE - 1n) / VIRTUAL_KILOBYTE;
  }

  /** Looks for payments to our own addresses, and for what is spent, in the blocks since the last time. */
  async #scan(after: number, to: number): Promise<void> {
    const { source, outputs } = this.#options;
    const holderOf = new Map<string, 'hot' | 'cold'>([
      ...this.cold.map(address => [address, 'cold'] as const),
      [this.hot, 'hot'],
    ]);
    const findOwned = (keys: readonly string[]): Promise<ReadonlySet<string>> =>
      Promise.resolve(new Set(keys.filter(key => holderOf.has(key))));
    let from = after;
    while (from < to) {
      const until = Math.min(from + SCAN_AT_ONCE, to);
      const blocks = await source.scan(from + 1, until, findOwned);
      if (blocks.length === 0) throw new ChainMoved();
      await outputs.advance(blocks, holderOf);
      from += blocks.length;
    }
  }

  /** The last block that was looked at and is still in the chain. */
  async #stillThere(to: number): Promise<number> {
    const { outputs } = this.#options;
    const last = await outputs.scanned();
    if (last === null) {
      // What lay there before the first look is not ours to count: use an address of its own for custody.
      const first = await this.block(to);
      if (first === null) throw new ChainMoved();
      await outputs.rewind(first, to);
      return to;
    }
    if ((await this.block(last.number))?.hash === last.hash) return last.number;
    const earlier = await this.block(Math.max(Math.min(last.number, to) - REORGANISABLE, 0));
    if (earlier === null) throw new ChainMoved();
    await outputs.rewind(earlier, to);
    return earlier.number;
  }

  /** The blocks have told it; this is for what was spent before they were read, and for blocks that leave the chain. */
  async #askWhatIsSpent(blockNumber: number): Promise<void> {
    const { outputs } = this.#options;
    const left = await outputs.toAsk(blockNumber - REORGANISABLE, ASK_AGAIN);
    for (let at = 0; at < left.length; at += ASK_AT_ONCE) {
      await Promise.all(
        left.slice(at, at + ASK_AT_ONCE).map(async output => {
          await outputs.mark(output, !(await this.#isUnspent(output)), blockNumber);
        }),
      );
    }
  }

  /** In the chain: what waits for a block has not spent anything yet. */
  async #isUnspent({
    transactionId,
    index,
  }: Pick<StoredOutput, 'transactionId' | 'index'>): Promise<boolean> {
    const { rpc } = this.#options;
    return (await rpc.ask(spendable.nullable(), 'gettxout', [transactionId, index, false])) !== null;
  }
}

/** Of a sweep no more than the outputs that are taken. */
function movedBy({ whole, amount, from }: Move, coins: readonly Coin[]): bigint {
  if (!whole) return amount;
  return coins.filter(coin => coin.address === from).reduce((sum, coin) => sum + coin.amount, 0n);
}
