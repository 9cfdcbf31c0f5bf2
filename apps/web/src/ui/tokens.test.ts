import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const APP = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(APP, file), 'utf8');

/** Every colour as CSS, SVG or a canvas writes it; in an address, # is written %23. */
const COLOUR =
  /(?:#|%23)(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|\b(?:white|black)\b(?!-)/gi;

/** What may name colours beside tokens.css, and why. */
const REASONS: Readonly<Record<string, string>> = {
  'index.html': 'the colour of the browser’s own bar, compared with the tokens below',
  'installable/icons.ts': 'the app’s icon, a picture',
  'installable/manifest.ts': 'what the phone shows while the app starts, compared with the tokens below',
  'src/features/agreement/model/draw.ts': 'a signature, ink on paper whatever the theme',
  'src/features/pictures/model/shrink.ts': 'behind transparent parts of a photograph that is sent',
  'src/features/referral/model/poster.ts': 'the code in a poster, read by cameras',
  'src/features/referral/model/poster-styles.ts': 'posters, shared as pictures',
  'src/ui/coin-mark.ts': 'coins’ own colours, dark on them whatever the theme',
  'src/lib/qr-picture.ts': 'a code that is saved as a picture, read by cameras',
};

function coloursIn(file: string): string[] {
  const text = read(file).replaceAll(/\/\*[^]*?\*\/|\/\/ .*|<!--[^]*?-->/g, '');
  // In programs only within quotes: `#feed` is a private member.
  const parts = /\.tsx?$/.test(file) ? (text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []) : [text];
  return parts.flatMap(part => part.match(COLOUR) ?? []);
}

describe('colours stand in tokens.css alone', () => {
  const files = globSync(['src/**/*.{css,ts,tsx}', 'installable/*.ts', 'index.html'], { cwd: APP }).filter(
    file => !/\.test\.tsx?$|(?:^|\/)tokens\.css$|src\/i18n\//.test(file),
  );

  it('so that a theme changes all of them', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.filter(file => !(file in REASONS)).map(file => [file, coloursIn(file)] as const);
    expect(found.filter(([, colours]) => colours.length > 0)).toEqual([]);
  });

  it.each(Object.keys(REASONS))('save in %s', file => {
    expect(coloursIn(file)).not.toEqual([]);
  });
});

type Rgb = readonly [number, number, number];
interface Colour {
  readonly rgb: Rgb;
  readonly alpha: number;
}

function parsed(written: string): Colour {
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

/** Relative luminance, WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map(value => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

type Tokens = ReadonlyMap<string, string>;

function tokensOf(selector: string): Tokens {
  const css = read('src/ui/tokens.css').replaceAll(/\/\*[^]*?\*\//g, '');
  const blocks = [...css.matchAll(/(?:^|\n)([^{}\n]+) \{([^{}]*)\}/g)]
    .filter(([, name]) => name === selector)
    .flatMap(([, , body = '']) => [...body.matchAll(/--([\w-]+):\s*(#[^;]+|rgb[^;]+);/g)]);
  return new Map(blocks.map(([, name = '', value = '']) => [name, value]));
}

const dark = tokensOf(':root');
const light = tokensOf(":root[data-theme='light']");
/** The same in both, by intention: see tokens.css. */
const SHARED = ['paper'];

const SURFACES = ['bg', 'bg-sunken', 'surface', 'surface-2'];
const GROUNDS = ['bg', 'surface'];
/** Text and everything it may stand on; `a/b` is a translucent colour over another. */
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['text', [...SURFACES, 'surface-3', 'thumb', 'floating', 'veil/bg', 'pressed/bg', 'selection/bg']],
  ['text-2', [...SURFACES, 'floating', 'veil/bg']],
  ['text-3', ['bg', 'bg-sunken']],
  ['text-3-raised', SURFACES],
  ['tab-idle', ['bg']],
  ...['accent', 'green', 'red', 'danger', 'warn'].map(
    name => [name, ['bg', 'bg-sunken', 'surface']] as const,
  ),
  ...['accent', 'warn', 'green', 'red', 'danger'].map(
    name => [name, GROUNDS.map(ground => `${name}-soft/${ground}`)] as const,
  ),
  ['on-danger-soft', GROUNDS.map(ground => `danger-soft/${ground}`)],
  ...['accent', 'warn', 'danger'].flatMap(name =>
    ['text', 'text-2'].map(text => [text, GROUNDS.map(ground => `${name}-soft/${ground}`)] as const),
  ),
  ...['accent', 'warn', 'danger', 'info'].map(name => ['text-2', [`${name}-glow/surface`]] as const),
  ...['accent', 'green', 'red', 'warn'].map(name => [`on-${name}`, [`${name}-fill`]] as const),
  ['on-warn-solid', ['warn-solid']],
  // The chart writes a price on the colour of its candle.
  ['bg', ['green', 'red']],
];
/** What shows a state or a figure without being text. */
const MARKS = ['accent', 'green', 'red', 'danger', 'warn', 'info', 'text-3', 'tab-idle'];
const AVERAGES = [...dark.keys()].filter(name => name.startsWith('chart-'));

describe.each([
  ['dark', dark],
  ['light', light],
])('in the %s theme', (_theme, tokens) => {
  const colour = (name: string): Colour => {
    const written = tokens.get(name);
    if (written === undefined) throw new Error(`no token ${name}`);
    return parsed(written);
  };
  const solid = (name: string): Rgb => {
    const [top = '', below] = name.split('/');
    const { rgb, alpha } = colour(top);
    if (below === undefined) {
      if (alpha !== 1) throw new Error(`${top} is translucent`);
      return rgb;
    }
    const [r = 0, g = 0, b = 0] = solid(below).map((value, i) => value * (1 - alpha) + (rgb[i] ?? 0) * alpha);
    return [r, g, b];
  };
  const weak = (pairs: readonly (readonly [string, readonly string[]])[], least: number): string[] =>
    pairs.flatMap(([name, grounds]) =>
      grounds.flatMap(ground => {
        const found = contrast(solid(name), solid(ground));
        return found < least ? [`${name} on ${ground}: ${found.toFixed(2)}`] : [];
      }),
    );

  it('texts stand out by 4.5 : 1', () => {
    expect(weak(TEXTS, 4.5)).toEqual([]);
  });

  it('marks and lines of charts stand out by 3 : 1', () => {
    expect(
      weak(
        [...MARKS, ...AVERAGES].map(name => [name, GROUNDS] as const),
        3,
      ),
    ).toEqual([]);
  });

  it('the browser’s own bar has the colour of the page', () => {
    const theme = tokens === dark ? 'dark' : 'light';
    expect(read('index.html')).toContain(`data-${theme}="${tokens.get('bg')}"`);
  });
});

it('both themes have the same colours', () => {
  const names = (tokens: Tokens) => [...tokens.keys()].filter(name => !SHARED.includes(name)).toSorted();
  expect(names(light)).toEqual(names(dark));
  expect(names(dark).length).toBeGreaterThan(50);
});

it('the installed app starts in the theme that it has without another choice', () => {
  expect(read('installable/manifest.ts')).toContain(`BACKGROUND = '${dark.get('bg')}'`);
});
