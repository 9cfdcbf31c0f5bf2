import { CORE_REFUSALS, type Command, type CoreRefusalCode, type Event } from '@tallystick/core';
import type { ErrorCode } from '@tallystick/protocol';
import {
  SubmitError,
  type CommandBus,
  type Committed,
  type Idempotency,
  type SubmitErrorCode,
  type SubmitOptions,
} from '../engine/command-bus.ts';
import { CallFailure, refusalFailure } from './call-failure.ts';

/** What the customer is told. The same key brings the answer of an unknown outcome: see `Attempt` of the router. */
const CODES: Readonly<Record<SubmitErrorCode, ErrorCode>> = {
  busy: 'busy',
  clock_stopped: 'clock_stopped',
  stopped: 'maintenance',
  idempotency_key_reused: 'idempotency_key_reused',
  invalid_text: 'invalid_input',
  outcome_unknown: 'outcome_unknown',
};

const REFUSALS: ReadonlySet<CoreRefusalCode> = new Set(CORE_REFUSALS);

export interface Accepted {
  readonly atMs: number;
  readonly events: readonly Event[];
}

/** Submits a command for a call: resolves with the events once on disk, throws a CallFailure for everything else. */
export async function submitCommand(
  bus: CommandBus,
  command: Command,
  options: SubmitOptions,
): Promise<Accepted> {
  const { outcome, atMs } = await submit(bus, command, options);
  if (outcome.ok) return { atMs, events: outcome.events };
  throw refusalFailure(outcome.refusal);
}

/**
 * `submitCommand` for a step of the server that a later start retries. Its key contains the number of the attempt, so
 * that a stored refusal does not block the next attempt. Keys are deleted after a while: callers first check whether it
 * is done, or send a command that may be repeated.
 */
export async function submitAttempt(
  bus: CommandBus,
  command: Command,
  { scope, key, inputHash }: Idempotency,
): Promise<Accepted> {
  for (let attempt = 1; ; attempt++) {
    const idempotency = { scope, key: `${key}-${attempt}`, inputHash };
    const { outcome, atMs, replayed } = await submit(bus, command, { idempotency });
    if (outcome.ok) return { atMs, events: outcome.events };
    if (!replayed) throw refusalFailure(outcome.refusal);
  }
}

/** A final refusal of the exchange, stored under the key; after any other failure the same may be retried. */
export function isRefusal(error: unknown): error is CallFailure {
  return error instanceof CallFailure && REFUSALS.has(error.code as CoreRefusalCode);
}

async function submit(bus: CommandBus, command: Command, options: SubmitOptions): Promise<Committed> {
  try {
    return await bus.submit(command, options);
  } catch (error) {
    throw error instanceof SubmitError ? new CallFailure(CODES[error.code]) : error;
  }
}
