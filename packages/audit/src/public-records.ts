import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { check } from './check-failed.ts';
import { linesOf } from './lines-of.ts';

/** Entries of one file of a mirror. */
const WIDTH = 256;

/**
 * Records of the public log, as text, some at a time: the lines of a file, or what is in a folder that mirrors the log
 * (C2SP tlog-tiles). Whether a mirror is what was signed is not checked here.
 *
 * @throws CheckFailed for a mirror whose files do not hold what its checkpoint counts
 */
export async function* publicRecords(fileOrFolder: string): AsyncGenerator<string[]> {
  if (!(await stat(fileOrFolder)).isDirectory()) {
    yield* linesOf(fileOrFolder);
    return;
  }
  const checkpoint = await readFile(path.join(fileOrFolder, 'checkpoint'), 'utf8');
  const sizeText = checkpoint.split('\n')[1] ?? '';
  check(/^(0|[1-9]\d{0,14})$/.test(sizeText), `${fileOrFolder} has no checkpoint`);
  const size = Number(sizeText);
  for (let first = 0; first < size; first += WIDTH) {
    const width = Math.min(WIDTH, size - first);
    const file = path.join(fileOrFolder, ...namesOf(first / WIDTH, width));
    const entries = entriesIn(await readFile(file));
    check(entries?.length === width, `${file} does not hold ${width} entries`);
    yield entries!;
  }
}

/** `tile/entries/x001/234`, and `.p/<width>` for the last one, which is not full. */
function namesOf(index: number, width: number): string[] {
  const digits = String(index);
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!;
  const last = parts.pop()!;
  const folders = parts.map(part => `x${part}`);
  return ['tile', 'entries', ...folders, ...(width < WIDTH ? [`${last}.p`, String(width)] : [last])];
}

/** Each entry comes after its length in two bytes, the higher first. Null: the bytes end within one. */
function entriesIn(bytes: Buffer): string[] | null {
  const entries: string[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) return null;
    entries.push(bytes.toString('utf8', at + 2, end));
    at = end;
  }
  return at === bytes.length ? entries : null;
}
