import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { demand } from './check-failed.ts';
import type { Place } from './journal.ts';

const KIND = 'tallystick checker state 3';

interface Saved {
  readonly kind: string;
  readonly at: Place;
  readonly commands: number;
  readonly checker: Uint8Array;
  /** Books that were compared so far: sequence and hash. */
  readonly compared: readonly (readonly [sequence: number, hash: string])[];
}

/** Replaces the file as one: a crash leaves the older one. */
export async function saveState(file: string, state: Omit<Saved, 'kind'>): Promise<void> {
  const saved: Saved = { kind: KIND, ...state };
  await writeFile(`${file}.new`, serialize(saved), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null: there is no such file. */
export async function readState(file: string): Promise<Saved | null> {
  if (!existsSync(file)) return null;
  const bytes = await readFile(file);
  let saved: Saved | null = null;
  try {
    saved = deserialize(bytes) as Saved | null;
  } catch {
    // Told below: it is none.
  }
  demand(saved?.kind === KIND, `${file} is no state of this version of the program`);
  return saved;
}
