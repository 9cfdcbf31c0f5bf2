import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { coloursIn, tokensOf, weakPairs, type Pairs } from '@tallystick/typeface/testing/style-sheet';
import { describe, expect, it } from 'vitest';

const APP = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(APP, file), 'utf8');

const css = read('src/ui/desk.css');
const dark = tokensOf(css, ':root');
const light = tokensOf(css, ":root[data-theme='light']");
/** The same in both, by intention: see desk.css. */
const SHARED = ['paper'];

const SURFACES = ['bg', 'sunken', 'surface', 'surface-2'];
const TEXTS: Pairs = [
  ['text', [...SURFACES, 'pointed/surface']],
  ['quiet', [...SURFACES, 'pointed/surface']],
  ...['accent', 'danger', 'warn'].map(
    name => [name, ['bg', 'surface', `${name}-soft/bg`, `${name}-soft/surface`]] as const,
  ),
  // The menu's own page.
  ['accent', ['accent-soft/sunken']],
  ['on-danger-soft', ['danger-soft/bg', 'danger-soft/surface']],
  ['on-warn-soft', ['warn-soft/bg', 'warn-soft/surface']],
  ['on-accent', ['accent-fill']],
];

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('in the %s theme', (theme, tokens) => {
  it('texts stand out by 4.5 : 1', () => {
    expect(weakPairs(tokens, TEXTS, 4.5)).toEqual([]);
  });

  it('the browser’s own bar has the colour of the page', () => {
    expect(read('index.html')).toContain(`data-${theme}="${tokens.get('bg')}"`);
  });
});

it('both themes have the same colours', () => {
  const names = (tokens: typeof dark) => [...tokens.keys()].filter(name => !SHARED.includes(name)).toSorted();
  expect(names(light)).toEqual(names(dark));
  expect(names(dark).length).toBeGreaterThan(15);
});

it('colours stand in desk.css alone', () => {
  const files = globSync('src/**/*.{css,ts,tsx}', { cwd: APP }).filter(
    file => !/\.test\.tsx?$|desk\.css$|src\/i18n\//.test(file),
  );
  expect(files.length).toBeGreaterThan(80);
  const found = files.map(file => [file, coloursIn(read(file), file)] as const);
  expect(found.filter(([, named]) => named.length > 0)).toEqual([]);
});
