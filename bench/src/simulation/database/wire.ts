/** The little of PostgreSQL's protocol that the proxy and its recordings need. */

const LENGTH_BYTES = 4;

/** Cuts a stream into messages, each with its type and length. The first of a client has no type. */
export class MessageCutter {
  #rest: Buffer = Buffer.alloc(0);
  #typed: boolean;

  constructor(from: 'client' | 'server') {
    this.#typed = from === 'server';
  }

  /** The messages that this chunk completes. */
  take(chunk: Buffer): Buffer[] {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const typeBytes = this.#typed ? 1 : 0;
      if (rest.length < typeBytes + LENGTH_BYTES) break;
      const length = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < length) break;
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      this.#typed = true;
    }
    this.#rest = rest;
    return messages;
  }
}

export function typeOf(message: Buffer): string {
  return String.fromCharCode(message[0]!);
}

/** Of a client's first message: what it says about itself. */
export function startupParameters(message: Buffer): ReadonlyMap<string, string> {
  const words = message.toString('utf8', 2 * LENGTH_BYTES).split('\0');
  const parameters = new Map<string, string>();
  for (let i = 0; i + 1 < words.length && words[i] !== ''; i += 2) parameters.set(words[i]!, words[i + 1]!);
  return parameters;
}

/** The name under which a Parse message prepares a statement, and its text. */
export function parsedStatement(message: Buffer): { readonly name: string; readonly text: string } {
  const name = textAt(message, 1 + LENGTH_BYTES);
  return { name: name.text, text: textAt(message, name.end).text };
}

/** The prepared statement that a Bind message runs. */
export function boundName(message: Buffer): string {
  const portal = textAt(message, 1 + LENGTH_BYTES);
  return textAt(message, portal.end).text;
}

/** The parameters of a Bind message: texts, or bytes where it says so. */
export function boundValues(message: Buffer): (string | Buffer | null)[] {
  const portal = textAt(message, 1 + LENGTH_BYTES);
  let at = textAt(message, portal.end).end;
  const short = (): number => message.readInt16BE((at += 2) - 2);
  const formats = Array.from({ length: short() }, short);
  return Array.from({ length: short() }, (_, i) => {
    const length = message.readInt32BE((at += LENGTH_BYTES) - LENGTH_BYTES);
    if (length < 0) return null;
    const bytes = message.subarray(at, (at += length));
    // No format: all are text; one: it is everybody's.
    const format = formats.length <= 1 ? (formats[0] ?? 0) : formats[i];
    return format === 0 ? bytes.toString('utf8') : Buffer.from(bytes);
  });
}

/** What a server answers that refuses a statement and stays: the error, and that it is ready again. */
export function refusal(code: string, words: string): Buffer {
  const fields = ['SERROR', 'VERROR', `C${code}`, `M${words}`].map(field => `${field}\0`).join('');
  return Buffer.concat([framed('E', Buffer.from(`${fields}\0`)), framed('Z', Buffer.from('I'))]);
}

function framed(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(1 + LENGTH_BYTES);
  head.write(type);
  head.writeInt32BE(LENGTH_BYTES + body.length, 1);
  return Buffer.concat([head, body]);
}

function textAt(message: Buffer, from: number): { readonly text: string; readonly end: number } {
  const end = message.indexOf(0, from);
  return { text: message.toString('utf8', from, end), end: end + 1 };
}
