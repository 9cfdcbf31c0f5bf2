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

/** What the customer is told; the cause of an unknown outcome goes to the log with the engine's end. */
const CODES: Readonly<Record<SubmitErrorCode, ErrorCode>> = {
  busy: 'busy',
  clock_stopped: 'clock_stopped',
  stopped: 'maintenance',
  idempotency_key_reused: 'idempotency_key_reused',
  invalid_text: 'invalid_input',
  outcome_unknown: 'internal_error',
};

const REFUSALS: ReadonlySet<CoreRefusalCode> = new Set(CORE_REFUSALS);

export interface Accepted {
  readonly atMs: number;
  readonly events: readonly Event[];
}

/** Submits for a call: resolves with the events on disk, throws a CallFailure for everything else. */
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
 * `submitCommand` for a step of the exchange's own that a later start tries again. Its key carries the number of the
 * attempt: one whose refusal was stored before is passed over. Keys are forgotten after a while: whoever calls asks first
 * whether it is done, or sends what does no harm twice.
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

/** The exchange's last word, stored under the key; every other failure leaves the same to be tried again. */
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
