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
