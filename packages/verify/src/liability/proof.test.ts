import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verify } from '../verify.ts';
import type { LiabilityKnown, LiabilityProof } from './proof.ts';
import { recordHash, rootOf } from './proof.ts';
import { largestLeaf, splitAmount } from './split.ts';
import { sumParent } from './sum-tree.ts';
import { holding, SamplePoint, shuffledBy } from './testing/point.ts';

const MINE = 1;
const MOMENT = 1_770_000_000_000;
const AMOUNTS = [5_000_000n, 123_456_789n, 77n, 1_000_000_000_000n];
const honest = new SamplePoint(
  AMOUNTS.map((minor, index) => holding(index, minor)),
  shuffledBy(1),
);
const known: LiabilityKnown = {
  holder: 'customer1@example.com',
  shown: { USDT: '123456789' },
  recordHash: recordHash(honest.record),
};

function failures(proof: unknown, of: LiabilityKnown = known): string[] {
  return verify(proof, { liability: of })
    .checks.filter(({ state }) => state === 'failed')
    .map(({ name, problem }) => `${name}: ${problem}`);
}

/** A copy that may be changed. */
function changed(change: (proof: Changeable<LiabilityProof>) => void): LiabilityProof {
  const proof = structuredClone<LiabilityProof>(honest.proof(MINE)) as unknown as Changeable<LiabilityProof>;
  change(proof);
  return proof as LiabilityProof;
}
type Changeable<T> = T extends readonly (infer Item)[]
  ? Changeable<Item>[]
  : T extends object
    ? { -readonly [K in keyof T]: Changeable<T[K]> }
    : T;

describe('a proof of what is owed', () => {
  it('fits for every customer of any exchange', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 2n ** 50n }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, fc.nat(), (minors, seed) => {
        const point = new SamplePoint(
          minors.map((minor, index) => holding(index, minor)),
          shuffledBy(seed),
        );
        for (const [owner, minor] of minors.entries()) {
          const report = verify(point.proof(owner), {
            liability: { holder: `customer${owner}@example.com`, shown: { USDT: String(minor) } },
          });
          expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([]);
          expect(report.verdict).toBe('right');
        }
        expect(point.record.body.tree[0]!.total).toBe(String(minors.reduce((sum, one) => sum + one, 0n)));
      }),
      { numRuns: 60 },
    );
  });

  it('fits, and says what was compared', () => {
    expect(failures(honest.proof(MINE))).toEqual([]);
    const states = verify(honest.proof(MINE)).checks.map(({ name, state }) => `${name} ${state}`);
    expect(states).toEqual([
      'format passed',
      'holder not_checkable',
      'parts passed',
      'tree passed',
      'shown not_checkable',
      'same not_checkable',
      'signature passed',
      'inclusion passed',
    ]);
  });

  it('no byte of it can be changed', () => {
    const text = JSON.stringify(honest.proof(MINE));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', '1', '9', 'a', 'f', 'x'), (at, letter) => {
        const bytes = text.slice(0, at) + letter + text.slice(at + 1);
        fc.pre(bytes !== text);
        let proof: unknown = null;
        try {
          proof = JSON.parse(bytes);
        } catch {
          // What is no JSON is refused before.
          return;
        }
        expect([bytes, verify(proof, { liability: known }).verdict]).toEqual([bytes, 'wrong']);
      }),
      { numRuns: 600 },
    );
  });
});

