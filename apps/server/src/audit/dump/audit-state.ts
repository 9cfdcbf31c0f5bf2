import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { ReplayStart } from '../../engine/replay.ts';

const KIND = 'tallystick audit state 1';

/** How far the audit of a dump has come. */
export interface AuditState extends ReplayStart {
  readonly sequence: number;
  /** Hash of the row that ends there, lower-case hex. */
  readonly hash: string;
  readonly commands: number;
  /** Hashes of states that later entries of the journal will name, by sequence. */
  readonly hashes: readonly (readonly [sequence: number, hash: string])[];
}

/** Replaces the file as one: a crash leaves the older one. */
export async function saveAuditState(file: string, state: AuditState): Promise<void> {
  await writeFile(`${file}.new`, serialize({ kind: KIND, state }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null: there is no such file. */
export async function readAuditState(file: string): Promise<AuditState | null> {
  if (!existsSync(file)) return null;
  const { kind, state } = deserialize(await readFile(file)) as { kind: string; state: AuditState };
  if (kind !== KIND) throw new TypeError(`${file} is no state of an audit`);
  return state;
}
