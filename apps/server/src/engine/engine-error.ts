/** Why the engine cannot start or go on; the message tells an operator what to do. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
