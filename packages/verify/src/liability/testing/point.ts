import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { FIRST_RECORD_HASH } from '../../public-log/entry.ts';
import type { LiabilitiesRecord, LiabilityProof, ProvenStatement } from '../proof.ts';
import { largestLeaf, splitAmount } from '../split.ts';
import { statementHash, type Statement } from '../statement.ts';
import { placesBeside, sumLeaf, sumParent, type SumNode } from '../sum-tree.ts';

/** One customer's amounts in minor units, by part. */
export interface Holder {
  readonly holder: string;
  readonly parts: Statement['parts'];
}

interface Leaf {
  readonly owner: number;
  readonly amount: bigint;
}

/** A tree of one currency, made as plainly as possible. */
export class SamplePoint {
  readonly levels: SumNode[][] = [];
  readonly leaves: Leaf[];
  readonly statements: Statement[];
  readonly record: LiabilitiesRecord;

  /** `shuffle` brings the leaves into an order; they come customer by customer. */
  constructor(holders: readonly Holder[], shuffle: (leaves: Leaf[]) => Leaf[], point = 7) {
    this.statements = holders.map(({ holder, parts }, index) => ({
      point,
      currency: 'USDT',
      decimals: 6,
      holder,
      salt: bytesToHex(sha256(utf8ToBytes(`salt ${point} ${index}`))),
      parts,
    }));
    const totals = holders.map(({ parts }) => parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
    const total = totals.reduce((sum, one) => sum + one, 0n);
    const largest = largestLeaf(total);
    this.leaves = shuffle(
      totals.flatMap((minor, owner) => splitAmount(minor, largest).map(amount => ({ owner, amount }))),
    );
    const numbers = new Map<number, number>();
    const hashes = this.statements.map(statementHash);
    let level = this.leaves.map(({ owner, amount }) => {
      const number = numbers.get(owner) ?? 0;
      numbers.set(owner, number + 1);
      return sumLeaf(hashes[owner]!, number, amount);
    });
    for (;;) {
      this.levels.push(level);
      if (level.length <= 1) break;
      const above: SumNode[] = [];
      for (let i = 0; i < level.length; i += 2) {
        const right = level[i + 1];
        above.push(right === undefined ? level[i]! : sumParent(level[i]!, right));
      }
      level = above;
    }
    const root = level[0];
    this.record = {
      number: 3,
      at_ms: 1_700_000_000_500,
      previous_hash: FIRST_RECORD_HASH,
      body: {
        point,
        sequence: 42,
        at_ms: 1_700_000_000_000,
        tree:
          root === undefined
            ? []
            : [
                {
                  currency: 'USDT',
                  decimals: 6,
                  root: bytesToHex(root.hash),
                  total: String(root.sum),
                  leaves: this.leaves.length,
                },
              ],
        beside: [],
      },
    };
  }

  /** What customer `owner` is handed. */
  statement(owner: number): ProvenStatement {
    const leaves = this.leaves.flatMap((leaf, index) =>
      leaf.owner === owner ? { index, amount: String(leaf.amount) } : [],
    );
    const places = placesBeside(
      leaves.map(({ index }) => index),
      this.leaves.length,
    );
    const beside = places.map(({ level, index }) => {
      const { sum, hash } = this.levels[level]![index]!;
      return { sum: String(sum), hash: bytesToHex(hash) };
    });
    return { ...this.statements[owner]!, leaves, beside };
  }

  proof(owner: number): LiabilityProof & { readonly kind: string } {
    return {
      kind: 'tallystick liability proof 1',
      record: this.record,
      statements: [this.statement(owner)],
    };
  }
}

/** An order that follows from a seed. */
export function shuffledBy(seed: number): (leaves: Leaf[]) => Leaf[] {
  return leaves =>
    leaves
      .map((leaf, index) => ({ leaf, key: bytesToHex(sha256(utf8ToBytes(`${seed} ${index}`))) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ leaf }) => leaf);
}

export function holding(index: number, minor: bigint): Holder {
  return { holder: `customer${index}@example.com`, parts: [{ part: 'spot', amount: String(minor) }] };
}
