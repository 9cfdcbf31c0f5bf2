import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { check } from './check-failed.ts';
import type { Place } from './journal.ts';

const KIND = 'tallystick checker state 1';

interface Saved {
  readonly kind: string;
  readonly at: Place;
  readonly commands: number;
  readonly checker: Uint8Array;
}

/** Replaces the file as one: a crash leaves the older one. */
export async function saveState(
  file: string,
  at: Place,
  commands: number,
  checker: Uint8Array,
): Promise<void> {
  const saved: Saved = { kind: KIND, at, commands, checker };
  await writeFile(`${file}.new`, serialize(saved));
  await rename(`${file}.new`, file);
}

/** Null: there is no such file. */
export async function readState(file: string): Promise<Saved | null> {
  if (!existsSync(file)) return null;
  const saved = deserialize(await readFile(file)) as Saved;
  check(saved.kind === KIND, `${file} is no state of this program`);
  return saved;
}
