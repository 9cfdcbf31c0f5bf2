import { leafHash as leafHashOf, verifyConsistency, verifyInclusion } from '@tallystick/verify/merkle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  rootAt,
  TILE_WIDTH,
  TreeEnd,
  type ReadTiles,
  type Tile,
} from './tree.ts';

/** Tiles in memory that count reads. */
class Tiles {
  readonly #tiles = new Map<string, Tile>();
  read: ReadTiles;
  reads = 0;

  constructor() {
    this.read = wanted => {
      this.reads += wanted.length;
      const found = wanted.map(({ level, index }) => this.#tiles.get(`${level}.${index}`));
      return Promise.resolve(found.filter(tile => tile !== undefined));
    };
  }

  put(tiles: readonly Tile[]): void {
    for (const tile of tiles) {
      const before = this.#tiles.get(`${tile.level}.${tile.index}`)?.hashes ?? Buffer.alloc(0);
      // The content of a tile must never change.
      if (!tile.hashes.subarray(0, before.length).equals(before)) throw new Error('a tile was rewritten');
      this.#tiles.set(`${tile.level}.${tile.index}`, tile);
    }
  }
}

const entry = (i: number): Buffer => Buffer.from(`entry ${i}`);

/** Grows a tree in steps. */
function grow(steps: readonly number[]): { end: TreeEnd; tiles: Tiles } {
  const tiles = new Tiles();
  let end = new TreeEnd(0, []);
  for (const step of steps) {
    const entries = Array.from({ length: step }, (_, i) => entry(end.size + i));
    const grown = end.append(entries);
    tiles.put(grown.tiles);
    end = grown.end;
  }
  return { end, tiles };
}

/** See packages/verify/src/merkle.test.ts for their sources. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('the published vectors', () => {
  const entries = LEAVES.map(leaf => Buffer.from(leaf, 'hex'));
  const { end, tiles } = new TreeEnd(0, []).append(entries);
  const store = new Tiles();
  store.put(tiles);

  it('equal our roots, while the tree grows and afterwards', async () => {
    const grown = ROOTS.map((_, size) =>
      new TreeEnd(0, []).append(entries.slice(0, size)).end.root().toString('hex'),
    );
    expect(grown).toEqual(ROOTS);
    const later = await Promise.all(ROOTS.slice(1).map((_, i) => rootAt(i + 1, store.read)));
    expect(later.map(root => root.toString('hex'))).toEqual(ROOTS.slice(1));
    expect(end.root().toString('hex')).toBe(ROOTS[8]);
  });

  it('equal our proofs', async () => {
    const hex = (proof: readonly Buffer[]) => proof.map(hash => hash.toString('hex').slice(0, 8));
    expect(hex(await inclusionProof(0, 8, store.read))).toEqual(['96a296d2', '5f083f0a', '6b47aaf2']);
    expect(hex(await inclusionProof(5, 8, store.read))).toEqual(['bc1a0643', 'ca854ea1', 'd37ee418']);
    expect(hex(await inclusionProof(2, 3, store.read))).toEqual(['fac54203']);
    expect(hex(await inclusionProof(1, 5, store.read))).toEqual(['6e340b9c', '5f083f0a', 'bc1a0643']);
    expect(hex(await consistencyProof(1, 8, store.read))).toEqual(['96a296d2', '5f083f0a', '6b47aaf2']);
    expect(hex(await consistencyProof(6, 8, store.read))).toEqual(['0ebc5d34', 'ca854ea1', 'd37ee418']);
    expect(hex(await consistencyProof(2, 5, store.read))).toEqual(['5f083f0a', 'bc1a0643']);
    expect(hex(await consistencyProof(6, 7, store.read))).toEqual(['0ebc5d34', 'b08693ec', 'd37ee418']);
  });
});

describe('trees of any size', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 5 });

  it('are equal for any steps of growth, also from stored tiles', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async sizes => {
        const { end, tiles } = grow(sizes);
        const at = sizes.reduce((sum, step) => sum + step, 0);
        expect(end.size).toBe(at);
        expect(end.root()).toEqual(grow([at]).end.root());
        const stored = new Map(
          (await tiles.read(TreeEnd.tilesOf(at))).map(tile => [tile.level, tile.hashes]),
        );
        const tails = Array.from({ length: 8 }, (_, level) => stored.get(level) ?? Buffer.alloc(0));
        expect(new TreeEnd(at, tails).root()).toEqual(end.root());
        if (at > 0) expect(await rootAt(at, tiles.read)).toEqual(end.root());
      }),
      { numRuns: 40 },
    );
  });

  const { tiles } = grow([70_000]);

  it('prove every entry and every growth to the verifier', async () => {
    const places = fc.integer({ min: 1, max: 70_000 }).chain(size =>
      fc.record({
        size: fc.constant(size),
        index: fc.nat({ max: size - 1 }),
        from: fc.integer({ min: 1, max: size }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(places, async ({ size, index, from }) => {
        const root = await rootAt(size, tiles.read);
        const leaf = leafHashOf(entry(index));
        const proof = await inclusionProof(index, size, tiles.read);
        expect(verifyInclusion({ index, size, leaf, proof, root })).toBe(true);
        expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        const fromRoot = await rootAt(from, tiles.read);
        const growth = await consistencyProof(from, size, tiles.read);
        expect(verifyConsistency({ from, fromRoot, to: size, toRoot: root, proof: growth })).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('read only a few tiles for a proof', async () => {
    const works = [inclusionProof, consistencyProof];
    for (const work of works) {
      tiles.reads = 0;
      await work(12_345, 69_999, tiles.read);
      expect(tiles.reads).toBeGreaterThan(0);
      expect(tiles.reads).toBeLessThanOrEqual(6);
    }
  });

  it('refuse impossible sizes and missing tiles', async () => {
    expect(() => new TreeEnd(5, [])).toThrow(RangeError);
    expect(() => inclusionProof(5, 5, tiles.read)).toThrow(RangeError);
    expect(() => consistencyProof(0, 5, tiles.read)).toThrow(RangeError);
    expect(() => consistencyProof(6, 5, tiles.read)).toThrow(RangeError);
    await expect(rootAt(70_001, tiles.read)).rejects.toThrow(/missing or short/);
    await expect(rootAt(80_000, tiles.read)).rejects.toThrow(/missing or short/);
  });

  it('write one tile per level for a few entries', () => {
    const { end } = grow([TILE_WIDTH * TILE_WIDTH + 300]);
    expect(end.append([entry(1), entry(2)]).tiles.map(({ level, index }) => [level, index])).toEqual([
      [0, 257],
      [1, 1],
      [2, 0],
    ]);
  });

  it('hash entries as leaves, not as nodes', () => {
    const pair = Buffer.concat([leafHash(entry(0)), leafHash(entry(1))]);
    expect(leafHash(pair)).not.toEqual(grow([2]).end.root());
  });
});
