import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readEntry } from '../../public-log/entry.ts';
import { newSigner, type Signer } from '../../testing/sample-log.ts';
import { PUBLIC_ORIGIN, SamplePublicLog, sampleRecords } from '../../testing/sample-public-log.ts';
import { path } from '../../testing/tree.ts';
import type { PublicEvidence } from '../evidence.ts';
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

/** After the records before it. */
const POINT_MS = 1_760_000_100_000;
/** The record's number in the public log. */
const NUMBER = 3;

/** A tree of one currency, made as plainly as possible, with its record in a signed log. */
export class SamplePoint {
  readonly levels: SumNode[][] = [];
  readonly leaves: Leaf[];
  readonly statements: Statement[];
  readonly record: LiabilitiesRecord;
  readonly signer: Signer;
  readonly log: PublicEvidence;

  /** `shuffle` brings the leaves into an order; they come customer by customer. */
  constructor(
    holders: readonly Holder[],
    shuffle: (leaves: Leaf[]) => Leaf[],
    point = 7,
    signer = newSigner(PUBLIC_ORIGIN),
    times: Partial<Record<'atMs' | 'publishedAtMs' | 'signedAtMs', number>> = {},
  ) {
    const { atMs = POINT_MS, publishedAtMs = atMs + 500, signedAtMs = publishedAtMs + 10_000 } = times;
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
    const body: LiabilitiesRecord['body'] = {
      point,
      sequence: 42,
      at_ms: atMs,
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
    };
    this.signer = signer;
    const records = [
      ...sampleRecords(NUMBER - 1),
      { kind: 'liabilities' as const, atMs: publishedAtMs, body },
    ];
    const later = sampleRecords(2).map(one => ({ ...one, atMs: signedAtMs }));
    const log = new SamplePublicLog([...records, ...later], signer, signer.key.name);
    const entry = readEntry(log.entries[NUMBER - 1]!)!;
    this.record = { number: entry.number, at_ms: entry.at_ms, previous_hash: entry.previous_hash, body };
    this.log = {
      origin: signer.key.name,
      keys: [{ public_key: signer.key.publicKey }],
      note: log.checkpoint(),
      inclusion: path(NUMBER - 1, log.leaves).map(bytesToHex),
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
      log: this.log,
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
