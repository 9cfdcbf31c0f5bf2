import type { FastifyBaseLogger } from 'fastify';

export type Channel = 'mail' | 'sms' | 'push';

export interface Message {
  readonly channel: Channel;
  /** For a push, the device's id. */
  readonly recipient: string;
  /** Only mails have one. */
  readonly subject: string;
  /** Plain text, paragraphs separated by blank lines; for a push, its payload. */
  readonly body: string;
  /** Useless after this time. */
  readonly expiresAtMs: number;
}

/** A way to send messages. A rejection means: retry later. */
export interface Transport {
  /**
   * `shown`: no recipient exists; the message stays readable in the log and the outbox (demo). `failed`: it can never
   * be delivered.
   */
  send(message: Message): Promise<'sent' | 'shown' | 'failed'>;
  close(): void;
}

/** The service asks us to wait this long before the next try. */
export class Delayed extends Error {
  override readonly name = 'Delayed';
  readonly byMs: number;

  constructor(message: string, byMs: number) {
    super(message);
    this.byMs = byMs;
  }
}

const TIMEOUT_MS = 20_000;

export async function createMailTransport(smtpUrl: string, from: string): Promise<Transport> {
  // Only here: servers without a mail server need not load it.
  const { default: nodemailer } = await import('nodemailer');
  const transporter = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    pool: true,
    maxConnections: 2,
  });
  return {
    async send({ recipient, subject, body }) {
      await transporter.sendMail({ from, to: recipient, subject, text: body, html: htmlOf(body) });
      return 'sent';
    },
    close: () => transporter.close(),
  };
}

export interface SmsProvider {
  readonly url: string;
  readonly token: string | null;
  readonly from: string;
}

/** Any provider with a JSON endpoint: POST `{from, to, text}`; every 2xx means accepted. */
export function createSmsTransport(provider: SmsProvider): Transport {
  return {
    async send({ recipient, body }) {
      const response = await fetch(provider.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(provider.token === null ? {} : { authorization: `Bearer ${provider.token}` }),
        },
        body: JSON.stringify({ from: provider.from, to: recipient, text: body }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the SMS provider answered ${response.status}`);
      return 'sent';
    },
    close() {},
  };
}

/** Demo: the server's log shows the message. */
export function createLogTransport(log: FastifyBaseLogger): Transport {
  return {
    async send({ channel, recipient, subject, body }) {
      log.info({ channel, to: recipient, subject, body }, 'message shown instead of sent');
      return 'shown';
    },
    close() {},
  };
}

function htmlOf(body: string): string {
  const paragraphs = body
    .split('\n\n')
    .map(paragraph => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`)
    .join('');
  return (
    '<div style="background:#202020;padding:24px"><div style="max-width:480px;margin:0 auto;padding:24px;' +
    'border-radius:14px;background:#292a2a;color:#f1f5f4;font:16px/1.5 system-ui,sans-serif">' +
    `<p style="margin:0 0 24px;font-weight:700;color:#2befbc">Tallystick</p>${paragraphs}</div></div>`
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}
