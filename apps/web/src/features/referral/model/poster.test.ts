import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { drawPoster, POSTER } from './poster.ts';
import { POSTER_STYLES } from './poster-styles.ts';

interface Mark {
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Records drawing calls. Each letter is `em` of the font size wide. */
class Pen {
  readonly rects: Mark[] = [];
  readonly texts: Mark[] = [];
  fillStyle = '';
  font = '';
  readonly #em: number;

  constructor(em: number) {
    this.#em = em;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.rects.push({ colour: this.fillStyle, x, y, width, height });
  }

  measureText(text: string): { readonly width: number } {
    return { width: [...text].length * this.#size * this.#em };
  }

  fillText(text: string, x: number, y: number): void {
    const { width } = this.measureText(text);
    this.texts.push({ colour: this.fillStyle, x, y: y - this.#size / 2, width, height: this.#size });
  }

  get #size(): number {
    return Number(/ (\d+)px/.exec(this.font)?.[1]);
  }

  createLinearGradient() {
    return { addColorStop: () => undefined };
  }

  readonly clearRect = () => undefined;
  readonly save = this.clearRect;
  readonly restore = this.clearRect;
  readonly beginPath = this.clearRect;
  readonly moveTo = this.clearRect;
  readonly lineTo = this.clearRect;
  readonly stroke = this.clearRect;
  readonly roundRect = this.clearRect;
  readonly arc = this.clearRect;
  readonly fill = this.clearRect;
}

const LINK = 'https://tally.example/web/?code=TALLY123#/pages/user/login/register';
const WORDS = {
  title: 'Un exchange con cuentas que puedes comprobar',
  text: 'Opero en Tallystick, donde cada saldo y cada resultado se puede comprobar en tu propio teléfono. Regístrate con mi código TALLY123.',
  action: 'Escanea para registrarte',
  code: 'TALLY123',
  host: 'a-rather-long-name.tally.example',
  locale: 'es',
};

function drawn(em: number, words = WORDS, look: keyof typeof POSTER_STYLES = 'stick'): Pen {
  const pen = new Pen(em);
  const { data: modules } = encode(LINK, { ecc: 'M', border: 3 });
  const input = { words, look: POSTER_STYLES[look], modules, fontFamily: 'sans-serif' };
  drawPoster(pen as unknown as CanvasRenderingContext2D, input);
  return pen;
}

describe.each(['stick', 'ledger', 'night'] as const)('the poster %s', look => {
  it('has the link as a code to scan, in whole pixels and all of the same size', () => {
    const { data } = encode(LINK, { ecc: 'M', border: 3 });
    const dark = drawn(0.55, WORDS, look).rects.filter(({ colour }) => colour === '#000');
    const unit = dark[0]!.width;
    expect(Number.isInteger(unit)).toBe(true);
    const left = Math.min(...dark.map(({ x }) => x)) - 3 * unit;
    const top = Math.min(...dark.map(({ y }) => y)) - 3 * unit;
    const seen = data.map(row => row.map(() => false));
    for (const { x, y, width, height } of dark) {
      expect([width, height]).toEqual([unit, unit]);
      seen[(y - top) / unit]![(x - left) / unit] = true;
    }
    expect(seen).toEqual(data);
  });
});

describe('whatever the words and the letters are', () => {
  it.each([0.5, 0.62, 1, 1.3])('letters of %f em: nothing leaves the poster or covers another', em => {
    const { texts } = drawn(em);
    for (const { x, y, width, height } of texts) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(POSTER.width);
      expect(y + height).toBeLessThanOrEqual(POSTER.height);
    }
    for (const [i, one] of texts.entries()) {
      for (const other of texts.slice(i + 1)) {
        const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
        expect(beside || one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
      }
    }
    expect(texts.length).toBeGreaterThan(6);
  });
});
