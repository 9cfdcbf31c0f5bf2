/** Why the engine cannot start or go on; the message tells an operator what to do. A new start may help. */
export class EngineError extends Error {
  override readonly name: string = 'EngineError';
}

/** No new start helps: what is on disk, or the core itself, contradicts itself. Somebody has to look first. */
export class HaltError extends EngineError {
  override readonly name = 'HaltError';
}
