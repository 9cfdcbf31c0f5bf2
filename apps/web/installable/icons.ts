import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** The one drawing that all pictures of the app are made from. */
const DRAWING = path.join(import.meta.dirname, '../public/icon.svg');
const BACKGROUND = '#202020';
/** Of a maskable picture, what lies outside the inner 80 % may be cut away (W3C manifest, "Icon masks"). */
const SAFE_PART = 0.8;
/** Sharp enough for any size: pixels of the drawing for one of the picture. */
const DENSITY = 600;

export interface Picture {
  /** Below the app's folder. */
  readonly file: string;
  readonly size: number;
  /** `plain`: with its rounded corners; `full`: to the edges; `badge`: its lines alone, white, as status bars want it. */
  readonly kind: 'plain' | 'full' | 'maskable' | 'badge';
}

export const PICTURES: readonly Picture[] = [
  { file: 'icons/icon-192.png', size: 192, kind: 'plain' },
  { file: 'icons/icon-512.png', size: 512, kind: 'plain' },
  { file: 'icons/maskable-192.png', size: 192, kind: 'maskable' },
  { file: 'icons/maskable-512.png', size: 512, kind: 'maskable' },
  { file: 'icons/apple-touch-icon.png', size: 180, kind: 'full' },
  { file: 'icons/badge-96.png', size: 96, kind: 'badge' },
];

/** One picture as a PNG. */
export async function drawPicture({ size, kind }: Picture): Promise<Buffer> {
  const drawing = await readFile(DRAWING, 'utf8');
  if (kind === 'badge') return render(linesOf(drawing), size).toBuffer();
  if (kind === 'plain') return render(drawing, size).toBuffer();
  const inner = Math.round(kind === 'maskable' ? size * SAFE_PART : size);
  const before = Math.floor((size - inner) / 2);
  const after = size - inner - before;
  return render(drawing, inner)
    .flatten({ background: BACKGROUND })
    .extend({ top: before, left: before, bottom: after, right: after, background: BACKGROUND })
    .toBuffer();
}

function render(drawing: string, size: number): ReturnType<typeof sharp> {
  return sharp(Buffer.from(drawing), { density: DENSITY }).resize(size, size).png({ compressionLevel: 9 });
}

/** Without what is filled; every line white. */
function linesOf(drawing: string): string {
  const lines = drawing.replace(/<rect[^>]*>/, '').replace(/<path[^>]*fill-opacity[^>]*>/, '');
  return lines.replace(/stroke="#[\da-f]{6}"/g, 'stroke="#ffffff"');
}
