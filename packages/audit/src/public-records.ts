import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { demand } from './check-failed.ts';
import { linesOf } from './lines-of.ts';

/** Entries of one file of a mirror. */
const WIDTH = 256;

/**
 * Records of the public log, as text, some at a time: the lines of a file, or what is in a folder that mirrors the log
 * (C2SP tlog-tiles). Whether a mirror is what was signed is not checked here.
 *
 * @throws CannotCheck for a mirror whose files do not hold what its checkpoint counts
 */
export async function* publicRecords(fileOrFolder: string): AsyncGenerator<string[]> {
  if (!(await stat(fileOrFolder)).isDirectory()) {
    yield* linesOf(fileOrFolder);
    return;
  }
  const checkpoint = await readFile(path.join(fileOrFolder, 'checkpoint'), 'utf8');
  const sizeText = checkpoint.split('\n')[1] ?? '';
  demand(/^(0|[1-9]\d{0,14})$/.test(sizeText), `${fileOrFolder} has no checkpoint`);
  const size = Number(sizeText);
  for (let first = 0; first < size; first += WIDTH) {
    const width = Math.min(WIDTH, size - first);
    const file = path.join(fileOrFolder, ...namesOf(first / WIDTH, width));
    const entries = entriesIn(await readFile(file));
    demand(entries?.length === width, `${file} does not hold ${width} entries`);
    yield entries!;
  }
}

/** A record of the public log, or a line of a list without a kind. */
export interface NamedRecord {
  readonly kind: string | null;
  readonly number: number | null;
  readonly atMs: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The records of such a file or folder. A line is a record as it is published, an item of the call `public_log/records`
 * (with the record's text as `entry`), or an object without `kind`.
 *
 * @throws CannotCheck for a line that is none of these
 */
export async function* namedRecords(fileOrFolder: string): AsyncGenerator<NamedRecord[]> {
  for await (const lines of publicRecords(fileOrFolder)) {
    yield lines
      .filter(line => line !== '')
      .map(line => {
        const record = recordOf(objectIn(line));
        demand(record !== null, `${fileOrFolder} has a line that is no record: ${shown(line)}`);
        return record;
      });
  }
}

function recordOf(line: Fields | null): NamedRecord | null {
  if (line === null) return null;
  if (line['kind'] === undefined) return { kind: null, number: null, atMs: null, body: line };
  if (typeof line['kind'] !== 'string') return null;
  if (line['entry'] === undefined) return published(line);
  const entry = typeof line['entry'] === 'string' ? objectIn(line['entry']) : null;
  return entry !== null && entry['kind'] === line['kind'] && entry['number'] === line['number']
    ? published(entry)
    : null;
}

function published({ kind, number, at_ms: atMs, body: given }: Fields): NamedRecord | null {
  const body = typeof given === 'string' ? objectIn(given) : given;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  return {
    kind: kind as string,
    number: typeof number === 'number' ? number : null,
    atMs: typeof atMs === 'number' ? atMs : null,
    body: body as Fields,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function objectIn(text: string): Fields | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Told with the line.
    return null;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** The beginning of a text of strangers, without what a terminal would obey. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80)).replaceAll(/[^\x20-\x7e]/g, '?');
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
