import { drawPoster, POSTER, type PosterWords } from './poster.ts';
import { POSTER_STYLES, type PosterDesign } from './poster-styles.ts';

/** Modules of quiet zone: the white box around it counts, too. */
const BORDER = 3;

/** Draws into the canvas; the encoder of QR codes is fetched when first needed. Rejects where it does not come. */
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

/** The canvas as a file. Rejects where the browser gives none. */
export async function posterFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('this browser makes no pictures');
  return new File([blob], name, { type: 'image/png' });
}
