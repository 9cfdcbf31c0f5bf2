import { deflateSync, crc32 } from 'node:zlib';
import { DAY_MS } from '@tallystick/core/durations';
import type { WirePicture } from '@tallystick/protocol';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import {
  samplePicture,
  sendPicture,
  uploadPicture,
  type UploadOptions,
} from '../../testing/sample-pictures.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { PICTURE_LIMIT_BYTES } from '../../testing/test-server-parts.ts';

let server: TestServer;
let customer: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  customer = await server.customer();
});
afterAll(() => server.close());

async function refusal(
  file: Buffer,
  options: UploadOptions = {},
  token: string | undefined = customer.token,
) {
  const before = await server.fingerprint();
  const { body, status } = await sendPicture(server, token, file, options);
  expect(await server.fingerprint()).toBe(before);
  if (body.type === 'ok') throw new Error('it was accepted');
  expect(body.message).toMatch(/\S/);
  return { code: body.code, status, data: body.data };
}

function fetchPicture(id: number, token?: string) {
  const headers = token === undefined ? {} : { authorization: token };
  return server.app.inject({ method: 'GET', url: `/api/picture?picture_id=${id}`, headers });
}

/** The bytes of all columns of all rows as text: what a reader of the tables would see. */
async function everythingStored(table: string): Promise<string> {
  const { rows } = await server.database.pool.query<Record<string, unknown>>(`select * from ${table}`);
  return rows
    .flatMap(row => Object.values(row))
    .map(value => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join('\n');
}

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('as %s is kept and comes back to its owner', async format => {
    const picture = await uploadPicture(server, customer.token, 'voucher', await samplePicture(1, format));
    expect(picture).toMatchObject({ kind: 'voucher', width: 96, height: 64 });
    const response = await fetchPicture(picture.picture_id, customer.token);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
    });
    expect(response.rawPayload).toHaveLength(picture.size_bytes);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 96,
      height: 64,
    });
  });

  it('as a signature stays a drawing on white', async () => {
    const line = Buffer.from(
      '<svg width="300" height="120"><path d="M10 90L150 20L290 90" stroke="#000"/></svg>',
    );
    const file = await sharp(line).png().toBuffer();
    const picture = await uploadPicture(server, customer.token, 'signature', file);
    const { rawPayload, headers } = await fetchPicture(picture.picture_id, customer.token);
    expect(headers['content-type']).toBe('image/png');
    const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBe(255);
  });

  it('loses everything that is not pixels, and stands upright', async () => {
    const file = await sharp(await samplePicture(2))
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '10/1 46/1 36/1' },
      })
      .withXmp('<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(file.includes('SecretCamera')).toBe(true);
    const picture = await uploadPicture(server, customer.token, 'voucher', file);
    const { rawPayload } = await fetchPicture(picture.picture_id, customer.token);
    const { exif, xmp, icc, orientation, width, height } = await sharp(rawPayload).metadata();
    expect({ exif, xmp, icc, orientation }).toEqual({
      exif: undefined,
      xmp: undefined,
      icc: undefined,
      orientation: undefined,
    });
    expect(rawPayload.includes('SecretCamera')).toBe(false);
    expect([width, height]).toEqual([64, 96]);
  });

  it('is made smaller if it is larger than anyone can see', async () => {
    const background = { r: 1, g: 2, b: 3 };
    const file = await sharp({ create: { width: 5000, height: 2500, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const picture = await uploadPicture(server, customer.token, 'voucher', file);
    expect(picture).toMatchObject({ width: 2400, height: 1200 });
  });

  it('is unreadable in the database', async () => {
    const picture = await uploadPicture(server, customer.token, 'voucher', await samplePicture(3));
    const { rawPayload } = await fetchPicture(picture.picture_id, customer.token);
    const stored = await everythingStored('pictures');
    expect(stored.length).toBeGreaterThan(rawPayload.length);
    for (let at = 0; at + 16 <= rawPayload.length; at += 16) {
      const piece = rawPayload.toString('latin1', at, at + 16);
      // Equal bytes, such as padding, occur anywhere.
      if (new Set(piece).size > 4) expect(stored.includes(piece)).toBe(false);
    }
    expect(stored).not.toContain('JFIF');
  });

  it('copied into another row does not open there', async () => {
    const [mine, other] = [
      await uploadPicture(server, customer.token, 'voucher', await samplePicture(4)),
      await uploadPicture(server, customer.token, 'voucher', await samplePicture(5)),
    ];
    await server.database.pool.query(
      'update pictures set sealed = (select sealed from pictures where id = $1) where id = $2',
      [mine.picture_id, other.picture_id],
    );
    expect((await fetchPicture(other.picture_id, customer.token)).statusCode).toBe(500);
  });
});

describe('a picture of somebody else', () => {
  let picture: WirePicture;
  beforeAll(async () => {
    picture = await uploadPicture(server, customer.token, 'identity_front', await samplePicture(6));
  });

  it('does not exist, nor without a session', async () => {
    const stranger = await server.customer();
    const response = await fetchPicture(picture.picture_id, stranger.token);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'picture_unknown' });
    expect((await fetchPicture(picture.picture_id)).statusCode).toBe(401);
    const removal = await server.refused(
      'POST picture/remove',
      { picture_id: picture.picture_id },
      { token: stranger.token },
    );
    expect(removal.code).toBe('picture_unknown');
    expect((await fetchPicture(picture.picture_id, customer.token)).statusCode).toBe(200);
  });

  it('is open to operators through the module', async () => {
    const { bytes, contentType } = await server.services.pictures.read(picture.picture_id);
    expect(contentType).toBe('image/jpeg');
    expect(bytes).toHaveLength(picture.size_bytes);
  });
});

