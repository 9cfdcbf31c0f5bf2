import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { MAX_REPLACED } from './command.ts';

/**
 * What a command that takes off and places many orders comes to. Each part is done when it is drawn from `parts`, and gives
 * why it was refused, or null. Null if any was done, otherwise why the first was not.
 */
export function replaced(count: number, parts: Iterable<Refusal | null>): Refusal | null {
  if (count === 0 || count > MAX_REPLACED) return refuse('invalid_order', 'cancel');
  let first: Refusal | null = null;
  let isAnyDone = false;
  for (const refusal of parts) {
    if (refusal === null) isAnyDone = true;
    else first ??= refusal;
  }
  return isAnyDone ? null : first;
}
