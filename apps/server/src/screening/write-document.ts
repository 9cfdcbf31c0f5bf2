import { readFile, writeFile } from 'node:fs/promises';
import { THRESHOLD } from './name-index.ts';
import { measure, type Row } from './testing/measure.ts';

const DOCUMENT = new URL('../../../../docs/compliance.md', import.meta.url);
const BEGIN = '<!-- made by `npm run screening`: begin -->';
const END = '<!-- made by `npm run screening`: end -->';

const WORDS: Readonly<Record<string, string>> = {
  none: 'as listed, in capitals',
  other_script: 'in the other script',
  respelt: 'another usual spelling',
  order: 'family name and given name swapped',
  typing: 'one letter mistyped',
  further_name: 'one name more',
  all: 'all',
};

/** The tables of docs/compliance.md; the same on every machine. */
export function screeningTables(): string {
  const { listed, byScript, byDifference, all } = measure();
  return [
    `${all.sought + all.strangers} names against a list of ${listed}, found from a likeness of ${THRESHOLD} on.`,
    '',
    '| Script | On the list | Found | Missed | % found | Namesakes | False alarms |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...[...byScript, all].map(
      row =>
        `| ${WORDS[row.what] ?? row.what} | ${row.sought} | ${row.found} | ${row.sought - row.found} | ${percent(row)} | ${row.strangers} | ${row.alarms} |`,
    ),
    '',
    '| How it is written | On the list | Found | Missed | % found |',
    '| --- | --: | --: | --: | --: |',
    ...byDifference.map(
      row =>
        `| ${WORDS[row.what]} | ${row.sought} | ${row.found} | ${row.sought - row.found} | ${percent(row)} |`,
    ),
  ].join('\n');
}

function percent({ found, sought }: Row): string {
  return ((100 * found) / sought).toFixed(1);
}

/** What stands between the marks; null: nothing. */
export function tablesIn(document: string): string | null {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  return begin === -1 || end === -1 ? null : document.slice(begin + BEGIN.length, end).trim();
}

if (import.meta.main) {
  const document = await readFile(DOCUMENT, 'utf8');
  const begun = performance.now();
  const tables = screeningTables();
  const tookMs = performance.now() - begun;
  const before = document.slice(0, document.indexOf(BEGIN) + BEGIN.length);
  const after = document.slice(document.indexOf(END));
  await writeFile(DOCUMENT, `${before}\n\n${tables}\n\n${after}`);
  process.stdout.write(`${tables}\n\n${(tookMs / 10).toFixed(0)} µs a name, list included\n`);
}
