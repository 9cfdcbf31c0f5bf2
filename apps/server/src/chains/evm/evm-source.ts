import { assetOn, type Network } from '../networks.ts';
import { RpcAnswerError } from '../rpc-errors.ts';
import {
  NATIVE_TRANSFER,
  doubtOf,
  opinionsOf,
  type BlockRef,
  type ChainSource,
  type FindOwned,
  type FoundTransfer,
  type Opinion,
  type ScannedBlock,
} from '../watcher/chain-source.ts';
import type { EvmChain } from './evm-chain.ts';
import type { EvmRpc } from './evm-rpc.ts';
import type { RpcBlock, RpcLog, RpcReceipt } from './rpc-schemas.ts';
import { readTokenTransfer } from './token-transfer.ts';

export interface EvmSourceOptions extends EvmChain {
  readonly rpc: EvmRpc;
  /** Nodes of other providers, which must confirm every transfer before it is credited. */
  readonly witnesses: readonly EvmRpc[];
}

/** A payment that is not yet backed by its transaction's receipt. */
type Candidate = Omit<FoundTransfer, 'logIndex'> & { readonly log: RpcLog | null };

/**
 * Ethereum, or a chain like it. Finds the chain's coin sent directly by a transaction, and transfers of the configured
 * tokens. Coins that a contract sends along (or leaves when it self-destructs) appear only in traces, which few nodes
 * offer: they are not credited automatically, but an operator can credit them by the customer's voucher.
 */
export class EvmSource implements ChainSource {
  readonly network: Network;
  readonly #chain: EvmChain;
  readonly #rpc: EvmRpc;
  readonly #witnesses: readonly EvmRpc[];
  readonly #currencyOf: ReadonlyMap<string, number>;
  #identified = new Set<EvmRpc>();

  constructor({ rpc, witnesses, ...chain }: EvmSourceOptions) {
    this.network = chain.network;
    this.#chain = chain;
    this.#rpc = rpc;
    this.#witnesses = witnesses;
    this.#currencyOf = new Map(chain.tokens.map(token => [token.contract.toLowerCase(), token.currencyId]));
  }

  /** Also checks, once per node, that every token has the decimals we credit by. */
  async identify(): Promise<string> {
    await this.#identify(this.#rpc);
    return `eip155:${this.#chain.chainId}`;
  }

  async #identify(rpc: EvmRpc): Promise<void> {
    const is = await rpc.chainId();
    if (is !== this.#chain.chainId) {
      this.#identified.delete(rpc);
      throw new RpcAnswerError(`the node is on chain ${is}, configured is ${this.#chain.chainId}`);
    }
    if (this.#identified.has(rpc)) return;
    for (const [contract, currencyId] of this.#currencyOf) {
      const [says, expected] = [
        await rpc.tokenDecimals(contract),
        assetOn(this.network, currencyId)?.chainDecimals,
      ];
      if (says !== BigInt(expected ?? -1)) {
        throw new RpcAnswerError(
          `the token ${contract} has ${says} decimals, currency ${currencyId} ${expected}`,
        );
      }
    }
    this.#identified.add(rpc);
  }

  head(): Promise<BlockRef> {
    return this.#rpc.head();
  }

  block(number: number): Promise<BlockRef | null> {
    return this.#rpc.header(number);
  }

