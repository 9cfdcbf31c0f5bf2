import { InvariantBroken } from '@tallystick/core';

/** Why the engine cannot start or go on; the message tells an operator what to do. A new start may help. */
export class EngineError extends Error {
  override readonly name: string = 'EngineError';
}

/** A new start does not help: the data on disk, or the core, is inconsistent. Somebody has to look first. */
export class HaltError extends EngineError {
  override readonly name = 'HaltError';
}

/** The same for all processes of the exchange: the database says so, each start finds it, and nothing else need remember it. */
export class ExchangeHalted extends HaltError {}

/**
 * The journal is another version's, which this program cannot read: it says nothing about the books. Whoever starts finds it
 * again, and the exchange of that version goes on.
 */
export class OtherVersion extends HaltError {}

/** Whether it says that the books are wrong, rather than that this program is the wrong one to judge them. */
export function isUnsound(error: unknown): error is HaltError | InvariantBroken {
  if (error instanceof OtherVersion) return false;
  return error instanceof HaltError || error instanceof InvariantBroken;
}
