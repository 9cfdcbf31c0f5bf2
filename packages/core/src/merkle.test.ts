import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MerkleTree, levelsStepwise, merkleProves, pathIn } from './merkle.ts';
import { finish } from './stepwise.ts';

function merkleRoot(leaves: readonly Uint8Array[]): string {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

function merklePath(leaves: readonly Uint8Array[], index: number): string[] {
  return pathIn(finish(levelsStepwise(leaves)), index);
}

/** Vectors of the Certificate Transparency reference implementation (transparency-dev/merkle, testonly/constants.go). */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hexToBytes);
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
/** SHA-256 of an empty input. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('the Merkle tree', () => {
  it('has the roots of the reference implementation', () => {
    expect(merkleRoot([])).toBe(EMPTY);
    expect(ROOTS.map((_, i) => merkleRoot(LEAVES.slice(0, i + 1)))).toEqual(ROOTS);
  });

  it('proves every leaf of every tree, and rejects any other leaf, index, size or root', () => {
    const other = utf8ToBytes('another leaf');
    const wrong: string[] = [];
    for (let size = 1; size <= LEAVES.length; size++) {
      const leaves = LEAVES.slice(0, size);
      const root = merkleRoot(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const path = merklePath(leaves, index);
        const spoiled = path.map(hash => hash.replace(/^./, first => (first === '0' ? '1' : '0')));
        const claims: readonly (readonly [string, boolean])[] = [
          ['right', !merkleProves(leaf, index, size, path, root)],
          ['leaf', merkleProves(other, index, size, path, root)],
          ['place', merkleProves(leaf, index + 1, size, path, root)],
          ['negative place', merkleProves(leaf, -1, size, path, root)],
          ['root', merkleProves(leaf, index, size, path, EMPTY)],
          ['longer', merkleProves(leaf, index, size, [...path, root], root)],
          ['no hash', merkleProves(leaf, index, size, [...path.slice(1), 'x'], root)],
          ['spoiled', path.length > 0 && merkleProves(leaf, index, size, spoiled, root)],
        ];
        wrong.push(...claims.filter(([, isWrong]) => isWrong).map(([what]) => `${size}/${index}: ${what}`));
      }
    }
    expect(wrong).toEqual([]);
    expect(() => merklePath(LEAVES, LEAVES.length)).toThrow(RangeError);
  });

  it('proves every leaf of a tree of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 70 }),
        fc.nat(),
        (leaves, at) => {
          const index = at % leaves.length;
          const path = merklePath(leaves, index);
          expect(merkleProves(leaves[index]!, index, leaves.length, path, merkleRoot(leaves))).toBe(true);
        },
      ),
    );
  });
});
