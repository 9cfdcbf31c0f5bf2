/** Long side of what is sent; the server keeps no more. */
const MAX_SIDE = 2_400;
const QUALITY = 0.88;
/** What the server reads. */
const READABLE = ['image/jpeg', 'image/png', 'image/webp'];
/** A small file of these is sent as it is: a screenshot's letters stay sharp. */
const KEEP_BELOW_BYTES = 400_000;

/** The size to draw at: never larger than it is. */
export function fittedSize(
  width: number,
  height: number,
  maxSide = MAX_SIDE,
): [width: number, height: number] {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/**
 * A picture as it is sent: drawn anew on the device where that is possible, upright, so that neither its size nor
 * what the camera wrote into it (place, device) leaves the phone. Also turns formats only this device can read into
 * JPEG. Null if it is no picture.
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
    // Not a picture, or not one this browser reads: both say so with one of these.
    if (error instanceof DOMException || error instanceof TypeError) return null;
    throw error;
  }
}
