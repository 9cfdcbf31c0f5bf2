import { setImmediate } from 'node:timers/promises';
import { BTC } from '@tallystick/protocol/currency-ids';
import type { BitcoinNetworkParameters } from '../addresses/bitcoin-networks.ts';
import { addressOfScript } from '../addresses/bitcoin-script.ts';
import { RpcAnswerError } from '../rpc-errors.ts';
import {
  doubtOf,
  opinionsOf,
  type BlockRef,
  type ChainSource,
  type FindOwned,
  type FoundTransfer,
  type Opinion,
  type OutputRef,
  type ScannedBlock,
} from '../watcher/chain-source.ts';
import type { BitcoinRpc } from './bitcoin-rpc.ts';
import { TRANSACTIONS_AT_ONCE, type BitcoinBlock } from './block.ts';
import { isOmni } from './omni.ts';
import { spenderOf } from './spender.ts';
import type { BitcoinOutput, BitcoinTransaction } from './transaction.ts';

export interface BitcoinSourceOptions {
  readonly rpc: BitcoinRpc;
  /** Nodes of other people, which must confirm every transfer before it is credited. */
  readonly witnesses: readonly BitcoinRpc[];
  readonly parameters: BitcoinNetworkParameters;
  /** Address keys the operator spends from, besides deposit addresses. */
  readonly ownSenders: ReadonlySet<string>;
  /** Whether blocks are told with the outputs they spend. No by default: they are thousands. */
  readonly tellsSpent?: boolean;
}

/** An output that pays an address, perhaps one of ours. */
interface Candidate {
  readonly transaction: BitcoinTransaction;
  readonly logIndex: number;
  readonly recipientKey: string;
  readonly amount: bigint;
}

/**
 * Bitcoin, or a chain like it. Finds BTC that transactions pay to addresses. Two kinds are left to the customer's voucher:
 * what a miner pays out of a new block (it may be spent 100 blocks later, and not at all if the block is replaced), and
 * what moves Omni tokens.
 *
 * A transaction has no sender, so none is told, except that a transaction that spends coins of ours is our own.
 */
export class BitcoinSource implements ChainSource {
  readonly network = 'OMNI';
  readonly #options: BitcoinSourceOptions;

  constructor(options: BitcoinSourceOptions) {
    this.#options = options;
  }

  /** By CAIP-2: `bip122:` and the first half of the hash of block 0. */
  async identify(): Promise<string> {
    const { rpc, parameters } = this.#options;
    await identifyNode(rpc, parameters);
    return chainName(parameters);
  }

  head(): Promise<BlockRef> {
    return this.#options.rpc.head();
  }

  async block(number: number): Promise<BlockRef | null> {
    const hash = await this.#options.rpc.blockHash(number);
    return hash === null ? null : { number, hash };
  }

  async scan(from: number, to: number, findOwned: FindOwned): Promise<ScannedBlock[]> {
    const scanned: ScannedBlock[] = [];
    // One after another: a block may have megabytes.
    for (let number = from; number <= to; number++) {
      const hash = await this.#options.rpc.blockHash(number);
      if (hash === null && number > from) break;
      if (hash === null)
        throw new RpcAnswerError(`the node does not have block ${number}, which it had announced`);
      const block = await this.#options.rpc.block(hash);
      const transfers = await this.#transfersIn(block, findOwned);
      const spent = this.#options.tellsSpent === true ? { spent: spentIn(block) } : {};
      scanned.push({ number, hash, parentHash: block.parentHash, transfers, ...spent });
    }
    return scanned;
  }

