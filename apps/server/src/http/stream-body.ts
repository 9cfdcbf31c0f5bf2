import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** A receiver that reads nothing for this long is taken as gone. A phone in a tunnel is back sooner. */
const STALLED_MS = 120_000;
const AHEAD_BYTES = 64 * 1024;

/**
 * Chunks as an answer's body, read as fast as the receiver reads. Connection and source end if the receiver disconnects
 * or reads nothing for `stalledMs`, so that an unread file does not hold resources for ever.
 */
export function streamBody(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array>,
  stalledMs = STALLED_MS,
): Readable {
  response.setTimeout(stalledMs, () => response.destroy());
  return Readable.from(chunks, { objectMode: false, highWaterMark: AHEAD_BYTES });
}

/** Aborted when the connection ends before the answer was sent. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
