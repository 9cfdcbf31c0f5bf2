import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { samplePicture } from '../../testing/sample-pictures.ts';
import { hasMoreThanPicture, readContainer } from './container.ts';

const FORMATS = ['jpeg', 'png', 'webp'] as const;

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

function isMore(file: Buffer): boolean {
  const container = readContainer(file);
  if (container === null) throw new Error('not read');
  return hasMoreThanPicture(file, container);
}

describe.each(FORMATS)('a %s', format => {
  it('is known by its structure, and ends where it ends', async () => {
    const file = await samplePicture(1, format);
    expect(readContainer(file)).toMatchObject({ format, animated: false, end: file.length });
    expect(isMore(file)).toBe(false);
  });

  it('with something behind it is more than a picture; zeros are nothing', async () => {
    const file = await samplePicture(2, format);
    expect(isMore(Buffer.concat([file, Buffer.from('PK\x03\x04 an archive')]))).toBe(true);
    expect(isMore(Buffer.concat([file, Buffer.of(0, 0, 1)]))).toBe(true);
    expect(isMore(Buffer.concat([file, Buffer.alloc(64)]))).toBe(false);
  });

  it('cut anywhere is none, or still one without its end', async () => {
    const file = await samplePicture(3, format);
    for (let length = 0; length < file.length; length += 7) {
      expect(readContainer(file.subarray(0, length))).toBeNull();
    }
  });
});

describe('comments and profiles', () => {
  it('may say what they like, unless it is another file', async () => {
    const file = await samplePicture(4, 'png');
    const withText = (text: string) =>
      Buffer.concat([file.subarray(0, 33), chunk('tEXt', Buffer.from(text, 'latin1')), file.subarray(33)]);
    expect(isMore(withText('Comment\0My passport, <front>'))).toBe(false);
    for (const foreign of [
      '%PDF-1.7',
      '<?php echo 1;',
      '<SCRIPT>alert(1)</SCRIPT>',
      '<svg onload=x>',
      'PK\x03\x04',
    ]) {
      expect([foreign, isMore(withText(`Comment\0${foreign}`))]).toEqual([foreign, true]);
    }
  });

  it('are looked through in a JPEG and a WebP, too', async () => {
    const exif = { IFD0: { ImageDescription: '<script>alert(1)</script>' } };
    for (const format of ['jpeg', 'webp'] as const) {
      const file = await sharp(await samplePicture(5))
        .withExif(exif)
        .toFormat(format)
        .toBuffer();
      expect([format, isMore(file)]).toEqual([format, true]);
    }
  });

  it('of real cameras are no offence', async () => {
    const file = await sharp(await samplePicture(6))
      .withExif({ IFD0: { Make: 'Camera', Software: 'v1' }, IFD3: { GPSLatitude: '10/1 46/1 36/1' } })
      .withXmp('<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withIccProfile('p3')
      .jpeg({ progressive: true })
      .toBuffer();
    expect(readContainer(file)?.extras.length).toBeGreaterThan(2);
    expect(isMore(file)).toBe(false);
  });
});

describe('moving pictures', () => {
  it('are seen as such', async () => {
    const frames = await Promise.all([1, 2].map(seed => samplePicture(seed, 'png')));
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(readContainer(webp)).toMatchObject({ format: 'webp', animated: true });
    const png = await samplePicture(7, 'png');
    const apng = Buffer.concat([png.subarray(0, 33), chunk('acTL', Buffer.alloc(8)), png.subarray(33)]);
    expect(readContainer(apng)).toMatchObject({ format: 'png', animated: true });
  });
});

describe('anything else', () => {
  it.each([
    ['nothing', ''],
    ['a GIF', 'GIF89a\x01\0\x01\0'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7\n'],
    ['HTML', '<!doctype html><p>'],
    ['only the beginning of a JPEG', '\xff\xd8\xff'],
    ['a WebP that says it is longer than it is', 'RIFF\xff\xff\xff\x7fWEBPVP8 '],
    ['a PNG with a chunk longer than the file', '\x89PNG\r\n\x1a\n\x7f\xff\xff\xffIHDR'],
  ])('%s is no picture', (_, content) => {
    expect(readContainer(Buffer.from(content, 'latin1'))).toBeNull();
  });
});
