import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash, verifyConsistency, verifyInclusion } from './merkle.ts';
import { path, root, subproof } from './testing/tree.ts';

/**
 * Vectors of the Certificate Transparency reference implementation, as transparency-dev/merkle publishes them
 * (testonly/constants.go and proof/verify_test.go).
 */
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
].map(hexToBytes);
const NODES = {
  '0.0': '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  '0.1': '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '0.4': 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  '0.6': 'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
  '1.0': 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  '1.1': '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '1.2': '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  '1.3': 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  '2.0': 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '2.1': '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
} as const;
type NodeName = keyof typeof NODES;
const nodes = (names: readonly NodeName[]): Uint8Array[] => names.map(name => hexToBytes(NODES[name]));
const OTHER = hexToBytes('abacaba000000000000000000000000000000000000000000060061e00123456');

/** All corruptions of a proof that the reference tests. */
function spoiled(proof: readonly Uint8Array[], root: Uint8Array): Uint8Array[][] {
  const flipped = proof.map((hash, i) => {
    const other = hash.slice();
    other[0] = (other[0] ?? 0) ^ 8;
    return proof.with(i, other);
  });
  return [[...proof, new Uint8Array()], [...proof, root], [root, ...proof], proof.slice(0, -1), ...flipped];
}

describe('inclusion', () => {
  it.each<[index: number, size: number, proof: NodeName[]]>([
    [0, 1, []],
    [0, 8, ['0.1', '1.1', '2.1']],
    [5, 8, ['0.4', '1.3', '2.0']],
    [2, 3, ['1.0']],
    [1, 5, ['0.0', '1.1', '0.4']],
  ])('leaf %i of %i is where the reference says, and nowhere else', (index, size, names) => {
    const leaf = leafHash(LEAVES[index]!);
    const root = ROOTS[size - 1]!;
    const proof = nodes(names);
    const given = { index, size, leaf, proof, root };
    expect(verifyInclusion(given)).toBe(true);
    const wrong = [
      { ...given, index: index - 1 },
      { ...given, index: index + 1 },
      { ...given, index: index ^ 2 },
      { ...given, size: size * 2 },
      { ...given, size: Math.floor(size / 2) },
      { ...given, index: 0.5 },
      { ...given, leaf: OTHER },
      { ...given, root: OTHER },
      ...(size > 1 ? spoiled(proof, root).map(other => ({ ...given, proof: other })) : []),
    ];
    expect(wrong.filter(verifyInclusion)).toEqual([]);
  });

  it('needs a tree', () => {
    expect(verifyInclusion({ index: 0, size: 0, leaf: OTHER, proof: [], root: OTHER })).toBe(false);
  });
});

describe('consistency', () => {
  it.each<[from: number, to: number, proof: NodeName[]]>([
    [1, 8, ['0.1', '1.1', '2.1']],
    [6, 8, ['1.2', '1.3', '2.0']],
    [2, 5, ['1.1', '0.4']],
    [6, 7, ['1.2', '0.6', '2.0']],
  ])('a tree of %i grows to %i as the reference says, and not otherwise', (from, to, names) => {
    const given = { from, to, fromRoot: ROOTS[from - 1]!, toRoot: ROOTS[to - 1]!, proof: nodes(names) };
    expect(verifyConsistency(given)).toBe(true);
    const wrong = [
      { ...given, from: from - 1 },
      { ...given, from: from + 1 },
      { ...given, from: from ^ 2 },
      { ...given, to: to * 2 },
      { ...given, to: Math.floor(to / 2) },
      { ...given, fromRoot: OTHER },
      { ...given, toRoot: OTHER },
      { ...given, fromRoot: given.toRoot, toRoot: given.fromRoot },
      { ...given, proof: [] },
      ...spoiled(given.proof, given.toRoot).map(proof => ({ ...given, proof })),
    ];
    expect(wrong.filter(verifyConsistency)).toEqual([]);
  });

  it('between a tree and itself requires equal roots', () => {
    const root = ROOTS[4]!;
    expect(verifyConsistency({ from: 5, to: 5, fromRoot: root, toRoot: root, proof: [] })).toBe(true);
    expect(verifyConsistency({ from: 5, to: 5, fromRoot: root, toRoot: OTHER, proof: [] })).toBe(false);
    expect(verifyConsistency({ from: 5, to: 5, fromRoot: root, toRoot: root, proof: [root] })).toBe(false);
  });
});

describe('trees of any size', () => {
  const all = Array.from({ length: 200 }, (_, i) => leafHash(Uint8Array.of(i)));

  it('prove every leaf, and no leaf at another place', () => {
    const places = fc.integer({ min: 1, max: 200 }).chain(size => {
      const index = fc.nat({ max: size - 1 });
      return fc.record({ size: fc.constant(size), index, other: index });
    });
    fc.assert(
      fc.property(places, ({ size, index, other }) => {
        const tree = all.slice(0, size);
        const given = { size, leaf: all[index]!, proof: path(index, tree), root: root(tree) };
        expect(verifyInclusion({ ...given, index })).toBe(true);
        if (other !== index) expect(verifyInclusion({ ...given, index: other })).toBe(false);
      }),
    );
  });

  it('prove every growth, and no rewriting', () => {
    const growths = fc.integer({ min: 2, max: 200 }).chain(to => {
      const from = fc.integer({ min: 1, max: to - 1 });
      return fc.record({ to: fc.constant(to), from, rewritten: fc.nat({ max: to - 2 }) });
    });
    fc.assert(
      fc.property(growths, ({ from, to, rewritten }) => {
        const tree = all.slice(0, to);
        const given = { from, to, fromRoot: root(all.slice(0, from)), proof: subproof(from, tree, true) };
        expect(verifyConsistency({ ...given, toRoot: root(tree) })).toBe(true);
        if (rewritten >= from) return;
        const forged = tree.with(rewritten, OTHER);
        const proof = subproof(from, forged, true);
        expect(verifyConsistency({ ...given, proof, toRoot: root(forged) })).toBe(false);
      }),
    );
  });

  it('have the roots of the reference', () => {
    const hashes = LEAVES.map(leafHash);
    expect(ROOTS.map((_, i) => bytesToHex(root(hashes.slice(0, i + 1))))).toEqual(ROOTS.map(bytesToHex));
  });
});
