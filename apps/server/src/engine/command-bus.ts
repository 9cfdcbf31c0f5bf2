import type { Command, Outcome } from '@tallystick/core';

/** Makes a command safe to send again. */
export interface Idempotency {
  /** Whose keys these are, e.g. `customer:17:spot`; keys of different scopes never meet. */
  readonly scope: string;
  readonly key: string;
  /** Of everything the sender chose; the same key with another hash is refused. See `hashInput`. */
  readonly inputHash: string;
}

export interface SubmitOptions {
  readonly idempotency?: Idempotency;
}

export interface Committed {
  /** The command's place in the journal. For a refusal: the last sequence it was judged after. */
  readonly sequence: number;
  /** Of the exchange, never going backwards. */
  readonly atMs: number;
  /**
   * All events of the command, or its refusal. When `replayed`, only those that concern the sender (`essentialEvents`): build
   * replies from these, so that the first and every later answer are alike.
   */
  readonly outcome: Outcome;
  /** The command was not judged now: this is the first result of the same key. */
  readonly replayed: boolean;
}

/**
 * - `busy`: too many commands wait; nothing was done, try again.
 * - `clock_stopped`: the machine's clock is in doubt and nothing is stamped; nothing was done.
 * - `stopped`: shutting down or stopped; nothing was done.
 * - `idempotency_key_reused`: the key was used with other input; nothing was done.
 * - `invalid_text`: a text that cannot be stored (a NUL or half a surrogate pair); nothing was done.
 * - `outcome_unknown`: the engine failed while committing; whether it counts is known after the restart. The same
 *   key then gives the answer.
 */
export type SubmitErrorCode =
  | 'busy'
  | 'clock_stopped'
  | 'stopped'
  | 'idempotency_key_reused'
  | 'invalid_text'
  | 'outcome_unknown';

export class SubmitError extends Error {
  override readonly name = 'SubmitError';
  readonly code: SubmitErrorCode;

  constructor(code: SubmitErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/**
 * Where commands go. In one process it is the sequencer itself; a gateway on another machine implements the same by
 * request and reply.
 */
export interface CommandBus {
  /**
   * Resolves once the command's effects are on disk, or its refusal: that has changed nothing and is not journaled,
   * but uses up its idempotency key like any other result, so that a late duplicate never does what was answered
   * with no. A refusal without a key waits for what it was judged after. Rejects with a SubmitError, which leaves the
   * key free unless the outcome is unknown.
   */
  submit(command: Command, options?: SubmitOptions): Promise<Committed>;
}
