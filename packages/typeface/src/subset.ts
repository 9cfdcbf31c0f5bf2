import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** The letters of each file, as ranges of code points: what `unicode-range` in typeface.css says. */
export const RANGES = {
  // Basic Latin and Latin-1, so that names of Western Europe are whole, and the signs our texts use.
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x2013, 0x2014],
    [0x2018, 0x2019],
    [0x201c, 0x201d],
    [0x2022, 0x2022],
    [0x2026, 0x2026],
    [0x20ac, 0x20ac],
    [0x20bf, 0x20bf],
    [0x2190, 0x2193],
    [0x2212, 0x2212],
    [0x2248, 0x2248],
    [0x2260, 0x2260],
    [0x2264, 0x2265],
    [0x2713, 0x2713],
  ],
  // Those of its letters that Latin-1 lacks.
  vietnamese: [
    [0x102, 0x103],
    [0x110, 0x111],
    [0x128, 0x129],
    [0x168, 0x169],
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x1ea0, 0x1ef9],
    [0x20ab, 0x20ab],
  ],
} as const satisfies Record<string, readonly (readonly [from: number, to: number])[]>;

export type Part = keyof typeof RANGES;
export const PARTS = Object.keys(RANGES) as readonly Part[];

/**
 * The part of Inter that is shipped, as WOFF2: these letters in all weights from 400 to 700, at the optical size of
 * small text, with kerning and tabular figures. The same bytes on every machine.
 */
export async function subsetOf(part: Part): Promise<Buffer> {
  const inter = readFileSync(createRequire(import.meta.url).resolve('inter-ui/variable/InterVariable.woff2'));
  const letters = RANGES[part].flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
  );
  return subsetFont(inter, letters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
    keepFeatures: ['kern', 'tnum'],
    noHinting: true,
    // The licence and where it stands.
    preserveNameIds: [13, 14],
  });
}
