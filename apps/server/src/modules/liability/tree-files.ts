import type { Place, SumNode } from '@tallystick/verify/liability/sum-tree';
import { levelAbove, levelAt, NODE, nodeOf } from './node-level.ts';

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

/** Levels made once, each from the one below. */
class Levels {
  readonly #levels: Buffer[];

  constructor(lowest: Buffer) {
    this.#levels = [lowest];
  }

  /** @throws DamagedTree */
  node(up: number, index: number): SumNode {
    while (this.#levels.length <= up) this.#levels.push(levelAbove(this.#levels.at(-1)!));
    const node = nodeOf(this.#levels[up]!, index);
    if (node === null) throw new DamagedTree('a node is missing');
    return node;
  }
}

/** Reads nodes out of a chunk's file. */
export class Chunk {
  readonly #file: Buffer;
  readonly #first: number;
  readonly #count: number;
  readonly #groups: Levels;

  /**
   * @param leaves of the whole tree
   * @throws DamagedTree
   */
  constructor(file: Buffer, number: number, leaves: number) {
    this.#file = file;
    this.#first = number * CHUNK_LEAVES;
    this.#count = Math.min(CHUNK_LEAVES, leaves - this.#first);
    const groups = file.subarray(this.#count * LEAF);
    if (groups.length !== Math.ceil(this.#count / GROUP_LEAVES) * NODE) {
      throw new DamagedTree('a chunk has another size');
    }
    this.#groups = new Levels(groups);
  }

  /** A node below the chunk's top; its index counts within the whole tree. @throws DamagedTree */
  node({ level, index }: Place): SumNode {
    const within = index - Math.floor(this.#first / 2 ** level);
    if (level >= GROUP_LEVEL) return this.#groups.node(level - GROUP_LEVEL, within);
    const first = (within << level) & ~(GROUP_LEAVES - 1);
    const group = Buffer.allocUnsafe(Math.min(GROUP_LEAVES, this.#count - first) * NODE);
    for (let i = 0; i * NODE < group.length; i++) {
      const exponent = this.#file[first + i]!;
      if (exponent > 62) throw new DamagedTree('a leaf has an impossible amount');
      const at = this.#count + (first + i) * HASH;
      group.writeBigUInt64BE(1n << BigInt(exponent), i * NODE);
      this.#file.copy(group, i * NODE + 8, at, at + HASH);
    }
    return new Levels(group).node(level, within - (first >> level));
  }
}

/** Reads nodes out of the file of all chunks' tops. */
export class Tops {
  readonly #levels: Levels;

  /** @throws DamagedTree */
  constructor(file: Buffer) {
    if (file.length % NODE !== 0) throw new DamagedTree('the tops have another size');
    this.#levels = new Levels(file);
  }

  /** A chunk's top, or a node above. @throws DamagedTree */
  node({ level, index }: Place): SumNode {
    return this.#levels.node(level - CHUNK_LEVEL, index);
  }
}
