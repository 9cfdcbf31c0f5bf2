import { RpcAnswerError } from '../rpc-errors.ts';
import {
  doubtOf,
  opinionsOf,
  type BlockRef,
  type ChainSource,
  type FindOwned,
  type FoundTransfer,
  type Opinion,
  type ScannedBlock,
} from '../watcher/chain-source.ts';
import type { TronRpc } from './tron-rpc.ts';
import type { TronBlock, TronResult } from './tron-schemas.ts';
import { TronTransfers, tronAddress, type LoggedTransfer, type TronToken } from './tron-transfers.ts';

/** The id of block 0 of TRON's main network. */
export const TRON_GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

export interface TronSourceOptions {
  readonly rpc: TronRpc;
  /** Nodes of other providers, which must confirm every transfer before it is credited. */
  readonly witnesses: readonly TronRpc[];
  /** The id of the chain's first block. */
  readonly genesis: string;
  readonly tokens: readonly TronToken[];
}

/**
 * TRON. Finds transfers of the configured tokens by the logs of transactions.
 *
 * Logs are asked for by the block's number, as a node's API has no other way, so they may come from another node behind
 * the same address, which lags or has another block of this number. Therefore every transaction that the block lists
 * must be told of, and before money is credited the block is asked for once more.
 */
export class TronSource implements ChainSource {
  readonly network = 'TRC20';
  readonly #rpc: TronRpc;
  readonly #witnesses: readonly TronRpc[];
  readonly #genesis: string;
  readonly #transfers: TronTransfers;
  #identified = false;

  constructor({ rpc, witnesses, genesis, tokens }: TronSourceOptions) {
    this.#rpc = rpc;
    this.#witnesses = witnesses;
    this.#genesis = genesis;
    this.#transfers = new TronTransfers(tokens);
  }

  /**
   * As CAIP-2 names it: the last four bytes of the first block's id. Asked for once: a node that is on another chain
   * later has no block in common with what was read.
   */
  async identify(): Promise<string> {
    if (!this.#identified) await checkChain(this.#rpc, this.#genesis);
    this.#identified = true;
    return `tron:0x${this.#genesis.slice(-8)}`;
  }

  head(): Promise<BlockRef> {
    return this.#rpc.head();
  }

  block(number: number): Promise<BlockRef | null> {
    return this.#rpc.header(number);
  }

  /**
   * One block after the other, so that a provider's limit of requests is not met. What was read until an error is given:
   * the next range begins with the error.
   */
  async scan(from: number, to: number, findOwned: FindOwned): Promise<ScannedBlock[]> {
    const scanned: ScannedBlock[] = [];
    for (let number = from; number <= to; number++) {
      try {
        const [block, results] = await Promise.all([this.#rpc.block(number), this.#rpc.results(number)]);
        if (block === null) return scanned;
        scanned.push(await this.#scanned(block, results, findOwned));
      } catch (error) {
        if (scanned.length === 0) throw error;
        return scanned;
      }
    }
    return scanned;
  }

  async #scanned(
    block: TronBlock,
    results: readonly TronResult[],
    findOwned: FindOwned,
  ): Promise<ScannedBlock> {
    const { number, hash, parentHash } = block;
    const listed = new Set(block.transactions.map(one => one.id));
    const told = new Set(results.map(one => one.id));
    if (
      told.size !== results.length ||
      told.size !== listed.size ||
      results.some(one => !listed.has(one.id))
    ) {
      throw new RpcAnswerError(`the node does not tell exactly what the transactions of block ${number} did`);
    }
    const found = results.flatMap(result =>
      this.#transfers
        .of(result)
        .map(transfer => ({ result, transfer, recipientKey: tronAddress(transfer.to) })),
    );
    const owned = await findOwned([...new Set(found.map(one => one.recipientKey))]);
    const ours = found.filter(one => owned.has(one.recipientKey));
    const transfers = ours.map(({ result, transfer, recipientKey }): FoundTransfer => {
      const { logIndex, currencyId, amount } = transfer;
      const senderKey = tronAddress(transfer.from);
      return { transactionHash: result.id, logIndex, senderKey, recipientKey, currencyId, amount };
    });
    // By its id, the node must say the same.
    for (const id of new Set(transfers.map(one => one.transactionHash))) {
      const again = await this.#rpc.result(id);
      for (const transfer of transfers.filter(one => one.transactionHash === id)) {
        const denial = this.#contradiction(transfer, block, again);
        if (denial !== null) throw new RpcAnswerError(`${id} in block ${number}: ${denial}`);
      }
    }
    return { number, hash, parentHash, transfers };
  }

  opinions(number: number): Promise<Opinion[]> {
    return opinionsOf(this.#witnesses, async rpc => {
      await checkChain(rpc, this.#genesis);
      return rpc.header(number);
    });
  }

  doubt(transfer: FoundTransfer, block: BlockRef): Promise<string | null> {
    return doubtOf([this.#rpc, ...this.#witnesses], async (rpc, isWitness) => {
      if (isWitness) await checkChain(rpc, this.#genesis);
      return this.#denial(rpc, transfer, block);
    });
  }

  async #denial(rpc: TronRpc, transfer: FoundTransfer, expected: BlockRef): Promise<string | null> {
    const [result, block] = await Promise.all([
      rpc.result(transfer.transactionHash),
      rpc.block(expected.number),
    ]);
    if (block?.hash !== expected.hash) return `block ${expected.number} is not ${expected.hash}`;
    return this.#contradiction(transfer, block, result);
  }

  /** What a block, or the result of the transaction by its id, says against a transfer. */
  #contradiction(
    transfer: FoundTransfer,
    block: Pick<TronBlock, 'number' | 'transactions'>,
    result: TronResult | null,
  ): string | null {
    const listed = block.transactions.find(one => one.id === transfer.transactionHash);
    if (listed === undefined || result?.blockNumber !== block.number)
      return 'the transaction is not in that block';
    if (!listed.succeeded || result.failed) return 'the transaction failed';
    const logged = this.#transfers.of(result).find(one => one.logIndex === transfer.logIndex);
    return logged !== undefined && isSame(logged, transfer) ? null : 'the log pays something else';
  }
}

/** @throws when the node is on another chain than the one with this first block. */
export async function checkChain(rpc: TronRpc, genesis: string): Promise<void> {
  const first = await rpc.header(0);
  if (first?.hash !== genesis) {
    throw new RpcAnswerError(
      `the node's chain begins with ${first?.hash ?? 'no block'}, not with ${genesis}`,
    );
  }
}

function isSame(logged: LoggedTransfer, transfer: FoundTransfer): boolean {
  return (
    logged.currencyId === transfer.currencyId &&
    tronAddress(logged.to) === transfer.recipientKey &&
    logged.amount === transfer.amount
  );
}
