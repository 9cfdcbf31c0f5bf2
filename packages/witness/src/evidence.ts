import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { writeAddCheckpoint } from '@tallystick/verify/add-checkpoint';
import { readIfThere, replaceFile } from './files.ts';
import type { Refused } from './witness.ts';

/** Whoever has a log's key could send any number. */
const MOST_FILES = 100;

/**
 * Keeps both checkpoints of a log that does not go on from what was seen: two heads that its key has signed, and that no
 * proof connects, show to everybody that it has two pasts.
 */
export async function keepRefused(folder: string, { seen, request }: Refused): Promise<void> {
  const text = `${seen.note}\n--- asked to cosign after it ---\n${writeAddCheckpoint(request)}`;
  const file = path.join(folder, `${createHash('sha256').update(text).digest('hex')}.txt`);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length >= MOST_FILES || (await readIfThere(file)) !== null) return;
  await replaceFile(file, text);
}
