import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PARTS, RANGES, subsetOf } from './subset.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const shipped = (part: string) =>
  readFileSync(path.join(import.meta.dirname, `../files/inter-${part}.woff2`));
/** The `@font-face` rules, each as its descriptors. */
const faces = [
  ...readFileSync(path.join(import.meta.dirname, '../typeface.css'), 'utf8').matchAll(
    /@font-face \{(.*?)\}/gs,
  ),
].map(
  ([, rule = '']) =>
    new Map([...rule.matchAll(/([a-z-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value])),
);

describe('the typeface', () => {
  it.each(PARTS)('is the part of Inter that the script makes: %s', async part => {
    expect((await subsetOf(part)).equals(shipped(part))).toBe(true);
  });

  it('has at most 30 kB in all', () => {
    expect(PARTS.reduce((sum, part) => sum + shipped(part).length, 0)).toBeLessThanOrEqual(30_000);
  });

  it.each(PARTS)('is asked for where a page has its letters: %s', part => {
    const face = faces.find(one => one.get('src')?.includes(`inter-${part}.`));
    const said = face?.get('unicode-range')?.split(/,\s*/);
    const made = RANGES[part].map(ends => [...new Set(ends)].map(end => end.toString(16)).join('-'));
    expect(said).toEqual(made.map(range => `U+${range}`));
  });

  it('has every Latin letter of our texts', () => {
    const missing = new Set<string>();
    // Nobody reads the texts of tests.
    const exclude = ['**/testing/**', '**/*.test.*'];
    for (const file of globSync('{apps/*,packages/*}/src/**/*.{ts,tsx}', { cwd: ROOT, exclude })) {
      for (const letter of readFileSync(path.join(ROOT, file), 'utf8').match(/[^\P{Script=Latin}₅]/gu) ??
        []) {
        const point = letter.codePointAt(0) ?? 0;
        if (!PARTS.some(part => RANGES[part].some(([from, to]) => point >= from && point <= to))) {
          missing.add(letter);
        }
      }
    }
    expect([...missing]).toEqual([]);
  });

  it('stands on the same lines as what is there before it comes', () => {
    // Inter's own values (`hhea` in its file), in 2,048 units per em.
    const [ascent, descent] = [1984 / 20.48, 494 / 20.48];
    const stand = faces.filter(face => face.has('size-adjust'));
    expect(stand.length).toBe(4);
    for (const face of stand) {
      const percent = (name: string) => Number.parseFloat(face.get(name) ?? '');
      const scale = percent('size-adjust') / 100;
      expect(percent('ascent-override') * scale).toBeCloseTo(ascent, 0);
      expect(percent('descent-override') * scale).toBeCloseTo(descent, 0);
      expect(percent('line-gap-override')).toBe(0);
    }
  });
});
