import { createHash, createHmac } from 'node:crypto';
import { check } from './check-failed.ts';
import type { JournalHead } from './journal-heads.ts';
import type { Place } from './journal.ts';

/** How far the signed heads of the journal were compared. */
export interface HeadsCompared {
  readonly named: number;
  readonly compared: number;
  /** The sequence up to which the newest one that was compared covers the journal; 0: none was. */
  readonly sequence: number;
}

/** Works out the tree of the journal's rows, and compares it with each head that was signed. */
export class HeadsComparison {
  readonly #heads: AsyncIterator<JournalHead>;
  readonly #blinding: Buffer;
  readonly #tree = new RowsTree();
  #next: JournalHead | null = null;
  #named = 0;
  #compared = 0;
  #sequence = 0;

  private constructor(heads: AsyncIterator<JournalHead>, blinding: Buffer) {
    this.#heads = heads;
    this.#blinding = blinding;
  }

  /** @param blinding the secret with which the tree's entries are made from the rows' hashes, hex */
  static async begin(heads: AsyncIterable<JournalHead>, blinding: string): Promise<HeadsComparison> {
    const comparison = new HeadsComparison(heads[Symbol.asyncIterator](), Buffer.from(blinding, 'hex'));
    await comparison.#advance();
    return comparison;
  }

  /** The next row's last sequence and its hash. Throws CheckFailed if a head names another tree. Resolved unless a head is there. */
  row({ sequence, hash }: Place): Promise<void> | null {
    const entry = createHmac('sha256', this.#blinding).update(Buffer.from(hash, 'hex')).digest();
    this.#tree.add(entry);
    return this.#next?.size === this.#tree.size ? this.#compare(sequence, entry.toString('hex')) : null;
  }

  /** After the last row. */
  async end(): Promise<HeadsCompared> {
    while (this.#next !== null) await this.#advance();
    return { named: this.#named, compared: this.#compared, sequence: this.#sequence };
  }

  async #compare(sequence: number, entry: string): Promise<void> {
    const root = this.#tree.root();
    while (this.#next?.size === this.#tree.size) {
      const { record, size, root: named, blinded, sequence: last } = this.#next;
      const is = `the head of the journal in record ${record} of the public log is of`;
      check(named === root, `${is} ${size} other rows: its root is ${named}, that of these ${root}`);
      check(
        last === sequence,
        `${is} a journal up to sequence ${last}, and row ${size} ends with ${sequence}`,
      );
      check(blinded === entry, `${is} another row ${size}`);
      this.#compared++;
      this.#sequence = sequence;
      await this.#advance();
    }
  }

  async #advance(): Promise<void> {
    const { done, value } = await this.#heads.next();
    this.#next = done === true ? null : value;
    if (this.#next === null) return;
    this.#named++;
    const { record, size } = this.#next;
    check(
      size >= this.#tree.size,
      `the head of the journal in record ${record} has fewer rows than one before`,
    );
  }
}

/** The Merkle tree of RFC 6962, 2.1, as it grows: only the roots of complete subtrees are kept. */
class RowsTree {
  size = 0;
  /** By height; null: there is none at this height now. */
  readonly #roots: (Buffer | null)[] = [];

  add(entry: Buffer): void {
    this.size++;
    let hash: Buffer = createHash('sha256').update(LEAF).update(entry).digest();
    let height = 0;
    for (let left = this.#roots[0]; left !== undefined && left !== null; left = this.#roots[height]) {
      hash = nodeOf(left, hash);
      this.#roots[height++] = null;
    }
    this.#roots[height] = hash;
  }

  /** Hex. Of at least one entry. */
  root(): string {
    const parts = this.#roots.filter(root => root !== null);
    return parts.reduce((right, left) => nodeOf(left, right)).toString('hex');
  }
}

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

function nodeOf(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}
