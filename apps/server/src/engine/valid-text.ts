import type { Command } from '@tallystick/core';
import type { Idempotency } from './command-bus.ts';

/**
 * Whether every text chosen by a customer can be stored. PostgreSQL refuses NUL, and UTF-8 cannot encode half a
 * surrogate pair. Either would fail the whole batch and stop the engine.
 */
export function hasValidText(command: Command, idempotency: Idempotency | null): boolean {
  if (
    idempotency !== null &&
    !(isText(idempotency.scope) && isText(idempotency.key) && isText(idempotency.inputHash))
  ) {
    return false;
  }
  switch (command.type) {
    case 'placeOrder':
      return command.clientOrderId === null || isText(command.clientOrderId);
    case 'credit':
      return isText(command.reference);
    case 'recordIndexTick':
      return command.sources.every(source => isText(source.name));
    default:
      return true;
  }
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
