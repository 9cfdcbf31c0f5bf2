import type { ProvenStatement } from '@tallystick/verify/liability/proof';
import { splitAmount } from '@tallystick/verify/liability/split';
import { placesBeside, type Place, type SumNode } from '@tallystick/verify/liability/sum-tree';
import type { KeptStatement } from './make-point.ts';
import { CHUNK_LEVEL, DamagedTree, nodeAboveChunks, nodeInChunk } from './tree-files.ts';

/** Reads the files of one currency's tree; null if one is gone. */
export interface TreeReader {
  chunk(number: number): Promise<Buffer | null>;
  tops(): Promise<Buffer | null>;
}

/**
 * A statement with its leaves and all that is needed beside them.
 *
 * @param leaves of the whole tree
 * @throws DamagedTree if a file is gone or of another size; changed bytes are found by whoever works out the root
 */
export async function prove(
  point: number,
  kept: KeptStatement,
  leaves: number,
  reader: TreeReader,
): Promise<ProvenStatement> {
  const { largest, places, ...statement } = kept;
  const total = statement.parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const amounts = splitAmount(total, BigInt(largest));
  if (amounts.length !== places.length) throw new DamagedTree('a statement has other leaves');
  const wanted = placesBeside(places, leaves);
  const beside: SumNode[] = Array.from({ length: wanted.length });
  // One file at a time: a customer of many leaves needs many.
  for (const [number, indexes] of Map.groupBy(wanted.keys(), index => chunkOf(wanted[index]!))) {
    const file = there(await (number === TOPS ? reader.tops() : reader.chunk(number)));
    for (const index of indexes) {
      const place = wanted[index]!;
      beside[index] =
        number === TOPS ? nodeAboveChunks(file, place) : nodeInChunk(file, number, leaves, place);
    }
  }
  return {
    point,
    ...statement,
    leaves: places.map((index, number) => ({ index, amount: String(amounts[number]!) })),
    beside: beside.map(({ sum, hash }) => ({ sum: String(sum), hash: Buffer.from(hash).toString('hex') })),
  };
}

const TOPS = -1;

/** The file a node comes from: a chunk's number, or TOPS. */
function chunkOf({ level, index }: Place): number {
  return level >= CHUNK_LEVEL ? TOPS : Math.floor((index * 2 ** level) / 2 ** CHUNK_LEVEL);
}

function there(file: Buffer | null): Buffer {
  if (file === null) throw new DamagedTree('a file of the tree is gone');
  return file;
}
