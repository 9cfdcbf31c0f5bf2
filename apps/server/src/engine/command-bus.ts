import type { Command, Outcome } from '@tallystick/core';

/** Makes it safe to send a command again. */
export interface Idempotency {
  /** Whose keys these are, e.g. `customer:17:spot`; keys of different scopes never meet. */
  readonly scope: string;
  readonly key: string;
  /** Hash of everything the sender chose; the same key with another hash is refused. See `hashInput`. */
  readonly inputHash: string;
}

export interface SubmitOptions {
  readonly idempotency?: Idempotency;
}

export interface Committed {
  /** The command's place in the journal. For a refusal: the last sequence that had been applied when it was judged. */
  readonly sequence: number;
  /** Time of the exchange, which never goes backwards. */
  readonly atMs: number;
  /**
   * All events of the command, or its refusal. When `replayed`, only those for the sender (`essentialEvents`): build
   * replies from these, so that the first and every later answer are alike.
   */
  readonly outcome: Outcome;
  /** The command did not run now: this is the first result of the same key. */
  readonly replayed: boolean;
}

/**
 * - `busy`: too many commands wait; nothing was done, try again.
 * - `clock_stopped`: the machine's clock is in doubt and nothing is stamped; nothing was done.
 * - `stopped`: shutting down or stopped; nothing was done.
 * - `idempotency_key_reused`: the key was used with other input; nothing was done.
 * - `invalid_text`: a text that cannot be stored (a NUL or half a surrogate pair); nothing was done.
 * - `outcome_unknown`: the engine failed while committing, or no answer came from its machine in time. Whether it
 *   counts is known later; the same key then gives the answer.
 */
export type SubmitErrorCode = (typeof SUBMIT_ERRORS)[number];
export const SUBMIT_ERRORS = [
  'busy',
  'clock_stopped',
  'stopped',
  'idempotency_key_reused',
  'invalid_text',
  'outcome_unknown',
] as const;

export class SubmitError extends Error {
  override readonly name = 'SubmitError';
  readonly code: SubmitErrorCode;

  constructor(code: SubmitErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/**
 * Where commands are sent. In one process this is the sequencer; a gateway on another machine has `NatsBus`, which asks
 * the core's process.
 */
export interface CommandBus {
  /**
   * Resolves once the command's effects, or its refusal, are on disk. A refusal changes nothing and is not journaled,
   * but uses up its idempotency key, so that a late duplicate cannot succeed after the sender was told no. A refusal
   * without a key waits until every command applied before it is on disk. Rejects with a SubmitError; the key then
   * stays free, unless the outcome is unknown.
   */
  submit(command: Command, options?: SubmitOptions): Promise<Committed>;
}