/** A PNG of one colour: a few kilobytes that decompress to width × height pixels. */
function bomb(width: number, height: number): Buffer {
  const part = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([signature, part('IHDR', head), part('IDAT', rows), part('IEND', Buffer.alloc(0))]);
}

describe('refused, with nothing kept', () => {
  it('a decompression bomb', async () => {
    const file = bomb(20_000, 20_000);
    expect(file.length).toBeLessThan(100_000);
    expect(await refusal(file)).toEqual({
      code: 'picture_too_many_pixels',
      status: 413,
      data: { field: 'file', maximum_megapixels: 50 },
    });
  });

  it('a picture whose head lies about its size', async () => {
    const file = bomb(64, 64);
    file.writeUInt32BE(20_000, 16);
    expect((await refusal(file)).code).toBe('file_not_a_picture');
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a program', '\x7fELF\x02\x01\x01'],
    ['a text', 'just words'],
  ])('%s, whatever name and type it comes under', async (_, content) => {
    const file = Buffer.from(content, 'latin1');
    for (const type of ['image/jpeg', 'image/png', 'image/svg+xml', 'application/octet-stream']) {
      expect(await refusal(file, { name: 'photo.jpg', type })).toMatchObject({
        code: 'file_not_a_picture',
        status: 415,
      });
    }
  });

  it('a GIF and other formats the decoder knows', async () => {
    for (const format of ['gif', 'tiff', 'avif'] as const) {
      const file = await sharp(await samplePicture(7))
        .toFormat(format)
        .toBuffer();
      expect((await refusal(file)).code).toBe('file_not_a_picture');
    }
  });

  it('a polyglot: a picture with an archive, a page or a script in it', async () => {
    const jpeg = await samplePicture(8);
    const zip = Buffer.concat([jpeg, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
    const page = Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script>')]);
    const script = await sharp(jpeg)
      .withExif({ IFD0: { Copyright: '<?php system($_GET[0]); ?>' } })
      .toBuffer();
    for (const file of [zip, page, script]) {
      expect(await refusal(file)).toMatchObject({ code: 'picture_has_extra_data', status: 415 });
    }
  });

  it('a moving picture', async () => {
    const frames = await Promise.all([1, 2].map(seed => samplePicture(seed, 'png')));
    const file = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await refusal(file)).code).toBe('picture_animated');
  });

  it('a file cut short, and one with noise in the middle', async () => {
    const file = await samplePicture(9, 'png');
    expect((await refusal(file.subarray(0, file.length - 30))).code).toBe('file_not_a_picture');
    const broken = Buffer.from(file);
    broken.fill(0xaa, 60, 90);
    expect((await refusal(broken)).code).toBe('file_not_a_picture');
  });

  it('a file too large, before it is looked at', async () => {
    const file = Buffer.concat([await samplePicture(10), Buffer.alloc(PICTURE_LIMIT_BYTES)]);
    expect(await refusal(file)).toEqual({
      code: 'file_too_large',
      status: 413,
      data: { field: 'file', maximum_mb: 2 },
    });
  });

  it('a picture nobody could read', async () => {
    const file = await sharp({ create: { width: 31, height: 400, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await refusal(file)).code).toBe('picture_too_small');
  });

  it('no file, an empty one, a text in its place, two of them, an unknown kind', async () => {
    const file = await samplePicture(11);
    expect((await refusal(Buffer.alloc(0))).code).toBe('file_missing');
    expect((await refusal(file, { field: 'other' })).code).toBe('file_missing');
    expect((await refusal(file, { kind: 'portrait' })).code).toBe('invalid_input');
    const text = await server.try('POST upload', { kind: 'voucher', file: 'x' } as { kind: 'voucher' }, {
      token: customer.token,
    });
    expect(text.body.code).toBe('file_missing');
    const twice = Buffer.concat([
      file,
      Buffer.from(
        '\r\n------a-boundary-of-the-tests\r\ncontent-disposition: form-data; name="file"; filename="b.jpg"\r\n\r\n',
      ),
      file,
    ]);
    expect((await refusal(twice)).code).toBe('invalid_input');
  });

  it('a visitor’s', async () => {
    expect((await refusal(await samplePicture(12), {}, 'nobody')).code).toBe('session_invalid');
  });
});

describe('what becomes of a picture', () => {
  const use = (
    who: TestCustomer,
    pictureId: number,
    usedBy: string,
    kind: 'voucher' | 'signature' = 'voucher',
  ) =>
    inTransaction(server.database.pool, client =>
      server.services.pictures.use(client, { customerId: who.id, pictureId, kind }, usedBy),
    );
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: unknown) => (error instanceof CallFailure ? error.code : error),
    );

  it('is used once, by its owner, for what it was uploaded for', async () => {
    const { picture_id: id } = await uploadPicture(
      server,
      customer.token,
      'voucher',
      await samplePicture(20),
    );
    const stranger = await server.customer();
    expect(await codeOf(use(stranger, id, 'deposit:1'))).toBe('picture_unknown');
    expect(await codeOf(use(customer, id, 'deposit:1', 'signature'))).toBe('picture_unknown');
    expect(await codeOf(use(customer, 999_999, 'deposit:1'))).toBe('picture_unknown');
    const both = await Promise.all([
      codeOf(use(customer, id, 'deposit:1')),
      codeOf(use(customer, id, 'deposit:2')),
    ]);
    expect(both.toSorted()).toEqual(['accepted', 'picture_in_use']);
    const removal = await server.refused(
      'POST picture/remove',
      { picture_id: id },
      { token: customer.token },
    );
    expect(removal.code).toBe('picture_in_use');
  });

  it('is found again when it is used a second time, by whomever and in whatever file', async () => {
    const file = await samplePicture(21, 'png');
    const first = await uploadPicture(server, customer.token, 'voucher', file);
    await use(customer, first.picture_id, 'deposit:21');
    const stranger = await server.customer();
    const sameFile = await uploadPicture(server, stranger.token, 'voucher', file);
    const samePixels = await uploadPicture(
      server,
      stranger.token,
      'voucher',
      await sharp(file).webp({ lossless: true }).toBuffer(),
    );
    const another = await uploadPicture(server, stranger.token, 'voucher', await samplePicture(22));
    const { pictures } = server.services;
    for (const { picture_id: id } of [sameFile, samePixels]) {
      expect((await pictures.replays(id)).map(({ usedBy }) => usedBy)).toEqual(['deposit:21']);
    }
    expect(await pictures.replays(another.picture_id)).toEqual([]);
    expect(await pictures.replays(first.picture_id)).toEqual([]);
  });

  it('is deleted when its owner removes it, or forgets it for two days', async () => {
    const mine = { token: customer.token };
    const removed = await uploadPicture(server, customer.token, 'voucher', await samplePicture(23));
    await server.call('POST picture/remove', { picture_id: removed.picture_id }, mine);
    expect((await fetchPicture(removed.picture_id, customer.token)).statusCode).toBe(404);
    const forgotten = await uploadPicture(server, customer.token, 'voucher', await samplePicture(24));
    const used = await uploadPicture(server, customer.token, 'voucher', await samplePicture(25));
    await use(customer, used.picture_id, 'deposit:25');
    await server.services.pictures.forgetOld();
    expect((await fetchPicture(forgotten.picture_id, customer.token)).statusCode).toBe(200);
    server.clock.nowMs += 2 * DAY_MS + 1;
    await server.services.pictures.forgetOld();
    expect((await fetchPicture(forgotten.picture_id, customer.token)).statusCode).toBe(404);
    expect((await fetchPicture(used.picture_id, customer.token)).statusCode).toBe(200);
  });

  it('is not kept beyond sixty a day', async () => {
    const who = await server.customer();
    const file = await samplePicture(27);
    for (let count = 0; count < 60; count++) await uploadPicture(server, who.token, 'voucher', file);
    expect((await refusal(file, {}, who.token)).code).toBe('picture_too_many');
    server.clock.nowMs += DAY_MS + 1;
    await uploadPicture(server, who.token, 'voucher', file);
  });
});

describe('the documentation', () => {
  it('shows the upload as multipart and the picture as bytes', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/docs/json' });
    const { paths } = response.json<{ paths: Record<string, Record<string, object>> }>();
    expect(paths['/api/upload']?.['post']).toMatchObject({
      requestBody: {
        content: { 'multipart/form-data': { schema: { properties: { file: { format: 'binary' } } } } },
      },
    });
    expect(paths['/api/picture']?.['get']).toMatchObject({
      responses: { 200: { content: { 'image/jpeg': {}, 'image/png': {} } } },
    });
  });
});