  async scan(from: number, to: number, findOwned: FindOwned): Promise<ScannedBlock[]> {
    const numbers = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    const blocks = await Promise.all(numbers.map(number => this.#rpc.block(number)));
    const missing = blocks.indexOf(null);
    const had = (missing === -1 ? blocks : blocks.slice(0, missing)) as RpcBlock[];
    const contracts = [...this.#currencyOf.keys()];
    const logs = await Promise.all(had.map(block => this.#rpc.tokenTransfers(block.hash, contracts)));
    const candidates = had.map((block, at) => [
      ...coinCandidates(block, this.#chain.coin),
      ...this.#tokenCandidates(logs[at] ?? []),
    ]);
    const owned = await findOwned([...new Set(candidates.flat().map(one => one.recipientKey))]);
    return Promise.all(
      had.map(async ({ number, hash, parentHash }, at) => {
        const ours = (candidates[at] ?? []).filter(one => owned.has(one.recipientKey));
        return { number, hash, parentHash, transfers: await this.#backedByReceipts(hash, ours) };
      }),
    );
  }

  *#tokenCandidates(logs: readonly RpcLog[]): Generator<Candidate> {
    for (const log of logs) {
      const currencyId = this.#currencyOf.get(log.address);
      const transfer = readTokenTransfer(log);
      if (currencyId === undefined || transfer === null || transfer.amount === 0n) continue;
      const { from: senderKey, to: recipientKey, amount } = transfer;
      yield { transactionHash: log.transactionHash, senderKey, recipientKey, currencyId, amount, log };
    }
  }

  /** Reverted transactions moved nothing; a log's index is counted within its own transaction. */
  async #backedByReceipts(blockHash: string, candidates: readonly Candidate[]): Promise<FoundTransfer[]> {
    const hashes = [...new Set(candidates.map(one => one.transactionHash))];
    const receipts = new Map(
      await Promise.all(hashes.map(async one => [one, await this.#receiptIn(blockHash, one)] as const)),
    );
    return candidates.flatMap(({ log, ...transfer }) => {
      const receipt = receipts.get(transfer.transactionHash);
      if (receipt?.status !== true) return [];
      return [{ ...transfer, logIndex: log === null ? NATIVE_TRANSFER : placeOf(log, receipt) }];
    });
  }

  async #receiptIn(blockHash: string, transactionHash: string): Promise<RpcReceipt> {
    const receipt = await this.#rpc.receipt(transactionHash);
    if (receipt?.blockHash === blockHash) return receipt;
    throw new RpcAnswerError(`the node has no receipt of ${transactionHash} in the block ${blockHash}`);
  }

  opinions(number: number): Promise<Opinion[]> {
    return opinionsOf(this.#witnesses, async rpc => {
      await this.#identify(rpc);
      return rpc.header(number);
    });
  }

  doubt(transfer: FoundTransfer, block: BlockRef): Promise<string | null> {
    return doubtOf([this.#rpc, ...this.#witnesses], async (rpc, isWitness) => {
      if (isWitness) await this.#identify(rpc);
      return this.#denial(rpc, transfer, block);
    });
  }

  async #denial(rpc: EvmRpc, transfer: FoundTransfer, block: BlockRef): Promise<string | null> {
    // Before its hash: what is final now has the hash for good that is looked at next.
    if (this.#chain.untilFinal && (await rpc.finalHead()).number < block.number) {
      return `block ${block.number} is not final yet`;
    }
    const [receipt, header] = await Promise.all([
      rpc.receipt(transfer.transactionHash),
      rpc.header(block.number),
    ]);
    if (header?.hash !== block.hash) return `block ${block.number} is not ${block.hash}`;
    if (receipt?.blockHash !== block.hash) return 'the transaction is not in that block';
    if (!receipt.status) return 'the transaction was reverted';
    if (transfer.logIndex === NATIVE_TRANSFER) {
      const sent = await rpc.transaction(transfer.transactionHash);
      const same = sent?.to === transfer.recipientKey && sent.value === transfer.amount;
      return same && transfer.currencyId === this.#chain.coin ? null : 'the transaction pays something else';
    }
    const log = receipt.logs[transfer.logIndex];
    const paid = log === undefined ? null : readTokenTransfer(log);
    const same =
      log !== undefined &&
      this.#currencyOf.get(log.address) === transfer.currencyId &&
      paid?.to === transfer.recipientKey &&
      paid.amount === transfer.amount;
    return same ? null : 'the log pays something else';
  }
}

function* coinCandidates(block: RpcBlock, coin: number): Generator<Candidate> {
  for (const { hash, from, to, value } of block.transactions) {
    if (to === null || to === undefined || value === 0n) continue;
    yield {
      transactionHash: hash,
      senderKey: from,
      recipientKey: to,
      currencyId: coin,
      amount: value,
      log: null,
    };
  }
}

function placeOf(log: RpcLog, receipt: RpcReceipt): number {
  const place = receipt.logs.findIndex(
    one =>
      one.logIndex === log.logIndex &&
      one.address === log.address &&
      one.data === log.data &&
      one.topics.join() === log.topics.join(),
  );
  if (place === -1) {
    throw new RpcAnswerError(
      `the receipt of ${log.transactionHash} lacks the log ${log.logIndex} that the node gave`,
    );
  }
  return place;
}
