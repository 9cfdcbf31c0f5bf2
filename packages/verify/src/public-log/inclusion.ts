import { hexToBytes } from '@noble/hashes/utils.js';
import { hashesOf } from '../bytes.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { leafHash, verifyInclusion } from '../merkle.ts';

/** Whether the public log of this checkpoint has these bytes as its record `number`. @param hashes the way to the root, hex */
export function includesRecord(
  checkpoint: Pick<Checkpoint, 'size' | 'root'>,
  number: number,
  bytes: Uint8Array,
  hashes: readonly string[],
): boolean {
  const proof = hashesOf(hashes);
  const { size } = checkpoint;
  return (
    proof !== null &&
    verifyInclusion({
      index: number - 1,
      size,
      leaf: leafHash(bytes),
      proof,
      root: hexToBytes(checkpoint.root),
    })
  );
}
