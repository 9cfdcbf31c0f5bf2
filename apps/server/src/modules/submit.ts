import type { Command, Event } from '@tallystick/core';
import type { ErrorCode } from '@tallystick/protocol';
import {
  SubmitError,
  type CommandBus,
  type SubmitErrorCode,
  type SubmitOptions,
} from '../engine/command-bus.ts';
import { CallFailure, refusalFailure } from '../http/call-failure.ts';

/** What the customer is told; the cause of an unknown outcome goes to the log with the engine's end. */
const CODES: Readonly<Record<SubmitErrorCode, ErrorCode>> = {
  busy: 'busy',
  stopped: 'maintenance',
  idempotency_key_reused: 'idempotency_key_reused',
  invalid_text: 'invalid_input',
  outcome_unknown: 'internal_error',
};

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
  try {
    const { outcome, atMs } = await bus.submit(command, options);
    if (outcome.ok) return { atMs, events: outcome.events };
    throw refusalFailure(outcome.refusal);
  } catch (error) {
    throw error instanceof SubmitError ? new CallFailure(CODES[error.code]) : error;
  }
}
