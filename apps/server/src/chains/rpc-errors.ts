/** The node's answer cannot be true. */
export class RpcAnswerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RpcAnswerError';
  }
}

/** The node did not answer, or answered with an error. Never contains its address, which may hold a key. */
export class RpcUnreachable extends Error {
  /** @param why never the whole error, nor a `cause`: libraries put the whole address into their messages. */
  constructor(method: string, why: string) {
    super(`${method} failed: ${why}`);
    this.name = 'RpcUnreachable';
  }
}
