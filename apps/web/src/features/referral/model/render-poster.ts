import { drawPoster, POSTER, type PosterWords } from './poster.ts';
import { POSTER_STYLES, type PosterDesign } from './poster-styles.ts';

/** Quiet zone in modules; the white box around the code adds to it. */
const BORDER = 3;

/** Draws into the canvas; the QR encoder is loaded on demand. Rejects if loading fails. */
export async function renderPoster(
  canvas: HTMLCanvasElement,
  design: PosterDesign,
  words: PosterWords,
  link: string,
): Promise<void> {
  const [{ encode }] = await Promise.all([import('uqr'), document.fonts.ready]);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser draws no pictures');
  canvas.width = POSTER.width;
  canvas.height = POSTER.height;
  const modules = encode(link, { ecc: 'M', border: BORDER }).data;
  const { fontFamily } = getComputedStyle(document.body);
  drawPoster(pen, { words, look: POSTER_STYLES[design], modules, fontFamily });
}

/** The canvas as a file. Rejects if the browser cannot make one. */
export async function posterFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('this browser makes no pictures');
  return new File([blob], name, { type: 'image/png' });
}
