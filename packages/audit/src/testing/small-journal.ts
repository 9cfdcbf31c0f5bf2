import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chainHash, DUMP_KIND, START, type Row } from '../journal.ts';

export const BLINDING = '5e'.repeat(32);
const START_MS = 1_760_000_000_000;

/** Entries of a row: each opens a customer. */
export function opening(...customers: readonly number[]): string {
  return JSON.stringify(customers.map(id => [START_MS + id, 'openCustomer', id]));
}

export interface SmallDump {
  /** Without its line break each. */
  readonly lines: readonly string[];
  readonly rows: readonly Row[];
}

export interface SmallDumpOptions {
  /** What the first line has besides its kind. */
  readonly first?: object;
  /** Who wrote the rows. */
  readonly writer?: Pick<Row, 'core' | 'logic_version'>;
  /** Lines between the first and the rows. */
  readonly codes?: readonly object[];
}

/** A dump whose rows have these commands, their hashes as they must be. */
export function smallDump(
  commands: readonly string[],
  {
    first = { blinding: BLINDING },
    writer = { core: null, logic_version: 1 },
    codes = [],
  }: SmallDumpOptions = {},
): SmallDump {
  let at = START;
  const rows = commands.map(text => {
    const entries: unknown = JSON.parse(text);
    const last = at.sequence + (Array.isArray(entries) ? entries.length : 1);
    const head = { first: at.sequence + 1, last, epoch: 1, ...writer, commands: text };
    const row: Row = { ...head, hash: chainHash(at.hash, { ...head, hash: '' }) };
    at = { sequence: last, hash: row.hash };
    return row;
  });
  const lines = [{ kind: DUMP_KIND, ...first }, ...codes, ...rows, { end: at }].map(line =>
    JSON.stringify(line),
  );
  return { lines, rows };
}

/** The record with which the public log names the signed head of the journal after some rows, as it is published. */
export function headRecord(
  { rows }: SmallDump,
  number: number,
  size: number,
  changed: { readonly root?: string; readonly sequence?: number; readonly entry?: string } = {},
): string {
  const entries = rows.slice(0, size).map(({ hash }) => blinded(hash));
  const {
    root = rootOf(entries),
    sequence = rows[size - 1]!.last,
    entry = entries.at(-1)!.toString('hex'),
  } = changed;
  const origin = 'log.example/prices/journal';
  const atMs = START_MS + number * 60_000;
  const root64 = Buffer.from(root, 'hex').toString('base64');
  const note = `${origin}\n${size}\n${root64}\nrow ${entry} ${sequence}\ntime ${atMs}\n\n— ${origin} c2ln\n`;
  const body = { at_ms: atMs, note, origin, root, size };
  return JSON.stringify({ at_ms: atMs, body, kind: 'journal_head', number, previous_hash: '0'.repeat(64) });
}

/** A folder that is gone afterwards, with files of lines. */
export async function folderOf(files: Readonly<Record<string, readonly string[]>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-small-'));
  const at = (name: string): string => path.join(folder, name);
  for (const [name, lines] of Object.entries(files)) await writeFile(at(name), `${lines.join('\n')}\n`);
  return { at, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

function blinded(hash: string): Buffer {
  return createHmac('sha256', Buffer.from(BLINDING, 'hex')).update(Buffer.from(hash, 'hex')).digest();
}

/** RFC 6962, 2.1, as it is defined there; hex. */
function rootOf(entries: readonly Buffer[]): string {
  const hashOf = (part: readonly Buffer[]): Buffer => {
    if (part.length === 1) return sha256(Buffer.of(0), part[0]!);
    let left = 1;
    while (left * 2 < part.length) left *= 2;
    return sha256(Buffer.of(1), hashOf(part.slice(0, left)), hashOf(part.slice(left)));
  };
  return hashOf(entries).toString('hex');
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}