  async #transfersIn(block: BitcoinBlock, findOwned: FindOwned): Promise<FoundTransfer[]> {
    const candidates: Candidate[] = [];
    for (const [at, transaction] of block.transactions.entries()) {
      if (at % TRANSACTIONS_AT_ONCE === 0) await setImmediate();
      candidates.push(...this.#candidatesIn(transaction));
    }
    const owned = await findOwned([...new Set(candidates.map(one => one.recipientKey))]);
    const ours = candidates.filter(one => owned.has(one.recipientKey));
    const payers = new Map(
      ours.map(({ transaction }) => [transaction, this.#spendersOf(transaction)] as const),
    );
    const ownPayers = await findOwned([...new Set([...payers.values()].flat())]);
    return ours.map(({ transaction, logIndex, recipientKey, amount }) => ({
      transactionHash: transaction.id,
      logIndex,
      senderKey:
        payers.get(transaction)?.find(payer => ownPayers.has(payer) || this.#options.ownSenders.has(payer)) ??
        null,
      recipientKey,
      currencyId: BTC,
      amount,
    }));
  }

  *#candidatesIn(transaction: BitcoinTransaction): Generator<Candidate> {
    if (transaction.isCoinbase || isOmni(transaction.outputs)) return;
    for (const [logIndex, output] of transaction.outputs.entries()) {
      const recipientKey = this.#paidBy(output);
      if (recipientKey === null) continue;
      yield { transaction, logIndex, recipientKey, amount: output.amount };
    }
  }

  #paidBy({ amount, script }: BitcoinOutput): string | null {
    return amount === 0n ? null : addressOfScript(script, this.#options.parameters);
  }

  #spendersOf(transaction: BitcoinTransaction): string[] {
    return transaction.inputs.flatMap(input => spenderOf(input, this.#options.parameters) ?? []);
  }

  opinions(number: number): Promise<Opinion[]> {
    const { witnesses, parameters } = this.#options;
    return opinionsOf(witnesses, async rpc => {
      await identifyNode(rpc, parameters);
      const hash = await rpc.blockHash(number);
      return hash === null ? null : { number, hash };
    });
  }

  doubt(transfer: FoundTransfer, block: BlockRef): Promise<string | null> {
    const { rpc, witnesses } = this.#options;
    return doubtOf([rpc, ...witnesses], node => this.#denial(node, transfer, block));
  }

  async #denial(rpc: BitcoinRpc, transfer: FoundTransfer, block: BlockRef): Promise<string | null> {
    await identifyNode(rpc, this.#options.parameters);
    if ((await rpc.blockHash(block.number)) !== block.hash)
      return `block ${block.number} is not ${block.hash}`;
    const transaction = await rpc.transactionIn(block.hash, transfer.transactionHash);
    if (transaction === null) return 'the transaction is not in that block';
    const output = transaction.outputs[transfer.logIndex];
    const same =
      output !== undefined &&
      transfer.currencyId === BTC &&
      this.#paidBy(output) === transfer.recipientKey &&
      output.amount === transfer.amount;
    return same ? null : 'the output pays something else';
  }
}

function spentIn({ transactions }: BitcoinBlock): OutputRef[] {
  return transactions
    .filter(one => !one.isCoinbase)
    .flatMap(one => one.inputs.map(({ previous }) => previous));
}

/** `bip122:000000000019d6689c085ae165831e93` is Bitcoin. */
function chainName({ genesis }: BitcoinNetworkParameters): string {
  return `bip122:${genesis.slice(0, 32)}`;
}

/** @throws when the node is on another chain, or not fit to be asked. */
export async function identifyNode(rpc: BitcoinRpc, parameters: BitcoinNetworkParameters): Promise<void> {
  const [genesis, info] = await Promise.all([rpc.blockHash(0), rpc.chainInfo()]);
  if (genesis !== parameters.genesis) {
    throw new RpcAnswerError(`the node is on the chain of ${genesis}, configured is ${parameters.genesis}`);
  }
  if (info.pruned) throw new RpcAnswerError('the node forgets old blocks: start it without pruning');
  if (info.initialblockdownload) {
    throw new RpcAnswerError(`the node is still reading the chain and is at block ${info.blocks}`);
  }
}
