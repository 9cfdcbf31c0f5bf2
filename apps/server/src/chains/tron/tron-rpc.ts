import { z } from 'zod';
import { AnswerTooLong, readAtMost } from '../bounded-answer.ts';
import { RpcAnswerError, RpcUnreachable } from '../rpc-errors.ts';
import {
  block,
  header,
  nothing,
  result,
  results,
  sent,
  type TronBlock,
  type TronHeader,
  type TronResult,
} from './tron-schemas.ts';

const TIMEOUT_MS = 15_000;
/** A block has at most 2 MB, which its JSON repeats up to five times; how much its logs can be, their price bounds. */
const LARGEST_ANSWER = 64 * 1024 * 1024;
const LONGEST_REASON = 200;

/**
 * The few questions we ask a TRON node by its HTTP API, with every answer checked. All throw without a good answer.
 * Every header's id is computed from the header itself.
 */
export class TronRpc {
  /** Whether the node tells only blocks that cannot be replaced any more. */
  readonly #solid: boolean;
  readonly #base: URL;
  readonly #key: string | null;

  /**
   * @param url the node's address, which may hold a key of the provider: it is never logged. Its path may end in
   *   `/wallet` (the default), or in `/walletsolidity`: only blocks that cannot be replaced any more.
   * @param key sent as `TRON-PRO-API-KEY`, and never logged.
   */
  constructor(url: string, key: string | null = null) {
    const base = new URL(url);
    base.pathname = base.pathname.replace(/\/+$/, '');
    if (!/\/wallet(solidity)?$/.test(base.pathname)) base.pathname += '/wallet';
    this.#base = base;
    this.#solid = base.pathname.endsWith('solidity');
    this.#key = key;
  }

  head(): Promise<TronHeader> {
    return this.#ask(header, 'getblock', { detail: false });
  }

  async header(number: number): Promise<TronHeader | null> {
    const question = { id_or_num: String(number), detail: false };
    return checkNumber(await this.#ask(nothing.or(header), 'getblock', question), number);
  }

  /** With all its transactions. */
  async block(number: number): Promise<TronBlock | null> {
    const question = { id_or_num: String(number), detail: true };
    return checkNumber(await this.#ask(nothing.or(block), 'getblock', question), number);
  }

  /** What every transaction of the block with this number did. Empty: it has none, or the node has no such block. */
  async results(number: number): Promise<TronResult[]> {
    const found = await this.#ask(results, 'gettransactioninfobyblocknum', { num: number });
    const other = found.find(one => one.blockNumber !== number);
    if (other === undefined) return found;
    throw new RpcAnswerError(`asked for what block ${number} did, the node told of ${other.blockNumber}`);
  }

  /** Null: it is in no block of the node. */
  async result(transactionId: string): Promise<TronResult | null> {
    const question = { value: transactionId };
    const found = await this.#ask(nothing.or(result), 'gettransactioninfobyid', question);
    return checkId(found, found?.id, transactionId);
  }

  /** Whether the node holds it for one of the next blocks. */
  async isWaiting(transactionId: string): Promise<boolean> {
    if (this.#solid) return false;
    const question = { value: transactionId };
    const found = await this.#ask(nothing.or(sent), 'gettransactionfrompending', question);
    return checkId(found, found?.txID, transactionId) !== null;
  }

  async #ask<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    question: Readonly<Record<string, unknown>>,
  ): Promise<z.output<Schema>> {
    const answer = await this.#send(method, question);
    const read = schema.safeParse(answer);
    if (read.success) return read.data;
    const [first] = read.error.issues;
    // The last of the shapes that were possible is the one that is not empty.
    const issue = first?.code === 'invalid_union' ? first.errors.at(-1)?.[0] : first;
    throw new RpcAnswerError(
      `${method} was answered with nonsense at "${issue?.path.join('.')}": ${issue?.message}`,
    );
  }

  async #send(method: string, question: Readonly<Record<string, unknown>>): Promise<unknown> {
    const url = new URL(this.#base);
    url.pathname += `/${method}`;
    let text: string;
    try {
      // No retries here: the watcher repeats whole turns, with pauses in between.
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(this.#key === null ? {} : { 'TRON-PRO-API-KEY': this.#key }),
        },
        body: JSON.stringify(question),
        // It would carry the key elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new RpcUnreachable(method, `the node answered ${response.status}`);
      }
      text = await readAtMost(response, LARGEST_ANSWER);
    } catch (error) {
      throw error instanceof RpcUnreachable ? error : new RpcUnreachable(method, reason(error));
    }
    return this.#read(method, text);
  }

  #read(method: string, text: string): unknown {
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      throw new RpcAnswerError(`${method} was answered with something that is no JSON`);
    }
    // Errors come with status 200.
    const refused = z.looseObject({ Error: z.string() }).safeParse(answer);
    if (!refused.success) return answer;
    const why = this.#key === null ? refused.data.Error : refused.data.Error.replaceAll(this.#key, '…');
    throw new RpcUnreachable(method, why.slice(0, LONGEST_REASON));
  }
}

/** Never an error's whole text, which may hold the node's address. */
function reason(error: unknown): string {
  if (error instanceof AnswerTooLong) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer in time';
  const { code } = (error instanceof Error ? (error.cause ?? {}) : {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'no answer';
}

function checkNumber<Found extends TronHeader>(found: Found | null, number: number): Found | null {
  if (found !== null && found.number !== number) {
    throw new RpcAnswerError(`asked for block ${number}, the node gave ${found.number}`);
  }
  return found;
}

function checkId<Found>(found: Found | null, id: string | undefined, asked: string): Found | null {
  if (found !== null && id !== asked) throw new RpcAnswerError(`asked for ${asked}, the node gave ${id}`);
  return found;
}
