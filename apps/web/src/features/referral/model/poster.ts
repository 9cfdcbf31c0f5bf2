import { wrapText } from './wrap-text.ts';

/** In pixels, with sides 2 to 3, so that phones show the whole picture. */
export const POSTER = { width: 1080, height: 1620 } as const;
const MARGIN = 88;
const INNER = POSTER.width - 2 * MARGIN;
const QR = 372;
const FOOT = { top: 1138, height: 394 } as const;

export interface PosterWords {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly code: string;
  /** The link as shown to people. */
  readonly host: string;
  /** Language of the texts, for line breaks (BCP 47). */
  readonly locale: string;
}

export interface PosterLook {
  readonly ink: string;
  readonly quiet: string;
  readonly accent: string;
  readonly panel: string;
  readonly background: (pen: CanvasRenderingContext2D) => void;
}

export interface PosterInput {
  readonly words: PosterWords;
  readonly look: PosterLook;
  /** Dark modules of the QR code, with its quiet zone. */
  readonly modules: readonly (readonly boolean[])[];
  /** A CSS font family. */
  readonly fontFamily: string;
}

/** Draws an invitation. In every language the layout stays: text that is too long is drawn smaller. */
export function drawPoster(
  pen: CanvasRenderingContext2D,
  { words, look, modules, fontFamily }: PosterInput,
): void {
  const type = new Type(pen, fontFamily, words.locale);
  pen.clearRect(0, 0, POSTER.width, POSTER.height);
  look.background(pen);
  drawMark(pen, look, MARGIN, 96, 104);
  type.block('Tallystick', { x: MARGIN + 132, y: 96, width: INNER - 132, height: 104 }, [700, 54], look.ink);
  const title = { x: MARGIN, y: 290, width: INNER, height: 420 };
  const used = type.block(words.title, title, [700, 92], look.ink, 'top');
  const text = { x: MARGIN, y: 290 + used + 48, width: INNER, height: FOOT.top - 64 - (290 + used + 48) };
  type.block(words.text, text, [400, 42], look.quiet, 'top');
  drawFoot(pen, type, words, look, modules);
}

function drawFoot(
  pen: CanvasRenderingContext2D,
  type: Type,
  words: PosterWords,
  look: PosterLook,
  modules: PosterInput['modules'],
): void {
  pen.fillStyle = look.panel;
  box(pen, MARGIN - 24, FOOT.top, INNER + 48, FOOT.height, 36);
  const top = FOOT.top + (FOOT.height - QR) / 2;
  drawModules(pen, modules, MARGIN - 24 + (FOOT.height - QR) / 2, top, QR);
  const x = MARGIN + QR + 24;
  const width = MARGIN + INNER - x;
  type.block(words.action, { x, y: top + 8, width, height: 132 }, [600, 42], look.ink);
  type.block(words.code, { x, y: top + 152, width, height: 96 }, [700, 68], look.accent);
  type.block(words.host, { x, y: top + 260, width, height: 96 }, [400, 34], look.quiet);
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Writes blocks of text that fit their area. */
class Type {
  readonly #pen: CanvasRenderingContext2D;
  readonly #family: string;
  readonly #locale: string;

  constructor(pen: CanvasRenderingContext2D, family: string, locale: string) {
    this.#pen = pen;
    this.#family = family;
    this.#locale = locale;
  }

  /** Uses the largest size up to `wanted` at which all text fits. Returns the height used. */
  block(
    text: string,
    { x, y, width, height }: Area,
    [weight, wanted]: readonly [weight: number, size: number],
    colour: string,
    from: 'top' | 'middle' = 'middle',
  ): number {
    const pen = this.#pen;
    for (let size = wanted; ; size -= 2) {
      pen.font = `${weight} ${size}px ${this.#family}`;
      const lines = wrapText(text, this.#locale, width, part => pen.measureText(part).width);
      // Room for the marks above and below Thai and Vietnamese letters.
      const leading = size * 1.34;
      const taken = lines.length * leading;
      if (taken > height && size > 20) continue;
      pen.fillStyle = colour;
      pen.textBaseline = 'middle';
      const top = from === 'top' ? y : y + (height - taken) / 2;
      lines.forEach((line, i) => pen.fillText(line, x, top + (i + 0.5) * leading));
      return taken;
    }
  }
}

function drawModules(
  pen: CanvasRenderingContext2D,
  modules: PosterInput['modules'],
  x: number,
  y: number,
  size: number,
): void {
  pen.fillStyle = '#fff';
  box(pen, x, y, size, size, 24);
  // Whole pixels, so that cameras see no grey lines between the modules.
  const unit = Math.floor(size / modules.length);
  const inset = Math.floor((size - unit * modules.length) / 2);
  pen.fillStyle = '#000';
  modules.forEach((row, line) =>
    row.forEach((dark, column) => {
      if (dark) pen.fillRect(x + inset + column * unit, y + inset + line * unit, unit, unit);
    }),
  );
}

/** The logo: four tally marks and a fifth across them. */
export function drawMark(
  pen: CanvasRenderingContext2D,
  { accent, ink }: Pick<PosterLook, 'accent' | 'ink'>,
  x: number,
  y: number,
  size: number,
): void {
  const unit = size / 44;
  const stroke = (colour: string, points: readonly (readonly [number, number, number, number])[]) => {
    pen.strokeStyle = colour;
    pen.lineWidth = 2.6 * unit;
    pen.lineCap = 'round';
    for (const [fromX, fromY, toX, toY] of points) {
      pen.beginPath();
      pen.moveTo(x + fromX * unit, y + fromY * unit);
      pen.lineTo(x + toX * unit, y + toY * unit);
      pen.stroke();
    }
  };
  stroke(
    accent,
    [13, 19, 25, 31].map(at => [at, 12, at, 32] as const),
  );
  stroke(ink, [[8.5, 28.5, 35.5, 15.5]]);
}

function box(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fill();
}
