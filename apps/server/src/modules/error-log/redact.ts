const LONGEST_MESSAGE = 300;
const LONGEST_TRACE = 3_000;
/** Of a message that quotes a whole body nothing behind this is kept, and looking through it would hold up the server. */
const LONGEST_READ = 2_000;

/**
 * A message without what it may quote: texts in quotes, addresses, tokens, long numbers, control characters. What is left
 * says what kind of thing went wrong.
 */
export function redact(message: string): string {
  return (
    message
      .slice(0, LONGEST_READ)
      .replaceAll(/\p{Cc}+/gu, ' ')
      // What begins and does not end was cut off.
      .replaceAll(/"[^"]*(?:"|$)|(?<!\w)'[^']*(?:'|$)|`[^`]*(?:`|$)|“[^”]*(?:”|$)/g, '"…"')
      .replaceAll(/\w+:\/\/\S+/g, '…://…')
      .replaceAll(/[^\s@]+@[^\s@]+/g, '…@…')
      .replaceAll(/[\w+/=-]{20,}/g, '…')
      .replaceAll(/\+?\d{5,}/g, '…')
      .slice(0, LONGEST_MESSAGE)
  );
}

/** The frames alone, from the program's own folder on: a message stands above them, and folders are the machine's. */
export function framesOf(stack: string | undefined): string {
  return (stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .map(line => line.trim().replaceAll(/(?:file:\/\/)?\/\S*?\/(?=apps\/|packages\/|node_modules\/)/g, ''))
    .join('\n')
    .slice(0, LONGEST_TRACE);
}
