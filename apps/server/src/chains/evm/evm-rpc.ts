import type { Client, HttpTransport } from 'viem';
import type { z } from 'zod';
import { RpcAnswerError, RpcUnreachable } from '../rpc-errors.ts';
import {
  basePrice,
  block,
  hash,
  header,
  logEntry,
  quantity,
  receipt,
  smallQuantity,
  transaction,
  type RpcBlock,
  type RpcHeader,
  type RpcLog,
  type RpcReceipt,
  type RpcTransaction,
} from './rpc-schemas.ts';
import { TRANSFER_TOPIC } from './token-transfer.ts';

const TIMEOUT_MS = 15_000;
const BATCH = 20;
/** Of a batch. Twenty of Ethereum's blocks are some 10 MB, the fullest possible ones 60. */
const LARGEST_ANSWER = 64 * 1024 * 1024;
/** The selector of `decimals()`. */
const DECIMALS = '0x313ce567';
/** The selector of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';

/**
 * What nodes say of a transaction that cannot be carried out: refused by a contract, by one without an end or with
 * nonsense in it, or by what its sender has. Anything else is a fault of the node.
 */
const FAILS =
  /revert|out of ?gas|gas required exceeds|opcode|invalid jump|stack (?:under|over)flow|stack limit|insufficient funds/i;

/** The few questions we ask an EVM node, over HTTP, with every answer checked. All throw without a good answer. */
export class EvmRpc {
  readonly #url: string;
  #client: Client<HttpTransport> | null = null;

  /** @param url may hold a key of the provider: it is never logged. */
  constructor(url: string) {
    this.#url = url;
  }

  chainId(): Promise<number> {
    return this.#ask(smallQuantity, 'eth_chainId', []);
  }

  head(): Promise<RpcHeader> {
    return this.#ask(header, 'eth_getBlockByNumber', ['latest', false]);
  }

  /** The newest block that the chain itself says can no longer be replaced. */
  finalHead(): Promise<RpcHeader> {
    return this.#ask(header, 'eth_getBlockByNumber', ['finalized', false]);
  }

  async header(number: number): Promise<RpcHeader | null> {
    const found = await this.#ask(header.nullable(), 'eth_getBlockByNumber', [inHex(number), false]);
    return checkNumber(found, number);
  }

  /** With all its transactions. */
  async block(number: number): Promise<RpcBlock | null> {
    const found = await this.#ask(block.nullable(), 'eth_getBlockByNumber', [inHex(number), true]);
    return checkNumber(found, number);
  }

  /** Transfers of these tokens in exactly this block: a node without that block fails instead of finding none. */
  async tokenTransfers(blockHash: string, contracts: readonly string[]): Promise<RpcLog[]> {
    if (contracts.length === 0) return [];
    const filter = { blockHash, address: contracts, topics: [TRANSFER_TOPIC] };
    const logs = await this.#ask(logEntry.array(), 'eth_getLogs', [filter]);
    for (const log of logs) {
      if (log.blockHash !== blockHash || log.removed === true) {
        throw new RpcAnswerError(`asked for the logs of ${blockHash}, the node gave one of ${log.blockHash}`);
      }
      if (!contracts.includes(log.address) || log.topics[0] !== TRANSFER_TOPIC) {
        throw new RpcAnswerError(`the node gave a log of ${log.address} that was not asked for`);
      }
    }
    return logs;
  }

  async receipt(transactionHash: string): Promise<RpcReceipt | null> {
    const found = await this.#ask(receipt.nullable(), 'eth_getTransactionReceipt', [transactionHash]);
    if (found !== null && found.transactionHash !== transactionHash) {
      throw new RpcAnswerError(`asked for ${transactionHash}, the node gave ${found.transactionHash}`);
    }
    return found;
  }

  async transaction(transactionHash: string): Promise<RpcTransaction | null> {
    const found = await this.#ask(transaction.nullable(), 'eth_getTransactionByHash', [transactionHash]);
    if (found !== null && found.hash !== transactionHash) {
      throw new RpcAnswerError(`asked for ${transactionHash}, the node gave ${found.hash}`);
    }
    return found;
  }

