import { hash } from 'node:crypto';
import { MOST_SUM, type SumNode } from '@tallystick/verify/liability/sum-tree';

/**
 * Levels of sum trees as bytes: the same hashes as `@tallystick/verify/liability/sum-tree` makes, several times faster. A
 * node is its sum, 8 bytes big-endian, and its hash, so two neighbours are what their parent's hash is made of.
 */
export const NODE = 40;
const SUM = 8;

const leafInput = Buffer.alloc(1 + 32 + 4 + SUM);
const nodeInput = Buffer.alloc(1 + 2 * NODE);

/** Writes a leaf as a node at `at`. */
export function writeLeaf(
  level: Buffer,
  at: number,
  statementHash: Buffer,
  number: number,
  amount: bigint,
): void {
  statementHash.copy(leafInput, 1);
  leafInput.writeUInt32BE(number, 33);
  leafInput.writeBigUInt64BE(amount, 37);
  level.writeBigUInt64BE(amount, at);
  hash('sha256', leafInput, 'buffer').copy(level, at + SUM);
}

/** The level above: each node of two; a last one without a neighbour as it is. @throws RangeError if a sum overflows */
export function levelAbove(level: Buffer): Buffer {
  const above = Buffer.allocUnsafe(Math.ceil(level.length / (2 * NODE)) * NODE);
  nodeInput[0] = 1;
  let to = 0;
  let from = 0;
  for (; from + 2 * NODE <= level.length; from += 2 * NODE, to += NODE) {
    const sum = level.readBigUInt64BE(from) + level.readBigUInt64BE(from + NODE);
    if (sum > MOST_SUM) throw new RangeError('a sum of the tree overflows');
    level.copy(nodeInput, 1, from, from + 2 * NODE);
    above.writeBigUInt64BE(sum, to);
    hash('sha256', nodeInput, 'buffer').copy(above, to + SUM);
  }
  if (from < level.length) level.copy(above, to, from);
  return above;
}

/** The level so many above. */
export function levelAt(level: Buffer, up: number): Buffer {
  let reached = level;
  for (let i = 0; i < up; i++) reached = levelAbove(reached);
  return reached;
}

/** The one node at the top of a level that has some. */
export function topOf(level: Buffer): SumNode {
  let reached = level;
  while (reached.length > NODE) reached = levelAbove(reached);
  return nodeAt(reached, 0);
}

/** Null: the level has no such node. */
export function nodeOf(level: Buffer, index: number): SumNode | null {
  return (index + 1) * NODE > level.length ? null : nodeAt(level, index);
}

function nodeAt(level: Buffer, index: number): SumNode {
  const at = index * NODE;
  return { sum: level.readBigUInt64BE(at), hash: level.subarray(at + SUM, at + NODE) };
}
