import type { z } from 'zod';
import { RpcAnswerError, RpcUnreachable } from '../rpc-errors.ts';
import type { BlockRef } from '../watcher/chain-source.ts';
import { readBlock, type BitcoinBlock } from './block.ts';
import * as schemas from './rpc-schemas.ts';
import { readTransaction, type BitcoinTransaction } from './transaction.ts';

const TIMEOUT_MS = 30_000;
/** The largest block has 4 MB, written as twice as many digits; MWEB adds some. */
const LARGEST_ANSWER = 24 * 1024 * 1024;
/** Of an error's text: nodes may write what they like. */
const LONGEST_REASON = 200;

/** Bitcoin Core's error codes. */
const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;
/** It says so only when it has looked into an index of all transactions. */
const NOWHERE = /^No such mempool or blockchain transaction/;

export interface FoundTransaction {
  readonly transaction: BitcoinTransaction;
  /** Null: no block has it yet. */
  readonly blockHash: string | null;
}

/** The node answered with an error of its own. */
class NodeError extends RpcUnreachable {
  readonly code: number;
  readonly reason: string;

  constructor(method: string, code: number, reason: string) {
    super(method, `${reason.slice(0, LONGEST_REASON)} (${code})`);
    this.name = 'NodeError';
    this.code = code;
    this.reason = reason;
  }
}

/**
 * The few questions we ask a node of Bitcoin Core's interface, over HTTP, with every answer checked. Blocks and
 * transactions are asked for as bytes and read here: amounts are whole numbers of satoshi, and what belongs to a hash is
 * proved by it. All throw without a good answer.
 */
export class BitcoinRpc {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param written may hold a user and a password, or a provider's key: it is never logged. */
  constructor(written: string) {
    const url = new URL(written);
    const { username, password } = url;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    url.username = '';
    url.password = '';
    this.#url = url.href;
    this.#headers = {
      'content-type': 'application/json',
      ...(credentials === ':'
        ? {}
        : { authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}` }),
    };
  }

  chainInfo(): Promise<schemas.ChainInfo> {
    return this.ask(schemas.chainInfo, 'getblockchaininfo', []);
  }

  /** Null: its chain is not that long. */
  async blockHash(number: number): Promise<string | null> {
    return orNull(this.ask(schemas.hash, 'getblockhash', [number]), error => error.code === OUT_OF_RANGE);
  }

  /** Height of a block on the node's chain; null: it does not know the block, or has left it. */
  async heightOf(blockHash: string): Promise<number | null> {
    const header = await orNull(
      this.ask(schemas.header, 'getblockheader', [blockHash]),
      error => error.code === NOT_FOUND,
    );
    if (header !== null && header.hash !== blockHash) {
      throw new RpcAnswerError(`asked for the block ${blockHash}, the node gave ${header.hash}`);
    }
    return header === null || header.confirmations < 1 ? null : header.height;
  }

  async block(blockHash: string): Promise<BitcoinBlock> {
    const block = await read(readBlock, await this.ask(schemas.bytes, 'getblock', [blockHash, 0]), blockHash);
    if (block.hash === blockHash) return block;
    throw new RpcAnswerError(`asked for the block ${blockHash}, the node gave ${block.hash}`);
  }

  /** A transaction of this block; null: it is not in it, or the node does not have the block. */
  async transactionIn(blockHash: string, id: string): Promise<BitcoinTransaction | null> {
    const bytes = await orNull(
      this.ask(schemas.bytes, 'getrawtransaction', [id, false, blockHash]),
      error => error.code === NOT_FOUND,
    );
    return bytes === null ? null : readNamed(bytes, id);
  }

  /**
   * A transaction that is in a block or waits for one; null: there is none. A node without an index of all transactions
   * (`txindex=1`) cannot tell: then it throws.
   */
  async transaction(id: string): Promise<FoundTransaction | null> {
    const found = await orNull(
      this.ask(schemas.foundTransaction, 'getrawtransaction', [id, true]),
      error => error.code === NOT_FOUND && NOWHERE.test(error.reason),
    );
    return found && { transaction: await readNamed(found.hex, id), blockHash: found.blockhash ?? null };
  }

  /** Whether it waits for a block. An index of transactions also has those of blocks that left the chain. */
  async isWaiting(id: string): Promise<boolean> {
    const entry = this.ask(schemas.waiting, 'getmempoolentry', [id]);
    return (await orNull(entry, error => error.code === NOT_FOUND)) !== null;
  }

  /** The newest block. */
  async head(): Promise<BlockRef> {
    const { blocks: number, bestblockhash } = await this.chainInfo();
    return { number, hash: bestblockhash };
  }

  /** Any other question. Numbers that are not whole arrive as text, digit by digit. */
  async ask<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    params: readonly unknown[],
  ): Promise<z.output<Schema>> {
    const { result, error } = await this.#send(method, params);
    if (error !== null) throw new NodeError(method, error.code, error.message);
    const checked = schema.safeParse(result ?? null);
    if (checked.success) return checked.data;
    const [issue] = checked.error.issues;
    throw new RpcAnswerError(
      `${method} was answered with nonsense at "${issue?.path.join('.')}": ${issue?.message}`,
    );
  }

  async #send(method: string, params: readonly unknown[]): Promise<z.output<typeof schemas.answer>> {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 0, method, params });
    let status: number;
    let text: string;
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: this.#headers,
        body,
        // Whoever answers with another address would be sent our password.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      status = response.status;
      text = await readBounded(response);
    } catch (error) {
      throw new RpcUnreachable(method, reasonOf(error));
    }
    if (status === 401 || status === 403) throw new RpcUnreachable(method, 'the node refuses the password');
    // The node's own errors come as 404 and 500, with an answer.
    const answer = schemas.answer.safeParse(parseExactly(text));
    if (answer.success) return answer.data;
    if (status === 200) throw new RpcAnswerError(`${method} was answered with something else than JSON-RPC`);
    throw new RpcUnreachable(method, `status ${status}`);
  }
}

async function orNull<T>(question: Promise<T>, isNone: (error: NodeError) => boolean): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof NodeError && isNone(error)) return null;
    throw error;
  }
}

async function readNamed(bytes: Buffer, id: string): Promise<BitcoinTransaction> {
  const transaction = await read(readTransaction, bytes, id);
  if (transaction.id === id) return transaction;
  throw new RpcAnswerError(`asked for the transaction ${id}, the node gave ${transaction.id}`);
}

async function read<T>(reader: (bytes: Buffer) => T | Promise<T>, bytes: Buffer, name: string): Promise<T> {
  try {
    return await reader(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new RpcAnswerError(`the bytes of ${name}: ${error.message}`);
    throw error;
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LARGEST_ANSWER) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** As JSON, but a number with a fraction or an exponent stays as it is written; undefined: it is no JSON. */
function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
      const source = typeof value === 'number' ? context?.source : undefined;
      return source === undefined || /^-?\d+$/.test(source) ? value : source;
    });
  } catch {
    // The caller tells what came instead.
    return undefined;
  }
}

/** What the system says, which has no address with a password in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return `no answer (${String(cause.code)})`;
  return error.name === 'TimeoutError' ? `no answer within ${TIMEOUT_MS / 1000} s` : error.message;
}