  /** The token contract's own answer. */
  async tokenDecimals(contract: string): Promise<bigint> {
    const word = await this.#ask(hash, 'eth_call', [{ to: contract, data: DECIMALS }, 'latest']);
    return quantity.parse(word);
  }

  /** Of the chain's own coin, after that block. */
  balance(address: string, blockNumber: number | 'latest'): Promise<bigint> {
    return this.#ask(quantity, 'eth_getBalance', [address, blockTag(blockNumber)]);
  }

  /** Of a token, after that block. */
  async tokenBalance(contract: string, address: string, blockNumber: number | 'latest'): Promise<bigint> {
    const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`;
    const word = await this.#ask(hash, 'eth_call', [{ to: contract, data }, blockTag(blockNumber)]);
    return quantity.parse(word);
  }

  /** How many transactions of the address are in the chain up to that block: the nonce of the next one. */
  nonce(address: string, blockNumber: number | 'latest'): Promise<number> {
    return this.#ask(smallQuantity, 'eth_getTransactionCount', [address, blockTag(blockNumber)]);
  }

  /** What gas costs at the moment, in wei: the newest block's price, and what its miner gets on top. */
  async gasPrice(): Promise<{ readonly base: bigint; readonly tip: bigint }> {
    const [{ baseFeePerGas: base }, tip] = await Promise.all([
      this.#ask(basePrice, 'eth_getBlockByNumber', ['latest', false]),
      this.#ask(quantity, 'eth_maxPriorityFeePerGas', []),
    ]);
    return { base, tip };
  }

  /** How much gas a transaction uses; null: it would not be carried out, whatever of it is at fault. */
  async gasOf(call: {
    readonly from: string;
    readonly to: string;
    readonly value: bigint;
    readonly data: string;
  }): Promise<bigint | null> {
    // Not the pending block: what waits there may be what this one is to take the place of.
    const params = [{ ...call, value: `0x${call.value.toString(16)}` }, 'latest'];
    return this.#ask(quantity, 'eth_estimateGas', params).catch((error: unknown) => {
      if (error instanceof RpcUnreachable && FAILS.test(error.message)) return null;
      throw error;
    });
  }

  /** Sends a signed transaction and returns its id. */
  sendRaw(raw: string): Promise<string> {
    return this.#ask(hash, 'eth_sendRawTransaction', [raw]);
  }

  async #ask<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    params: readonly unknown[],
  ): Promise<z.output<Schema>> {
    const answer = await this.#send(method, params);
    const read = schema.safeParse(answer ?? null);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new RpcAnswerError(
      `${method} was answered with nonsense at "${issue?.path.join('.')}": ${issue?.message}`,
    );
  }

  async #send(method: string, params: readonly unknown[]): Promise<unknown> {
    // With the first question: a server without a node loads an eighth less at its start.
    const { BaseError, createClient, http } = await import('viem');
    // No retries here: the watcher repeats whole turns, with pauses in between.
    this.#client ??= createClient({
      transport: http(this.#url, {
        timeout: TIMEOUT_MS,
        retryCount: 0,
        batch: { batchSize: BATCH },
        maxResponseBodySize: LARGEST_ANSWER,
      }),
    });
    const { request } = this.#client as {
      request(args: { method: string; params: readonly unknown[] }): Promise<unknown>;
    };
    try {
      return await request({ method, params });
    } catch (error) {
      const why = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : 'no answer';
      throw new RpcUnreachable(method, why);
    }
  }
}

function inHex(number: number): string {
  return `0x${number.toString(16)}`;
}

function blockTag(block: number | 'latest'): string {
  return block === 'latest' ? block : inHex(block);
}

function checkNumber<Found extends RpcHeader>(found: Found | null, number: number): Found | null {
  if (found !== null && found.number !== number) {
    throw new RpcAnswerError(`asked for block ${number}, the node gave ${found.number}`);
  }
  return found;
}
