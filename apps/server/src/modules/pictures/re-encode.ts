import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { CallFailure } from '../../http/call-failure.ts';
import { hasMoreThanPicture, readContainer } from './container.ts';

/** What a phone's camera makes at most, nearly; larger ones the app shrinks before it sends them. */
const MAX_PIXELS = 50_000_000;
/** Nothing legible is smaller. */
const MIN_SIDE_PIXELS = 32;
/** Long side of what is kept: the small print of a document stays legible. */
const MAX_SIDE_PIXELS = 2_400;
const JPEG_QUALITY = 84;
const TIMEOUT_S = 20;

// Pictures come once each, and the trading engine needs the other core.
sharp.cache(false);
sharp.concurrency(1);

export interface CleanPicture {
  readonly bytes: Buffer;
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  /** SHA-256 of size and pixels as kept: the same picture in another file has the same. */
  readonly pixelHash: string;
  /** SHA-256 of the file as it came. */
  readonly uploadHash: string;
}

/**
 * A picture as it is kept: upright, at most 2400 pixels a side, without anything that is not pixels. Drawings stay
 * exact (PNG), photos become JPEG. Throws a CallFailure for whatever is not one still JPEG, PNG or WebP picture.
 */
export async function reEncode(file: Buffer, as: 'photo' | 'drawing'): Promise<CleanPicture> {
  const container = readContainer(file);
  if (container === null) throw refused('file_not_a_picture');
  if (container.animated) throw refused('picture_animated');
  if (hasMoreThanPicture(file, container)) throw refused('picture_has_extra_data');
  const { width, height, format } = await decoding(sharp(file, { limitInputPixels: false }).metadata());
  if (format !== container.format) throw refused('file_not_a_picture');
  // Said by the file's head, before a pixel is decoded: a small file may claim to be enormous.
  if (width * height > MAX_PIXELS) {
    throw new CallFailure('picture_too_many_pixels', {
      field: 'file',
      maximum_megapixels: MAX_PIXELS / 1_000_000,
    });
  }
  if (Math.min(width, height) < MIN_SIDE_PIXELS) {
    throw new CallFailure('picture_too_small', { field: 'file', minimum_pixels: MIN_SIDE_PIXELS });
  }
  const { data: pixels, info } = await decoding(
    sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: TIMEOUT_S })
      .autoOrient()
      .resize({ width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const encoder = sharp(pixels, {
    raw: { width: info.width, height: info.height, channels: info.channels },
  }).timeout({ seconds: TIMEOUT_S });
  const bytes = await (
    as === 'photo' ? encoder.jpeg({ quality: JPEG_QUALITY }) : encoder.png({ palette: true, effort: 4 })
  ).toBuffer();
  return {
    bytes,
    contentType: as === 'photo' ? 'image/jpeg' : 'image/png',
    width: info.width,
    height: info.height,
    pixelHash: createHash('sha256')
      .update(`${info.width}x${info.height}x${info.channels}:`)
      .update(pixels)
      .digest('hex'),
    uploadHash: createHash('sha256').update(file).digest('hex'),
  };
}

function refused(code: 'file_not_a_picture' | 'picture_animated' | 'picture_has_extra_data'): CallFailure {
  return new CallFailure(code, { field: 'file' });
}

/** Whatever the decoder cannot stomach is no picture to us; its own words may name our files and versions. */
async function decoding<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    const failure = refused('file_not_a_picture');
    failure.cause = cause;
    throw failure;
  }
}
