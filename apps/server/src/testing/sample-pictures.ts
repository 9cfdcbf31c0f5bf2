import sharp from 'sharp';
import type { PictureKind, WirePicture } from '@tallystick/protocol';
import { calls } from '@tallystick/protocol';
import type { Answer } from './test-requests.ts';
import type { TestServer } from './test-server.ts';

/** A picture that depends on the seed and has the structure of a photo. */
export function samplePicture(seed: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const red = (seed * 53) % 256;
  const green = (seed * 97) % 256;
  return sharp({ create: { width: 96, height: 64, channels: 3, background: { r: red, g: green, b: 90 } } })
    .composite([{ input: striped(seed), top: 8, left: 8 }])
    .toFormat(format)
    .toBuffer();
}

function striped(seed: number): Buffer {
  const bars = Array.from({ length: 5 }, (_, at) => {
    const height = 6 + ((seed * 31 + at * 17) % 36);
    return `<rect x="${at * 14}" y="0" width="9" height="${height}" fill="#fff"/>`;
  });
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="72" height="48">${bars.join('')}</svg>`);
}

export interface UploadOptions {
  readonly kind?: string;
  /** The sender's file name, which must not matter. */
  readonly name?: string;
  readonly type?: string;
  readonly field?: string;
  /** Path of another call that takes a picture. */
  readonly path?: string;
  readonly address?: string;
}

/** Sends `POST upload` as a browser does. */
export function sendPicture(
  server: TestServer,
  token: string | undefined,
  file: Buffer,
  options: UploadOptions = {},
): Promise<Answer> {
  const { kind = 'voucher', name = 'photo.jpg', type = 'image/jpeg', field = 'file', address } = options;
  const boundary = '----a-boundary-of-the-tests';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="kind"\r\n\r\n${kind}\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return server.send({
    method: 'POST',
    url: `/api/${options.path ?? 'upload'}`,
    ...(address === undefined ? {} : { remoteAddress: address }),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(token === undefined ? {} : { authorization: token }),
    },
    payload,
  });
}

/** Id and other data of an upload that must succeed. */
export async function uploadPicture(
  server: TestServer,
  token: string,
  kind: PictureKind,
  file: Buffer,
): Promise<WirePicture> {
  const { body } = await sendPicture(server, token, file, { kind });
  if (body.type !== 'ok') throw new Error(`the upload was refused: ${JSON.stringify(body)}`);
  return calls['POST upload'].output.parse(body.data);
}
