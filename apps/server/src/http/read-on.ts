import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** A phone in a tunnel comes back; one that has read nothing for so long does not. */
const STALLED_MS = 120_000;
const AHEAD_BYTES = 64 * 1024;

/**
 * Chunks as an answer's body, read as fast as the receiver takes them. The connection ends, and with it the reading, when
 * the receiver is gone or has taken nothing for `stalledMs`: a file nobody reads holds nothing for ever.
 */
export function readOn(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array>,
  stalledMs = STALLED_MS,
): Readable {
  response.setTimeout(stalledMs, () => response.destroy());
  return Readable.from(chunks, { objectMode: false, highWaterMark: AHEAD_BYTES });
}

/** Aborted when the connection ends before the answer has left: nobody is there to take it. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
