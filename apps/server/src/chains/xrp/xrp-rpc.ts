import { z } from 'zod';
import { AnswerTooLong, readAtMost } from '../bounded-answer.ts';
import { RpcAnswerError, RpcUnreachable } from '../rpc-errors.ts';
import {
  account,
  fee,
  fullLedger,
  ledger,
  sent,
  serverInfo,
  submitted,
  type XrpAccount,
  type XrpLedger,
  type XrpSent,
  type XrpServer,
} from './xrp-schemas.ts';

const TIMEOUT_MS = 15_000;
/** A ledger of a thousand transactions has some 5 MB as JSON. */
const LARGEST_ANSWER = 64 * 1024 * 1024;
const API_VERSION = 2;
/** The production network; a node says another number for any other, or none for this one. */
const MAIN_NETWORK = 0;

const refusal = z.object({ error: z.string().max(100) });
/** Names of refusals are words of the API, never the node's address. */
const NAME = /^[A-Za-z_]{1,60}$/;

/**
 * The few questions we ask a node of the XRP Ledger (rippled or Clio) by its JSON-RPC, with every answer checked. Only
 * validated ledgers count. All throw without a good answer.
 */
export class XrpRpc {
  readonly #url: string;

  /** @param url may hold a key of the provider: it is never logged. */
  constructor(url: string) {
    this.#url = url;
  }

  /** @throws when the node is on another network than the production one. */
  async server(): Promise<XrpServer> {
    const found = await this.#ask(serverInfo, 'server_info', {});
    if (found.networkId === MAIN_NETWORK) return found;
    throw new RpcAnswerError(`the node is on network ${found.networkId}, not on ${MAIN_NETWORK}`);
  }

  async head(): Promise<XrpLedger> {
    const found = await this.#ask(ledger, 'ledger', { ledger_index: 'validated' });
    if (!found.isValidated) throw new RpcAnswerError('the newest ledger is not validated');
    return found;
  }

  /** Null: the node has no validated ledger of that number. */
  async header(number: number): Promise<XrpLedger | null> {
    return validatedAt(number, await this.#find(ledger, 'ledger', { ledger_index: number }, 'lgrNotFound'));
  }

  /** With all its transactions. */
  async ledger(number: number) {
    const question = { ledger_index: number, transactions: true, expand: true };
    return validatedAt(number, await this.#find(fullLedger, 'ledger', question, 'lgrNotFound'));
  }

  /** Null: the node does not know it. */
  async transaction(id: string): Promise<XrpSent | null> {
    const found = await this.#find(sent, 'tx', { transaction: id }, 'txnNotFound');
    if (found === null || found.id === id) return found;
    throw new RpcAnswerError(`asked for ${id}, the node gave ${found.id}`);
  }

  /** After a validated ledger, by default the newest. Null: there is no such account. */
  async account(
    address: string,
    ledgerIndex: number | 'validated' = 'validated',
  ): Promise<XrpAccount | null> {
    const question = { account: address, ledger_index: ledgerIndex };
    const found = await this.#find(account, 'account_info', question, 'actNotFound');
    if (found === null || found.address === address) return found;
    throw new RpcAnswerError(`asked for ${address}, the node gave ${found.address}`);
  }

  /** Drops that get a plain transaction into the next ledger. */
  fee(): Promise<bigint> {
    return this.#ask(fee, 'fee', {});
  }

  /** Sends a signed transaction. Gives the node's preliminary result, e.g. `tesSUCCESS` or `terQUEUED`. */
  submit(blob: string): Promise<string> {
    return this.#ask(submitted, 'submit', { tx_blob: blob });
  }

  async #ask<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    question: Readonly<Record<string, unknown>>,
  ): Promise<z.output<Schema>> {
    const found = await this.#find(schema, method, question, null);
    if (found === null) throw new RpcAnswerError(`${method} was answered with nothing`);
    return found;
  }

  /** Null: refused by this name. */
  async #find<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    question: Readonly<Record<string, unknown>>,
    absent: string | null,
  ): Promise<z.output<Schema> | null> {
    const answer = await this.#send(method, question);
    const refused = refusal.safeParse(answer);
    if (refused.success) {
      const { error } = refused.data;
      if (error === absent) return null;
      throw new RpcUnreachable(method, NAME.test(error) ? error : 'refused');
    }
    const read = schema.safeParse(answer);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new RpcAnswerError(
      `${method} was answered with nonsense at "${issue?.path.join('.')}": ${issue?.message}`,
    );
  }

  async #send(method: string, question: Readonly<Record<string, unknown>>): Promise<unknown> {
    const params = [{ ...question, api_version: API_VERSION }];
    let text: string;
    try {
      // No retries here: whoever asks repeats whole turns, with pauses in between.
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method, params }),
        // It would carry a key elsewhere.
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
    const envelope = z.object({ result: z.looseObject({}) }).safeParse(readJson(text));
    if (envelope.success) return envelope.data.result;
    throw new RpcAnswerError(`${method} was answered with something that is no result`);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON: as good as no result.
    return null;
  }
}

function validatedAt<Found extends XrpLedger>(number: number, found: Found | null): Found | null {
  if (found !== null && found.number !== number) {
    throw new RpcAnswerError(`asked for ledger ${number}, the node gave ${found.number}`);
  }
  return found?.isValidated === true ? found : null;
}

/** Never an error's whole text, which may hold the node's address. */
function reason(error: unknown): string {
  if (error instanceof AnswerTooLong) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer in time';
  const { code } = (error instanceof Error ? (error.cause ?? {}) : {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'no answer';
}
