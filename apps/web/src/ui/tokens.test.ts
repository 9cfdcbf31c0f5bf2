import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import {
  coloursIn,
  tokensOf,
  weakPairs,
  type Pairs,
  type Tokens,
} from '@tallystick/typeface/testing/style-sheet';
import { describe, expect, it } from 'vitest';

const APP = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(APP, file), 'utf8');

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

const colours = (file: string): string[] => coloursIn(read(file), file);

describe('colours stand in tokens.css alone', () => {
  const files = globSync(['src/**/*.{css,ts,tsx}', 'installable/*.ts', 'index.html'], { cwd: APP }).filter(
    file => !/\.test\.tsx?$|(?:^|\/)tokens\.css$|src\/i18n\//.test(file),
  );

  it('so that a theme changes all of them', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.filter(file => !(file in REASONS)).map(file => [file, colours(file)] as const);
    expect(found.filter(([, named]) => named.length > 0)).toEqual([]);
  });

  it.each(Object.keys(REASONS))('save in %s', file => {
    expect(colours(file)).not.toEqual([]);
  });
});

const css = read('src/ui/tokens.css');
const dark = tokensOf(css, ':root');
const light = tokensOf(css, ":root[data-theme='light']");
/** The same in both, by intention: see tokens.css. */
const SHARED = ['paper'];

const SURFACES = ['bg', 'bg-sunken', 'surface', 'surface-2'];
const GROUNDS = ['bg', 'surface'];
/** Text and everything it may stand on. */
const TEXTS: Pairs = [
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
  it('texts stand out by 4.5 : 1', () => {
    expect(weakPairs(tokens, TEXTS, 4.5)).toEqual([]);
  });

  it('marks and lines of charts stand out by 3 : 1', () => {
    const marks = [...MARKS, ...AVERAGES].map(name => [name, GROUNDS] as const);
    expect(weakPairs(tokens, marks, 3)).toEqual([]);
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
