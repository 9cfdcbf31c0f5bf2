import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { ReplayStart } from '../../engine/replay.ts';
import type { DumpStretch } from './compare-cores.ts';

const KIND = 'tallystick audit state 2';

/** How far the audit of a dump has come. */
export interface AuditState extends ReplayStart {
  readonly sequence: number;
  /** Hash of the row that ends there, lower-case hex. */
  readonly hash: string;
  readonly commands: number;
  /** Hashes of states that later entries of the journal will name, by sequence. */
  readonly hashes: readonly (readonly [sequence: number, hash: string])[];
  /** Which core wrote what. */
  readonly stretches: readonly DumpStretch[];
  /** What was compared with the public log: by sequence the books' hash, and the digest of a record of liabilities. */
  readonly books: readonly (readonly [sequence: number, hash: string])[];
  readonly liabilities: readonly (readonly [sequence: number, digest: string])[];
}

/** Replaces the file as one: a crash leaves the older one. */
export async function saveAuditState(file: string, state: AuditState): Promise<void> {
  await writeFile(`${file}.new`, serialize({ kind: KIND, state }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null: there is no such file. */
export async function readAuditState(file: string): Promise<AuditState | null> {
  if (!existsSync(file)) return null;
  const read = stateIn(await readFile(file));
  if (read?.kind !== KIND || read.state === undefined)
    throw new TypeError(`${file} is no state of an audit by this version`);
  return read.state;
}

function stateIn(bytes: Uint8Array): { readonly kind?: string; readonly state?: AuditState } | null {
  try {
    return deserialize(bytes) as { readonly kind?: string; readonly state?: AuditState } | null;
  } catch {
    // Told by the caller: it is none.
    return null;
  }
}
