import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { writeAddCheckpoint } from '@tallystick/verify/add-checkpoint';
import { replaceFile } from './files.ts';
import type { Refused } from './witness.ts';

/** Of a kind: anybody can send heads that were signed, and hints must not push out proofs. */
const MOST_OF_A_KIND = 100;

/**
 * Keeps both checkpoints of a log that does not go on from what was seen, once for each signed text. Returns the file, or null
 * if nothing new was kept.
 */
export async function keepRefused(
  folder: string,
  { kind, text, seen, request }: Refused,
): Promise<string | null> {
  // Its signatures and its proof are whatever the sender likes.
  const name = `${kind}-${createHash('sha256').update(text).digest('hex')}.txt`;
  await mkdir(folder, { recursive: true });
  const kept = (await readdir(folder)).filter(one => one.startsWith(`${kind}-`));
  if (kept.length >= MOST_OF_A_KIND || kept.includes(name)) return null;
  const file = path.join(folder, name);
  await replaceFile(file, `${seen.note}\n--- asked to cosign after it ---\n${writeAddCheckpoint(request)}`);
  return file;
}
