import type { CallName } from '@tallystick/protocol';
import type pg from 'pg';
import { hashInput } from '../engine/idempotency/hash-input.ts';
import { AnswerTurns, type RequestKey } from './answer-turns.ts';
import { CallFailure, type FailureData } from './call-failure.ts';
import type { CallHandler, RegisterCall } from './call-router.ts';
import type { Vault } from '../vault/vault.ts';
import { isRefusal } from './submit.ts';

/** Calls whose answers contain more than their command's events. Answers of other calls are rebuilt from the events. */
const KEPT: ReadonlySet<CallName> = new Set<CallName>([
  'POST wallet/change',
  'POST wallet/out',
  'POST wallet/faucet',
  'POST wallet/charge_req',
  'POST lever/submit',
  'POST lever/order',
  'POST lever/amend',
  'POST lever/replace',
  'POST lever/batch',
  'POST lever/close',
  'POST lever/close_all',
  'POST lever/reverse',
  'POST lever/offset',
  'POST lever/add_margin',
  'POST lever/remove_margin',
  'POST lh/send/order',
]);

/** Of these a refusal given before the exchange was asked may be final, too: see `isFinal`. */
const DECIDED_HERE: ReadonlySet<CallName> = new Set<CallName>(['POST wallet/out', 'POST wallet/faucet']);

/** Credentials, which may differ when the same request is repeated. */
const PROOF: readonly string[] = ['password', 'code', 'two_factor_code'];
/** The engine keeps its keys as long. */
const KEPT_MS = 24 * 3_600_000;

export interface FirstAnswersOptions {
  readonly pool: pg.Pool;
  readonly vault: Pick<Vault, 'seal' | 'openText'>;
  readonly now: () => number;
  /** How long a request waits for another process that works on the same key. */
  readonly patienceMs?: number;
}

type Kept = { readonly output: unknown } | { readonly code: CallFailure['code']; readonly data: FailureData };

interface Asked extends RequestKey {
  readonly inputHash: string;
}

/**
 * Repeats the first answer to a request with the same key word for word, with the balances, marks and states of that
 * time. A refusal given before the exchange was asked (`isFinal`) is kept as well, so that a late duplicate cannot
 * succeed.
 */
export class FirstAnswers {
  readonly #options: FirstAnswersOptions;
  readonly #acrossProcesses: AnswerTurns;
  /** Serializes the requests of one key in this process. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: FirstAnswersOptions) {
    this.#options = options;
    this.#acrossProcesses = new AnswerTurns(options.pool, options.patienceMs);
  }

  /** Registers calls and stores their first answers where needed. */
  around(register: RegisterCall): RegisterCall {
    return (name, handler, options) => {
      register(name, KEPT.has(name) ? this.#keeping(name, handler) : handler, options);
    };
  }

  /** Deletes answers past their retention time. */
  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from first_answers where at_ms < $1', [now() - KEPT_MS]);
    await this.#acrossProcesses.forgetOld();
  }

  #keeping<Name extends CallName>(call: Name, handler: CallHandler<Name>): CallHandler<Name> {
    return async (input, context) => {
      // The router has made sure that these calls have a session and a key.
      const { session, idempotencyKey: key } = context as unknown as {
        session: { customerId: number };
        idempotencyKey: string;
      };
      const chosen = Object.entries(input).filter(([name]) => !PROOF.includes(name));
      const inputHash = hashInput(Object.fromEntries(chosen));
      const asked = { customerId: session.customerId, call, key, inputHash };
      const work = (): Promise<unknown> => this.#answer(asked, async () => handler(input, context));
      const answer = await this.#inTurn(asked, () =>
        DECIDED_HERE.has(call) ? this.#acrossProcesses.run(asked, work) : work(),
      );
      return answer as Awaited<ReturnType<CallHandler<Name>>>;
    };
  }

  async #inTurn<T>({ customerId, call, key }: Asked, work: () => Promise<T>): Promise<T> {
    const id = `${customerId} ${call} ${key}`;
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work, work);
    this.#turns.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }

  async #answer(asked: Asked, handle: () => Promise<unknown>): Promise<unknown> {
    const before = await this.#find(asked);
    if (before !== null && 'output' in before) {
      // The same input may be written differently (`10`, `10.0`), so the exchange's own comparison of the key decides.
      if (before.inputHash !== asked.inputHash) await handle();
      return before.output;
    }
    if (before !== null) {
      if (before.inputHash !== asked.inputHash) throw new CallFailure('idempotency_key_reused');
      throw new CallFailure(before.code, before.data);
    }
    try {
      return await this.#keepOutput(asked, await handle());
    } catch (error) {
      if (isFinal(asked.call, error)) {
        await this.#keep(asked, { code: error.code, data: error.data });
      }
      throw error;
    }
  }

  async #find(asked: Asked): Promise<(Kept & Pick<Asked, 'inputHash'>) | null> {
    const { pool, vault } = this.#options;
    const { rows } = await pool.query<{ input_hash: string; sealed: Buffer }>(
      'select input_hash, sealed from first_answers where customer_id = $1 and call = $2 and key = $3',
      [asked.customerId, asked.call, asked.key],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const kept = JSON.parse(vault.openText(contextOf(asked), row.sealed)) as Kept;
    return { ...kept, inputHash: row.input_hash };
  }

  /** Returns what everybody is told: the same request may have come to another gateway, whose core gave the same result. */
  async #keepOutput(asked: Asked, output: unknown): Promise<unknown> {
    if (await this.#keep(asked, { output })) return output;
    const first = await this.#find(asked);
    return first !== null && 'output' in first ? first.output : output;
  }

  /** False if there is one already, which stays. */
  async #keep(asked: Asked, kept: Kept): Promise<boolean> {
    const { pool, vault, now } = this.#options;
    const { customerId, call, key, inputHash } = asked;
    const { rowCount } = await pool.query(
      `insert into first_answers (customer_id, call, key, input_hash, sealed, at_ms)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [customerId, call, key, inputHash, vault.seal(contextOf(asked), JSON.stringify(kept)), now()],
    );
    return rowCount === 1;
  }
}

/** Refused before the exchange was asked, and still a final answer: no funds, or too early for the next claim. */
function isFinal(call: CallName, error: unknown): error is CallFailure {
  if (call === 'POST wallet/out') return isRefusal(error);
  return call === 'POST wallet/faucet' && error instanceof CallFailure && error.code === 'faucet_too_soon';
}

export function contextOf({ customerId, call, key }: RequestKey): string {
  return `first_answer:${customerId}:${call}:${key}`;
}
