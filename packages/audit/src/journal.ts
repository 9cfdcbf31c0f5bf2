import { createHash } from 'node:crypto';
import { check } from './check-failed.ts';
import { LAYOUTS } from './fields.ts';
import { isWhole } from './numbers.ts';
import type { Command } from './part.ts';

export const DUMP_KIND = 'tallystick journal 1';

/** A row of the dump: what one transaction of the exchange committed. */
export interface Row {
  readonly first: number;
  readonly last: number;
  readonly epoch: number;
  readonly logic_version: number;
  /** Hash of the core that wrote it; null in old rows. */
  readonly core: string | null;
  /** A JSON array of entries, as the exchange wrote it: its bytes are hashed. */
  readonly commands: string;
  /** Lower-case hex. */
  readonly hash: string;
}

/** One command of the journal. */
export interface Entry {
  readonly sequence: number;
  readonly atMs: number;
  readonly command: Command;
}

/** A place in the journal and the hash of the row that ends there. */
export interface Place {
  readonly sequence: number;
  readonly hash: string;
}

export const START: Place = { sequence: 0, hash: '0'.repeat(64) };

/** Reads the lines of a dump in order, verifies the chain, and hands out the commands. */
export class JournalLines {
  #at: Place = START;
  #begun = false;
  #blinding: string | null = null;
  /** Where the dump says that it ends; null: its last line has not come. */
  end: Place | null = null;

  get at(): Place {
    return this.#at;
  }

  /** The secret with which the journal's rows stand in the public tree, hex; null: the dump has none. */
  get blinding(): string | null {
    return this.#blinding;
  }

  /** The commands of one line. Throws CheckFailed for anything that is not what follows. */
  *take(text: string): Generator<Entry> {
    const row = this.#row(text);
    if (row !== null) yield* entriesOf(row);
  }

  /** As `take`, for a line whose commands need not be read again. */
  pass(text: string): void {
    this.#row(text);
  }

  #row(text: string): Row | null {
    check(this.end === null, 'the dump goes on after its last line');
    const line = parsed(text, this.#at.sequence);
    if (!this.#begun) {
      check('kind' in line && line.kind === DUMP_KIND, 'this is no dump of a journal');
      const { blinding } = line as { readonly blinding?: unknown };
      check(blinding === undefined || isHash(blinding), 'the first line of the dump is unreadable');
      this.#blinding = blinding ?? null;
      this.#begun = true;
      return null;
    }
    // Code of the exchange's own core, which this program does not need.
    if ('code' in line) {
      check(this.#at.sequence === 0, `there is code after sequence ${this.#at.sequence}`);
      return null;
    }
    if ('end' in line) {
      const { sequence, hash } = { ...(line.end as Partial<Place> | null) };
      check(sequence === this.#at.sequence && hash === this.#at.hash, 'the dump ends elsewhere than it says');
      this.end = this.#at;
      return null;
    }
    const row = line as unknown as Row;
    const isRow =
      [row.first, row.last].every(Number.isSafeInteger) &&
      row.last >= row.first &&
      typeof row.commands === 'string' &&
      (row.core === null || isHash(row.core));
    check(isRow, `the row after sequence ${this.#at.sequence} is unreadable`);
    check(
      row.first === this.#at.sequence + 1,
      `after sequence ${this.#at.sequence} comes ${row.first}: a gap`,
    );
    check(chainHash(this.#at.hash, row) === row.hash, `the row from sequence ${row.first} breaks the chain`);
    this.#at = { sequence: row.last, hash: row.hash };
    return row;
  }
}

/** SHA-256 of the hash before, the row's figures and its commands. */
export function chainHash(
  previous: string,
  { first, last, epoch, logic_version, core, commands }: Row,
): string {
  const written = core === null ? '' : `,${core}`;
  return createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(`${first},${last},${epoch},${logic_version}${written}\n`)
    .update(commands)
    .digest('hex');
}

function* entriesOf(row: Row): Generator<Entry> {
  const entries: unknown = parsed(row.commands, row.first);
  check(
    Array.isArray(entries) && entries.length === row.last - row.first + 1,
    `the row from ${row.first} has not as many entries as it says`,
  );
  for (const [i, fields] of entries.entries()) {
    const sequence = row.first + i;
    check(Array.isArray(fields), `entry ${sequence} is unreadable`);
    const [atMs, type] = fields as unknown[];
    check(typeof atMs === 'number' && typeof type === 'string', `entry ${sequence} is unreadable`);
    // Notes of the exchange about its own journal change nothing.
    if (type.startsWith('#'))
      check(isNote(fields, sequence), `entry ${sequence} is no note that an exchange writes`);
    else yield { sequence, atMs, command: commandOf(type, fields, sequence) };
  }
}

/** `#state`: a sequence before and the hash of the state there; `#seam`: a core, two hashes of states, yes or no. */
function isNote([, type, ...fields]: readonly unknown[], sequence: number): boolean {
  if (type === '#state') {
    const [of, hash] = fields;
    return fields.length === 2 && isWhole(of, 0, sequence) && isHash(hash);
  }
  const [core, from, to, bound] = fields;
  const isCore = core === null || isHash(core);
  return (
    type === '#seam' &&
    fields.length === 4 &&
    isCore &&
    [from, to].every(isHash) &&
    typeof bound === 'boolean'
  );
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

/** Fields without names → a command. An entry that came with an idempotency key has it at the end. */
function commandOf(type: string, fields: readonly unknown[], sequence: number): Command {
  const layout = LAYOUTS.get(type);
  check(layout !== undefined, `entry ${sequence} has an unknown type`);
  const { names, isAmount, required } = layout;
  const count = fields.length - 2 - (isKey(fields.at(-1)) ? 1 : 0);
  check(count >= required && count <= names.length, `entry ${sequence} has ${count} fields`);
  const command: Record<string, unknown> = { type };
  for (let i = 0; i < count; i++) {
    const value = fields[i + 2];
    const isNumber = isAmount[i] === true && value !== null;
    check(!isNumber || isDigits(value), `entry ${sequence} has no number as its ${names[i]}`);
    command[names[i]!] = isNumber ? BigInt(value as string) : value;
  }
  return command as unknown as Command;
}

function isDigits(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,40}$/.test(value);
}

/** No command's own last field is an array of three texts. */
function isKey(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(one => typeof one === 'string');
}

function parsed(text: string, near: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  check(typeof value === 'object' && value !== null, `a line near sequence ${near} is unreadable`);
  return value as Record<string, unknown>;
}
