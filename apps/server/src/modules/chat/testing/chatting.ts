import type { CallOutput } from '@tallystick/protocol';
import type { Answer, CallOptions } from '../../../testing/test-requests.ts';
import { freshKey, type TestServer } from '../../../testing/test-server.ts';

/** A new secret of a browser. */
export function freshVisitor(): string {
  return freshKey().padEnd(43, 'v');
}

/** Somebody who writes: a visitor with a secret, or a customer with a token. */
export class Chatter {
  readonly #server: TestServer;
  readonly auth: { readonly visitor?: string };
  readonly options: CallOptions;

  constructor(
    server: TestServer,
    who: { readonly visitor?: string; readonly token?: string },
    address?: string,
  ) {
    this.#server = server;
    this.auth = who.visitor === undefined ? {} : { visitor: who.visitor };
    this.options = {
      ...(who.token === undefined ? {} : { token: who.token }),
      ...(address === undefined ? {} : { address }),
    };
  }

  send(text: string, clientId: string = freshKey()): Promise<CallOutput<'POST chat/send'>> {
    return this.#server.call('POST chat/send', { ...this.auth, client_id: clientId, text }, this.options);
  }

  async refused(text: string, clientId: string = freshKey()): Promise<string> {
    const input = { ...this.auth, client_id: clientId, text };
    return (await this.#server.refused('POST chat/send', input, this.options)).code;
  }

  state(): Promise<CallOutput<'POST chat/state'>> {
    return this.#server.call('POST chat/state', this.auth, this.options);
  }

  /** `POST chat/upload` as a browser sends it. */
  upload(file: Buffer, type = 'image/jpeg'): Promise<Answer> {
    const { token, address } = this.options;
    return uploadPicture(
      this.#server,
      '/api/chat/upload',
      { ...this.auth, ...(token ? { token } : {}), ...(address ? { address } : {}) },
      file,
      type,
    );
  }
}

/** `POST desk/chat_upload` as an operator's browser sends it. */
export function uploadAtDesk(server: TestServer, token: string | null, file: Buffer): Promise<Answer> {
  return uploadPicture(server, '/api/desk/chat_upload', token === null ? {} : { token }, file, 'image/jpeg');
}

function uploadPicture(
  server: TestServer,
  url: string,
  who: { readonly visitor?: string; readonly token?: string; readonly address?: string },
  file: Buffer,
  type: string,
): Promise<Answer> {
  const boundary = '----a-boundary-of-the-tests';
  const field = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      (who.visitor === undefined ? '' : field('visitor', who.visitor)) +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="photo.jpg"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return server.send({
    method: 'POST',
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(who.token === undefined ? {} : { authorization: who.token }),
    },
    payload,
    ...(who.address === undefined ? {} : { remoteAddress: who.address }),
  });
}
