import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inflateSync } from 'node:zlib';

/** For letters that the app's own typeface lacks: there it uses the device's fonts. */
const NOTO = ['noto-sans-thai', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
/** The widest common Latin font: what fits with it fits with any font a device uses instead of ours. */
const DEJAVU = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf'];
const CACHE = path.join(import.meta.dirname, '../../../node_modules/.cache/tallystick');

/**
 * Gives the browser the same fonts on every machine, for all eight languages, and none of the machine's own: fontconfig
 * finds only those of packages. The @fontsource ones are WOFF, which fontconfig reads but the browser does not draw from
 * disk, so they are unwrapped.
 */
export function fontEnvironment(): Record<string, string> {
  const folder = path.join(CACHE, 'test-fonts');
  mkdirSync(folder, { recursive: true });
  const present = new Set(readdirSync(folder));
  const requireFrom = createRequire(import.meta.url);
  const take = (name: string, read: () => Buffer): void => {
    if (!present.has(name)) replaceFile(path.join(folder, name), read());
  };
  for (const font of NOTO) {
    const files = path.join(path.dirname(requireFrom.resolve(`@fontsource/${font}/package.json`)), 'files');
    for (const name of readdirSync(files)) {
      // Only the parts a browser would load: the whole files have Latin letters too, which must come from DejaVu.
      if (!/-(thai|\d+)-(400|600)-normal\.woff$/.test(name)) continue;
      take(name.replace('.woff', '.ttf'), () => unwrap(readFileSync(path.join(files, name))));
    }
  }
  for (const name of DEJAVU) {
    take(name, () => readFileSync(requireFrom.resolve(`dejavu-fonts-ttf/ttf/${name}`)));
  }
  const config = path.join(CACHE, 'fonts.conf');
  replaceFile(config, configuration(folder));
  return { FONTCONFIG_FILE: config };
}

/** WOFF 1.0 is a font whose tables are compressed one by one (https://www.w3.org/TR/WOFF/). */
function unwrap(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const at = 44 + i * 20;
    const [offset, packed, length] = [
      woff.readUInt32BE(at + 4),
      woff.readUInt32BE(at + 8),
      woff.readUInt32BE(at + 12),
    ];
    const bytes = woff.subarray(offset, offset + packed);
    return { entry: woff.subarray(at, at + 20), content: packed < length ? inflateSync(bytes) : bytes };
  });
  const header = Buffer.alloc(12 + count * 16);
  woff.copy(header, 0, 4, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((count - power) * 16, 10);
  let offset = header.length;
  const parts: Buffer[] = [header];
  for (const [i, { entry, content }] of tables.entries()) {
    const at = 12 + i * 16;
    entry.copy(header, at, 0, 4);
    entry.copy(header, at + 4, 16, 20);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(content.length, at + 12);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    parts.push(content, padding);
    offset += content.length + padding.length;
  }
  return Buffer.concat(parts);
}

function configuration(folder: string): string {
  const noto = ['Noto Sans Thai', 'Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR'];
  const alias = (name: string, families: readonly string[]): string =>
    `<alias><family>${name}</family><prefer>${families.map(family => `<family>${family}</family>`).join('')}</prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${path.join(CACHE, 'fontconfig')}</cachedir>
  ${['sans-serif', 'system-ui', 'ui-sans-serif'].map(name => alias(name, ['DejaVu Sans', ...noto])).join('\n  ')}
  ${alias('monospace', ['DejaVu Sans Mono', ...noto])}
</fontconfig>
`;
}

function replaceFile(file: string, content: Buffer | string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}
