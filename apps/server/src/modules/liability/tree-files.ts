import type { Place, SumNode } from '@tallystick/verify/liability/sum-tree';
import { levelAt, NODE, nodeOf } from './node-level.ts';

/**
 * How a tree lies in the object store: chunks of leaves, each with every sixteenth inner node so that a node within takes
 * some hundred hashes and not thousands, and one file with the chunks' tops.
 */
export const CHUNK_LEVEL = 12;
export const CHUNK_LEAVES = 2 ** CHUNK_LEVEL;
const GROUP_LEVEL = 4;
const GROUP_LEAVES = 2 ** GROUP_LEVEL;
const HASH = 32;
/** A leaf is a power of two: its exponent, and its hash. */
const LEAF = 1 + HASH;

/** A file is not what was written. */
export class DamagedTree extends Error {
  override readonly name = 'DamagedTree';
}

/** A chunk's file, and its top node as bytes. */
export function packChunk(leaves: Buffer): { readonly file: Buffer; readonly top: Buffer } {
  const count = leaves.length / NODE;
  const groups = levelAt(leaves, GROUP_LEVEL);
  const file = Buffer.allocUnsafe(count * LEAF + groups.length);
  for (let i = 0; i < count; i++) {
    file[i] = leaves.readBigUInt64BE(i * NODE).toString(2).length - 1;
    leaves.copy(file, count + i * HASH, i * NODE + 8, (i + 1) * NODE);
  }
  groups.copy(file, count * LEAF);
  return { file, top: levelAt(groups, CHUNK_LEVEL - GROUP_LEVEL) };
}

/** A node of a chunk; its index counts within the whole tree. @throws DamagedTree */
export function nodeInChunk(file: Buffer, chunk: number, leaves: number, { level, index }: Place): SumNode {
  const count = Math.min(CHUNK_LEAVES, leaves - chunk * CHUNK_LEAVES);
  const groups = file.subarray(count * LEAF);
  if (groups.length !== Math.ceil(count / GROUP_LEAVES) * NODE)
    throw new DamagedTree('a chunk has another size');
  const within = index - Math.floor((chunk * CHUNK_LEAVES) / 2 ** level);
  if (level >= GROUP_LEVEL) return found(levelAt(groups, level - GROUP_LEVEL), within);
  const first = (within << level) & ~(GROUP_LEAVES - 1);
  const group = Buffer.allocUnsafe(Math.min(GROUP_LEAVES, count - first) * NODE);
  for (let i = 0; i * NODE < group.length; i++) {
    const exponent = file[first + i]!;
    if (exponent > 62) throw new DamagedTree('a leaf has an impossible amount');
    group.writeBigUInt64BE(1n << BigInt(exponent), i * NODE);
    file.copy(group, i * NODE + 8, count + (first + i) * HASH, count + (first + i + 1) * HASH);
  }
  return found(levelAt(group, level), within - (first >> level));
}

/** A node of the tops' file or above them. @throws DamagedTree */
export function nodeAboveChunks(tops: Buffer, { level, index }: Place): SumNode {
  if (tops.length % NODE !== 0) throw new DamagedTree('the tops have another size');
  return found(levelAt(tops, level - CHUNK_LEVEL), index);
}

function found(level: Buffer, index: number): SumNode {
  const node = nodeOf(level, index);
  if (node === null) throw new DamagedTree('a node is missing');
  return node;
}
