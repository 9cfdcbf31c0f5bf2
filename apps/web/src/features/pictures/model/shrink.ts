/** Longest side of an uploaded picture in pixels; the server keeps no more. */
const MAX_SIDE = 2_400;
const QUALITY = 0.88;
/** Formats the server reads. */
const READABLE = ['image/jpeg', 'image/png', 'image/webp'];
/** Smaller files in these formats are sent unchanged, so that text in screenshots stays sharp. */
const KEEP_BELOW_BYTES = 400_000;

/** The size to draw at; never enlarged. */
export function fittedSize(
  width: number,
  height: number,
  maxSide = MAX_SIDE,
): [width: number, height: number] {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/**
 * The picture to send: redrawn upright on the device if possible, so that it is small and its metadata
 * (place, device) does not leave the phone. Also converts formats that only this device can read to
 * JPEG. Null if the file is not a picture.
 */
export async function shrinkPicture(file: File): Promise<Blob | null> {
  const readable = READABLE.includes(file.type);
  const bitmap = await decode(file);
  // The browser may lack a decoder that the server has.
  if (bitmap === null) return readable ? file : null;
  const [width, height] = fittedSize(bitmap.width, bitmap.height);
  const isSmall = width === bitmap.width && file.size <= KEEP_BELOW_BYTES;
  if (isSmall && file.type === 'image/png') {
    bitmap.close();
    return file;
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return readable ? file : null;
  // Transparent parts become white, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const drawn = await new Promise<Blob | null>(resolve => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  return drawn ?? (readable ? file : null);
}

async function decode(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (error) {
    // Browsers throw one of these for files that are not a picture, or not one they can read.
    if (error instanceof DOMException || error instanceof TypeError) return null;
    throw error;
  }
}
