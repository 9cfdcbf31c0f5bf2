/**
 * Writes the fonts of printed statements: `npm run typeface:print -- FOLDER`, where FOLDER has the unpacked packages
 * @expo-google-fonts/noto-sans-{sc,tc,jp,kr,thai} (they are too large to be installed for this). Each file has just the
 * letters of its language's words, as TrueType, which is what a PDF embeds. The server's tests say when a letter is missing.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const STATEMENT = path.join(import.meta.dirname, '../../../apps/server/src/modules/statement');
const FONTS = {
  latin: ['en', 'esp', 'yn'],
  sc: ['zh'],
  tc: ['hk'],
  jp: ['jp'],
  kr: ['kr'],
  thai: ['th'],
} as const;
const folder = process.argv[2];
if (folder === undefined) throw new Error('say where the Noto packages are');

for (const [name, languages] of Object.entries(FONTS)) {
  const texts = languages.map(language => readFileSync(path.join(STATEMENT, `texts/${language}.ts`), 'utf8'));
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join('') + '–·';
  const letters = [...new Set(texts.join('') + ascii)].filter(letter => letter >= ' ').toSorted();
  const bytes = await subsetFont(sourceOf(name), letters.join(''), {
    targetFormat: 'truetype',
    variationAxes: name === 'latin' ? { opsz: 14, wght: 400 } : {},
    noHinting: true,
    preserveNameIds: [13, 14],
  });
  writeFileSync(path.join(STATEMENT, `fonts/${name}.ttf`), bytes);
  process.stdout.write(`${name}.ttf, ${bytes.length} bytes\n`);
}

function sourceOf(name: string): Buffer {
  if (name === 'latin') {
    return readFileSync(createRequire(import.meta.url).resolve('inter-ui/variable/InterVariable.woff2'));
  }
  const regular = path.join(folder ?? '', `noto-sans-${name}`, '400Regular');
  const file = readdirSync(regular).find(each => each.endsWith('.ttf'));
  return readFileSync(path.join(regular, file ?? ''));
}
