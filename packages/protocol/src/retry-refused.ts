/** Refusals that do not depend on the client: sessions could not be looked up, or there was too much load. */
const PASSING: readonly string[] = ['internal_error', 'rate_limited'];
const PAUSE_MS = 5_000;

/** The part of socket.io's socket used here. */
interface RefusedSocket {
  /** Whether the library still retries by itself. */
  readonly active: boolean;
  readonly connect: () => unknown;
  readonly on: (event: 'connect_error', listener: (error: Error) => void) => unknown;
}

/**
 * Reconnects when a reachable server refused the connection temporarily, which the library treats as final. All pages
 * were refused at once, so each waits a random `pauseMs` (milliseconds) to twice that. Returns how to stop it.
 */
export function retryRefused(socket: RefusedSocket, pauseMs: number = PAUSE_MS): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  socket.on('connect_error', ({ message }) => {
    if (stopped || socket.active || !PASSING.includes(message)) return;
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), pauseMs * (1 + Math.random()));
  });
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
