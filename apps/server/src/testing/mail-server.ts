import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A real mail server on this machine. */
export class TestMailServer {
  readonly mails: ReceivedMail[] = [];
  /** Refuses temporarily, as an overloaded server does. */
  refusing = false;
  /** Number of recipients, including refused ones. */
  asked = 0;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (_address, _session, done) => {
        this.asked++;
        if (!this.refusing) return done();
        return done(Object.assign(new Error('4.3.2 try again later'), { responseCode: 451 }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address).join(),
            ...parsed(Buffer.concat(chunks).toString('latin1')),
          });
          done();
        });
      },
    });
  }

  static async start(): Promise<TestMailServer> {
    const server = new TestMailServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server.server, 'listening');
    return server;
  }

  get url(): string {
    const address = this.#server.server.address();
    if (address === null || typeof address === 'string') throw new Error('the mail server does not listen');
    return `smtp://127.0.0.1:${address.port}`;
  }

  stop(): Promise<void> {
    return new Promise(resolve => this.#server.close(() => resolve()));
  }
}

function parsed(source: string): Pick<ReceivedMail, 'subject' | 'text' | 'html'> {
  const [head = '', body = ''] = splitOnce(source, '\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = boundary === undefined ? [source] : body.split(`--${boundary}`);
  const part = (type: string): string => {
    const found = parts.find(candidate => candidate.toLowerCase().includes(`content-type: ${type}`)) ?? '';
    const [partHead = '', content = ''] = splitOnce(found, '\r\n\r\n');
    const encoding = /^content-transfer-encoding: *(\S+)/im.exec(partHead)?.[1]?.toLowerCase();
    const bytes =
      encoding === 'base64' ? Buffer.from(content, 'base64') : Buffer.from(unquoted(content), 'latin1');
    return bytes.toString('utf8').replaceAll('\r\n', '\n').trim();
  };
  const subject = /^subject: ((?:.|\r\n[ \t])*)/im.exec(head)?.[1] ?? '';
  return { subject: words(subject), text: part('text/plain'), html: part('text/html') };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** Decodes quoted-printable to bytes. */
function unquoted(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Decodes the encoded words of a header (RFC 2047). */
function words(header: string): string {
  const bytes = header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, content: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString('latin1')
        : unquoted(content.replaceAll('_', ' ')),
    );
  return Buffer.from(bytes.replace(/\r\n[ \t]/g, ' '), 'latin1').toString('utf8');
}