describe('an exchange that owes more than it says', () => {
  it('leaves a customer out: the balance that was shown is not proven', () => {
    const without = new SamplePoint(
      [AMOUNTS[0]!, AMOUNTS[2]!].map((minor, index) => holding(index, minor)),
      shuffledBy(1),
    );
    const nothing = { ...without.proof(0), statements: [] };
    expect(failures(nothing, { ...known, recordHash: null })).toEqual(['shown: figures_differ']);
    // That it is of the root that everybody sees says nothing of who is in it.
    const sameRoot = { ...known, shown: null, recordHash: recordHash(without.record) };
    expect(verify(nothing, { liability: sameRoot }).verdict).toBe('unchecked');
    // Nor can the leaves of the honest tree be shown for it.
    const pasted = { ...nothing, statements: [honest.statement(MINE)] };
    expect(failures(pasted, { ...known, recordHash: null })).toEqual(['tree: not_in_tree']);
  });

  it('shows one customer’s leaves to two: they are made out to one of them', () => {
    const twin = {
      ...honest.proof(MINE),
      statements: [{ ...honest.statement(MINE), holder: 'twin@example.com' }],
    };
    expect(failures(honest.proof(MINE), { ...known, holder: 'twin@example.com' })).toEqual([
      'holder: other_holder',
    ]);
    expect(failures(twin, { ...known, holder: 'twin@example.com' })).toEqual(['tree: not_in_tree']);
  });

  it('counts one leaf twice in a statement', () => {
    const twice = changed(({ statements: [mine] }) => {
      const { leaves } = mine!;
      leaves.push({ ...leaves.at(-1)! });
      mine!.parts[0]!.amount = String(leaves.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
    });
    expect(failures(twice)).toContain('tree: not_in_tree');
    const both = changed(proof => void proof.statements.push(structuredClone(proof.statements[0]!)));
    expect(failures(both)).toEqual(['format: parts_contradict']);
  });

  it('has a negative leaf: no file, and no node, can say so', () => {
    for (const amount of ['-1', '-0', '18446744073709551615', '99999999999999999999']) {
      const leaf = changed(({ statements: [mine] }) => void (mine!.leaves[0]!.amount = amount));
      expect([amount, failures(leaf)]).not.toEqual([amount, []]);
      const beside = changed(({ statements: [mine] }) => void (mine!.beside[0]!.sum = amount));
      expect([amount, failures(beside)]).not.toEqual([amount, []]);
    }
    // A sum that overflows to a smaller one is none.
    const statement = honest.statement(MINE);
    const all = statement.beside.map(one => ({ ...one, sum: String(2n ** 64n - 1n) }));
    expect(rootOf({ ...statement, beside: all }, honest.leaves.length)).toBeNull();
  });

  it('swaps leaves of two customers, or of one', () => {
    const theirs = changed(({ statements: [mine] }) => {
      mine!.leaves[0]!.index = Number(honest.statement(3).leaves[0]!.index);
    });
    expect(failures(theirs)).toEqual(['tree: not_in_tree']);
    const own = changed(({ statements: [mine] }) => {
      const { leaves } = mine!;
      [leaves[0]!.index, leaves[1]!.index] = [leaves[1]!.index, leaves[0]!.index];
    });
    expect(failures(own)).toEqual(['tree: not_in_tree']);
  });

  it('shows each of two neighbours a smaller sum of the other’s, as a tree that binds one sum allows', () => {
    const node = (letter: string, sum: bigint) => ({
      hash: Uint8Array.from({ length: 32 }, () => letter.charCodeAt(0)),
      sum,
    });
    // Both hold 5, and the total is said to be 7: each is shown that the other has 2.
    const shownToLeft = sumParent(node('a', 5n), node('b', 2n));
    const shownToRight = sumParent(node('a', 2n), node('b', 5n));
    expect([shownToLeft.sum, shownToRight.sum]).toEqual([7n, 7n]);
    expect(shownToLeft.hash).not.toEqual(shownToRight.hash);
    const smaller = changed(({ statements: [mine] }) => {
      const [first] = mine!.beside;
      first!.sum = String(BigInt(first!.sum) / 2n);
    });
    expect(failures(smaller)).toEqual(['tree: not_in_tree']);
  });

  it('shows different people different roots: each fits, and both together prove it', () => {
    const other = new SamplePoint(
      [AMOUNTS[1]!, AMOUNTS[1]!, AMOUNTS[2]!].map((minor, index) => holding(index, minor)),
      shuffledBy(1),
    );
    expect(other.record.body.point).toBe(honest.record.body.point);
    const theirs = { ...known, recordHash: recordHash(other.record) };
    expect(failures(other.proof(MINE), theirs)).toEqual([]);
    expect(failures(other.proof(MINE))).toEqual(['same: roots_differ']);
    expect(failures(honest.proof(MINE), theirs)).toEqual(['same: roots_differ']);
  });

  it('publishes a point before its moment, or signs a head older than the record', () => {
    const holders = AMOUNTS.map((minor, index) => holding(index, minor));
    const failed = (times: { publishedAtMs?: number; signedAtMs?: number }) => {
      const point = new SamplePoint(holders, shuffledBy(1), 7, undefined, { atMs: MOMENT, ...times });
      return failures(point.proof(MINE), { ...known, recordHash: null });
    };
    expect(failed({ publishedAtMs: MOMENT, signedAtMs: MOMENT })).toEqual([]);
    expect(failed({ publishedAtMs: MOMENT - 1, signedAtMs: MOMENT })).toEqual([
      'inclusion: time_went_backwards',
    ]);
    expect(failed({ publishedAtMs: MOMENT + 1, signedAtMs: MOMENT })).toEqual([
      'inclusion: time_went_backwards',
    ]);
  });

  it('cannot single somebody out by a leaf that only they have', () => {
    const marked = changed(({ statements: [mine] }) => {
      mine!.leaves = [{ index: 0, amount: '123456789' }];
    });
    expect(failures(marked)).toContain('parts: other_sum');
  });
});

describe('an amount in leaves', () => {
  it('is powers of two that add up to it, and none is a large part of the total', () => {
    const amount = fc.bigInt({ min: 1n, max: 2n ** 62n });
    fc.assert(
      fc.property(amount, amount, (one, others) => {
        const largest = largestLeaf(one + others);
        const leaves = splitAmount(one, largest);
        expect(leaves.reduce((sum, leaf) => sum + leaf, 0n)).toBe(one);
        expect(leaves.every(leaf => (leaf & (leaf - 1n)) === 0n && leaf <= largest)).toBe(true);
        expect(largest === 1n || largest * 256n <= one + others).toBe(true);
        // What a file may have.
        expect(leaves.length).toBeLessThanOrEqual(1_024);
      }),
    );
  });
});
