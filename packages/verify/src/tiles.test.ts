import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash } from './merkle.ts';
import { subproof, root } from './testing/tree.ts';
import {
  consistencyFromTiles,
  GrowingTree,
  readBundle,
  tilePath,
  tilesOf,
  tileWidth,
  writeBundle,
} from './tiles.ts';

const LEAVES = Array.from({ length: 700 }, (_, i) => leafHash(Uint8Array.of(i >> 8, i & 255)));

function tilesAt(size: number): Map<string, Uint8Array> {
  const tiles = new Map<string, Uint8Array>();
  const tree = new GrowingTree((level, index, hashes) => tiles.set(`${level}.${index}`, hashes));
  for (const leaf of LEAVES.slice(0, size)) tree.add(leaf);
  for (const { level, index, hashes } of tree.unfinished()) tiles.set(`${level}.${index}`, hashes);
  return tiles;
}

describe('files of a tree', () => {
  it('have the names of C2SP tlog-tiles', () => {
    expect(tilePath(0, 1_234_067)).toBe('tile/0/x001/x234/067');
    expect(tilePath(1, 0, 17)).toBe('tile/1/000.p/17');
    expect(tilePath('entries', 999, 256)).toBe('tile/entries/999');
    expect(tilePath('entries', 1_000)).toBe('tile/entries/x001/000');
  });

  it('are those of the example in C2SP tlog-tiles', () => {
    const tiles = [...tilesOf(70_000)];
    expect(tiles).toHaveLength(273 + 1 + 1 + 1 + 1);
    expect([tileWidth(0, 273, 70_000), tileWidth(1, 1, 70_000), tileWidth(2, 0, 70_000)]).toEqual([
      112, 17, 1,
    ]);
    expect([tileWidth(0, 0, 256), tileWidth(1, 0, 256), tileWidth(0, 1, 256)]).toEqual([256, 1, 0]);
  });

  it('give the root and the proofs of RFC 6962', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 1, max: 700 }), async (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const tree = new GrowingTree();
        for (const leaf of LEAVES.slice(0, to)) tree.add(leaf);
        expect(tree.root()).toEqual(root(LEAVES.slice(0, to)));
        const tiles = tilesAt(to);
        const proof = await consistencyFromTiles(from, to, (level, index) =>
          Promise.resolve(tiles.get(`${level}.${index}`)!),
        );
        expect(proof).toEqual(subproof(from, LEAVES.slice(0, to), true));
      }),
      { numRuns: 60 },
    );
  });

  it('hold entries of any length', () => {
    const entries = [new Uint8Array(), Uint8Array.of(1, 2), new Uint8Array(65_535)];
    expect(readBundle(writeBundle(entries))).toEqual(entries);
    expect(() => writeBundle([new Uint8Array(65_536)])).toThrow(RangeError);
    for (const short of [Uint8Array.of(0), Uint8Array.of(0, 3, 1, 2)]) expect(readBundle(short)).toBeNull();
  });
});
