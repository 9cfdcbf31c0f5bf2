const LONGEST_MESSAGE = 300;
const LONGEST_TRACE = 3_000;
/** Only this much of a message is searched and kept: a message that quotes a whole body would block the server. */
const LONGEST_READ = 2_000;

/**
 * Removes what a message may quote: quoted texts, addresses, tokens, long numbers, control characters. The rest still
 * names the kind of error.
 */
export function redact(message: string): string {
  return (
    message
      .slice(0, LONGEST_READ)
      .replaceAll(/\p{Cc}+/gu, ' ')
      // An opening quote without an end was cut off.
      .replaceAll(/"[^"]*(?:"|$)|(?<!\w)'[^']*(?:'|$)|`[^`]*(?:`|$)|“[^”]*(?:”|$)/g, '"…"')
      .replaceAll(/\w+:\/\/\S+/g, '…://…')
      .replaceAll(/[^\s@]+@[^\s@]+/g, '…@…')
      .replaceAll(/[\w+/=-]{20,}/g, '…')
      .replaceAll(/\+?\d{5,}/g, '…')
      .slice(0, LONGEST_MESSAGE)
  );
}

/** Only the stack frames, paths relative to the program's folder: messages and folders may hold private data. */
export function framesOf(stack: string | undefined): string {
  return (stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .map(line => line.trim().replaceAll(/(?:file:\/\/)?\/\S*?\/(?=apps\/|packages\/|node_modules\/)/g, ''))
    .join('\n')
    .slice(0, LONGEST_TRACE);
}
