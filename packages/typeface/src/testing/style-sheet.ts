/** For tests of both apps: which colours their style sheets name, and whether texts stand out from what is behind them. */

/** Every colour as CSS, SVG or a canvas writes it; in an address, # is written %23. */
const COLOUR =
  /(?:#|%23)(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|\b(?:white|black)\b(?!-)/gi;

/** The colours that a file names outside its comments; in programs only within quotes, as `#feed` is a private member. */
export function coloursIn(text: string, file: string): string[] {
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/ .*|<!--[^]*?-->/g, '');
  const parts = /\.tsx?$/.test(file) ? (code.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []) : [code];
  return parts.flatMap(part => part.match(COLOUR) ?? []);
}

/** Names and colours of the custom properties in all blocks of this selector that hold a colour. */
export type Tokens = ReadonlyMap<string, string>;

export function tokensOf(css: string, selector: string): Tokens {
  const blocks = [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?:^|\n)([^{}\n]+) \{([^{}]*)\}/g)];
  const own = blocks.filter(([, name]) => name === selector);
  const found = own.flatMap(([, , body = '']) => [...body.matchAll(/--([\w-]+):\s*(#[^;]+|rgb[^;]+);/g)]);
  return new Map(found.map(([, name = '', value = '']) => [name, value]));
}

type Rgb = readonly [number, number, number];

function parsed(written: string): { readonly rgb: Rgb; readonly alpha: number } {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(written)?.[1];
  if (hex) {
    const six = hex.length === 3 ? [...hex].map(digit => digit + digit).join('') : hex;
    const [r = 0, g = 0, b = 0] = [0, 2, 4].map(at => parseInt(six.slice(at, at + 2), 16));
    return { rgb: [r, g, b], alpha: 1 };
  }
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(written)?.slice(1).map(Number);
  if (!parts) throw new Error(`${written} is written otherwise than the tokens`);
  const [r = 0, g = 0, b = 0, percent = 0] = parts;
  return { rgb: [r, g, b], alpha: percent / 100 };
}

/** `a/b` is a translucent colour over another. */
function solid(tokens: Tokens, name: string): Rgb {
  const [top = '', below] = name.split('/');
  const written = tokens.get(top);
  if (written === undefined) throw new Error(`no token ${top}`);
  const { rgb, alpha } = parsed(written);
  if (below === undefined) {
    if (alpha !== 1) throw new Error(`${top} is translucent`);
    return rgb;
  }
  const [r = 0, g = 0, b = 0] = solid(tokens, below).map(
    (value, i) => value * (1 - alpha) + (rgb[i] ?? 0) * alpha,
  );
  return [r, g, b];
}

/** Relative luminance, 0 to 1: WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map(value => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, 1 to 21: WCAG 2.2. */
function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** A colour and everything that it may stand on; `a/b` is a translucent colour over another. */
export type Pairs = readonly (readonly [string, readonly string[]])[];

/** Pairs of less contrast than this. */
export function weakPairs(tokens: Tokens, pairs: Pairs, least: number): string[] {
  return pairs.flatMap(([name, grounds]) =>
    grounds.flatMap(ground => {
      const found = contrast(solid(tokens, name), solid(tokens, ground));
      return found < least ? [`${name} on ${ground}: ${found.toFixed(2)}`] : [];
    }),
  );
}
