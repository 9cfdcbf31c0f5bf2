import type { Command, CommandType } from '@tallystick/core';
import type { Idempotency } from '../command-bus.ts';
import type { FieldsOf } from '../products/product.ts';
import { ENGINE_PRODUCTS } from '../products/products.ts';
import { decodeMark, isMark, type JournalMark } from './mark.ts';

/** A command as journaled. */
export interface JournalEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly command: Command;
  readonly idempotency: Idempotency | null;
}

/** The fields of every command in the order of the journal. */
export const COMMAND_FIELDS = Object.assign(
  { passTime: {} },
  ...ENGINE_PRODUCTS.map(({ commands }) => commands),
) as { readonly [T in CommandType]: FieldsOf<T> };

interface Layout {
  readonly names: readonly string[];
  readonly isBigint: readonly boolean[];
  /** Number of required fields; they come first. */
  readonly required: number;
}
const LAYOUTS = new Map<string, Layout>(
  Object.entries(COMMAND_FIELDS).map(([type, fields]) => [
    type,
    {
      names: Object.keys(fields),
      isBigint: Object.values(fields).map(kind => kind === 'bigint'),
      required: Object.values(fields).filter(kind => kind !== 'optional').length,
    },
  ]),
);

/**
 * One entry as a JSON array: `[atMs, type, field, …]`, with `[scope, key, inputHash]` at the end if it came with a key.
 * Readable with psql and a quarter of the size of objects with names. Sequences are not written: a row's entries are
 * consecutive.
 */
export function encodeEntry(entry: JournalEntry): string {
  const { command, idempotency } = entry;
  const { names, isBigint, required } = layoutOf(command.type);
  const fields = command as unknown as Readonly<Record<string, unknown>>;
  const row: unknown[] = [entry.atMs, command.type];
  for (let i = 0; i < names.length; i++) {
    const value = fields[names[i]!];
    if (value === undefined && i >= required) {
      const lost = names.slice(i + 1).find(name => fields[name] !== undefined);
      if (lost !== undefined)
        throw new Error(`${command.type}.${lost} stands behind a field that is missing`);
      break;
    }
    row.push(isBigint[i] && value !== null ? `${value as bigint}` : value);
  }
  if (idempotency !== null) row.push([idempotency.scope, idempotency.key, idempotency.inputHash]);
  return JSON.stringify(row);
}

/** The commands and marks of one journal row, from `encodeEntry` and `encodeMark` texts joined as a JSON array. Throws on anything else. */
export function decodeEntries(text: string, firstSequence: number): (JournalEntry | JournalMark)[] {
  const rows = JSON.parse(text) as unknown[][];
  const entries: (JournalEntry | JournalMark)[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    entries.push(isMark(row[1]) ? decodeMark(row, firstSequence + i) : decodeEntry(row, firstSequence + i));
  }
  return entries;
}

function decodeEntry(row: readonly unknown[], sequence: number): JournalEntry {
  const [atMs, type] = row;
  if (typeof atMs !== 'number' || typeof type !== 'string')
    throw new Error(`journal entry ${sequence} is unreadable`);
  const { names, isBigint, required } = layoutOf(type);
  const key = keyOf(row.at(-1));
  const present = row.length - 2 - (key === null ? 0 : 1);
  if (present < required || present > names.length) {
    throw new Error(`journal entry ${sequence} has ${row.length} fields`);
  }
  const command: Record<string, unknown> = { type };
  for (let i = 0; i < present; i++) {
    const value = row[i + 2];
    command[names[i]!] = isBigint[i] && value !== null ? BigInt(value as string) : value;
  }
  return { sequence, atMs, command: command as unknown as Command, idempotency: key };
}

/** The key at the end of an entry, if it has one: no command's own fields end with an array of three texts. */
function keyOf(value: unknown): Idempotency | null {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(part => typeof part === 'string'))
    return null;
  const [scope, key, inputHash] = value as [string, string, string];
  return { scope, key, inputHash };
}

function layoutOf(type: string): Layout {
  const layout = LAYOUTS.get(type);
  if (layout === undefined) throw new Error(`unknown command in the journal: ${type}`);
  return layout;
}
