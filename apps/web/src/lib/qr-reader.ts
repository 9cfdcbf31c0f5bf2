/** Finds the text of a QR code in pictures of it. */

export type QrReader = (picture: ImageData) => Promise<string | undefined>;

/** The part of the Shape Detection API that is used; few browsers have it. */
interface Detector {
  detect(picture: ImageData): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Milliseconds that a hard picture may take: more than a camera's next picture is worth. */
const EFFORT_MS = 150;

/** The device's own reader where it has one, otherwise one that is loaded now; rejects if that fails. */
export async function openQrReader(): Promise<QrReader> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async picture => (await detector.detect(picture))[0]?.rawValue;
  }
  const { decodeQR } = await import('qr/decode.js');
  return async picture => {
    try {
      return decodeQR(picture, { timeLimit: EFFORT_MS });
    } catch {
      // It throws when there is no code in the picture.
      return undefined;
    }
  };
}

/** Enough for a code that fills a tenth of a photo, and quick. */
const LONGEST_SIDE = 1_200;

/** The picture's pixels, scaled down if it is large; null while it has none. */
export function pixelsOf(
  source: HTMLVideoElement | ImageBitmap,
  canvas: HTMLCanvasElement,
): ImageData | null {
  const isVideo = source instanceof HTMLVideoElement;
  const wide = isVideo ? source.videoWidth : source.width;
  const high = isVideo ? source.videoHeight : source.height;
  if (wide === 0 || high === 0) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(wide, high));
  canvas.width = Math.max(1, Math.round(wide * scale));
  canvas.height = Math.max(1, Math.round(high * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Larger files are not opened. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** The text of the code in a picture file; undefined if there is none, or the file is no picture. */
export async function readQrFile(file: Blob): Promise<string | undefined> {
  if (file.size > MAX_FILE_BYTES) return undefined;
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    // Not a picture that this browser can show.
    return undefined;
  }
  try {
    const pixels = pixelsOf(picture, document.createElement('canvas'));
    return pixels === null ? undefined : await (await openQrReader())(pixels);
  } finally {
    picture.close();
  }
}
