/** Refusals at the door that say nothing of who knocks: no session could be looked up, or too much came at once. */
const PASSING: readonly string[] = ['internal_error', 'rate_limited'];
const PAUSE_MS = 5_000;

/** What of a socket of socket.io this needs. */
interface Door {
  /** Whether the library still tries by itself. */
  readonly active: boolean;
  readonly connect: () => unknown;
  readonly on: (event: 'connect_error', listener: (error: Error) => void) => unknown;
}

/**
 * Goes on knocking where a server that is there refused the greeting for now, which the library takes for its last word.
 * All pages were refused at once, so each waits its own while: `pauseMs` (milliseconds) to twice that. Answers how to stop.
 */
export function knockAgain(socket: Door, pauseMs: number = PAUSE_MS): () => void {
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
