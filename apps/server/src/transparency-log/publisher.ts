import { continues } from '@tallystick/verify/evidence';
import { openCheckpoint } from '@tallystick/verify/checkpoint';
import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';
import type { Signer, SignedCheckpoint } from './signer.ts';
import {
  insertCheckpoint,
  insertKey,
  moveTree,
  newestCheckpoint,
  readTiles,
  readTree,
  writeFault,
  writeTiles,
  type Fault,
  type TreeState,
} from './store.ts';
import {
  brokenAt,
  leafOf,
  LOG_START,
  treeEntry,
  type ChainHead,
  type LogEntry,
  type LogSource,
} from './source.ts';
import { consistencyProof, leafHash, rootAt, TILE_WIDTH, type ReadTiles, type TreeEnd } from './tree.ts';
import { WitnessError, type Witness, type Witnessed } from './witness.ts';

/** Entries added to the tree in one transaction; hashing them blocks everything else for some 10 ms. */
const BATCH = 1_000;

export interface PublisherOptions {
  readonly pool: pg.Pool;
  readonly source: LogSource;
  readonly signer: Signer;
  readonly witness: Witness;
  readonly now: () => number;
  /** Another process signs: here is only shown what it has written. */
  readonly isShownOnly?: boolean | undefined;
}

export type PublisherState = 'signing' | 'catching_up' | 'stopped';

/**
 * Grows the tree over a log and signs it. It never signs two different trees: each entry must follow from the one
 * before, each tree from the last signed one and from the one that the witness remembers. If anything differs, it stops
 * and reports it; only a corrected log continues, after a restart.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #read: ReadTiles;
  readonly #blinding: Buffer | null;
  #end: TreeEnd;
  #headHash: string;
  #headSequence: number | null = null;
  /** When the newest entry was made, if that is published. */
  #headAtMs = 0;
  #fault: Fault | null;
  #signed: SignedCheckpoint | null = null;
  /** Whether the tree was compared with what was signed before; until then nothing is signed. */
  #compared = false;
  #unwitnessed = false;
  #caughtUp = false;
  /** Where re-reading continues. */
  #lookAt = 0;

  private constructor(options: PublisherOptions, { end, headHash, blinding, fault }: TreeState) {
    this.#options = options;
    this.#read = wanted => readTiles(options.pool, options.source.name, wanted);
    this.#blinding = blinding;
    this.#end = end;
    this.#headHash = headHash;
    this.#fault = fault;
  }

  /**
   * Reads the tree's size and compares it with what was signed. If the object store does not answer, that is done before
   * the first signature: the exchange must be able to start without it.
   */
  static async open(options: PublisherOptions): Promise<Publisher> {
    const { pool, signer, source } = options;
    const tree = await readTree(pool, source.name);
    const publisher = new Publisher(options, tree);
    publisher.#signed = await newestCheckpoint(pool, signer.origin);
    if (options.isShownOnly === true) await publisher.refresh();
    else if (tree.isWhole) await publisher.#compare().catch(unlessSilent);
    else publisher.#compared = true;
    return publisher;
  }

  /** Takes up what the process that signs has written. Nothing is compared. */
  async refresh(): Promise<void> {
    const { pool, source, signer } = this.#options;
    const signed = await newestCheckpoint(pool, signer.origin);
    // After it: the tree is never smaller than what is signed of it.
    const tree = await readTree(pool, source.name);
    this.#signed = signed;
    this.#end = tree.end;
    this.#fault = tree.fault;
    this.#caughtUp = true;
  }

  async #compare(): Promise<void> {
    const { pool, source } = this.#options;
    const stored = this.#fault;
    const found = (await this.#differs()) ?? (await this.#stillThere(stored));
    if (found !== null) await this.#stop(found);
    else if (stored !== null) {
      await writeFault(pool, source.name, null);
      this.#fault = null;
    }
    this.#compared = true;
  }

  /** Entries in the tree, signed or not. */
  get size(): number {
    return this.#end.size;
  }

  get signed(): SignedCheckpoint | null {
    return this.#signed;
  }

  get fault(): Fault | null {
    return this.#fault;
  }

  /** Something had been signed, and nothing outside the database remembered it. */
  get isUnwitnessed(): boolean {
    return this.#unwitnessed;
  }

  get state(): PublisherState {
    if (this.#fault !== null) return 'stopped';
    return this.#caughtUp ? 'signing' : 'catching_up';
  }

  /** Adds all new entries and signs the tree, if it grew. One turn at a time. */
  async publish(): Promise<void> {
    this.#caughtUp = false;
    if (!this.#compared) await this.#compare();
    while (this.#fault === null) {
      const more = await this.#grow();
      if (!more) break;
    }
    if (this.#fault !== null) return;
    if (this.#end.size > (this.#signed?.size ?? 0)) await this.#sign();
    this.#caughtUp = this.#fault === null;
  }

  /**
   * Re-reads some entries that are still in the database, and stops if one differs from when it was signed. Each turn
   * continues where the last one ended, and starts again at the end.
   */
  async lookBack(): Promise<void> {
    if (this.#fault !== null) return;
    const { source } = this.#options;
    const first = await source.first();
    if (this.#lookAt < first || this.#lookAt > this.#end.size) this.#lookAt = first;
    if (first === 0) return;
    const changed = await this.#changedFrom(this.#lookAt);
    this.#lookAt += source.lookBack;
    if (changed === null) return;
    // It may have left the database meanwhile.
    if (changed >= (await source.first())) await this.#stop({ kind: 'entry_changed', number: changed });
  }

  /** The next entries into the tree; false if there were no more. */
  async #grow(): Promise<boolean> {
    const { source } = this.#options;
    const { size } = this.#end;
    // The tree's newest entry is read again, because the next one must follow it.
    const entries = await source.entries(Math.max(size, 1), BATCH + 1);
    const [newest] = entries;
    if (size > 0 && (newest?.number !== size || newest.hash !== this.#headHash || !newest.isSound)) {
      await this.#stop({ kind: newest?.number === size ? 'entry_changed' : 'entry_missing', number: size });
      return false;
    }
    if (newest !== undefined) {
      this.#headSequence = newest.sequence;
      this.#headAtMs = newest.atMs ?? 0;
    }
    const next = size > 0 ? entries.slice(1) : entries;
    if (next.length === 0) return false;
    const broken = brokenAt(next, this.#head());
    if (broken !== null) {
      const stored = next.some(({ number }) => number === broken);
      await this.#stop({ kind: stored ? 'entry_changed' : 'entry_missing', number: broken });
      return false;
    }
    await this.#take(next);
    return next.length >= BATCH;
  }

  async #take(next: readonly LogEntry[]): Promise<void> {
    const { pool, source } = this.#options;
    const { end, tiles } = this.#end.append(next.map(entry => leafOf(entry, this.#blinding)));
    const { hash: headHash, sequence, atMs = 0 } = next.at(-1)!;
    await inTransaction(pool, async client => {
      await writeTiles(client, source.name, tiles);
      if (!(await moveTree(client, source.name, this.#end.size, end.size, headHash))) {
        throw new Error(`the tree of the ${source.name} log was moved by someone else`);
      }
      await source.taken(client, next);
    });
    this.#end = end;
    this.#headHash = headHash;
    this.#headSequence = sequence;
    this.#headAtMs = atMs;
  }

  #head(): ChainHead {
    const { size } = this.#end;
    return size === 0 ? LOG_START : { number: size, hash: this.#headHash };
  }

  async #sign(): Promise<void> {
    const { pool, source, signer, witness, now } = this.#options;
    const { size } = this.#end;
    const root = this.#end.root();
    const found = await this.#differs();
    if (found !== null) return this.#stop(found);
    const signed = signer.sign(source.kind, {
      size,
      root,
      headHash: treeEntry(this.#headHash, this.#blinding),
      sequence: this.#headSequence,
      atMs: Math.max(now(), this.#headAtMs, this.#signed?.atMs ?? 0),
    });
    if (!(await this.#wouldConvince(signed))) {
      return this.#stop({ kind: 'tree_differs_from_checkpoint', number: size });
    }
    // The witness comes first: if the database fails now, nobody has seen the checkpoint and the tree is the same.
    await witness.write({ origin: signer.origin, size, root: root.toString('hex') });
    await inTransaction(pool, async client => {
      for (const key of signer.keys) await insertKey(client, signer.origin, key.keyId, key.publicKey, size);
      await insertCheckpoint(client, signer.origin, signed);
    });
    this.#signed = signed;
  }

  /** Whether the verifier that customers use would accept it after the previous checkpoint. */
  async #wouldConvince(next: SignedCheckpoint): Promise<boolean> {
    const { signer } = this.#options;
    const keys = signer.keys.map(key => ({ name: signer.origin, publicKey: key.publicKey.toString('hex') }));
    const opened = openCheckpoint(next.note, keys, this.#options.source.kind);
    if (!opened.ok || opened.signers.length !== keys.length) return false;
    if (this.#signed === null) return true;
    const before = {
      ...opened.checkpoint,
      size: this.#signed.size,
      root: this.#signed.root.toString('hex'),
    };
    const proof = await consistencyProof(before.size, next.size, this.#read);
    return continues(
      before,
      opened.checkpoint,
      proof.map(hash => hash.toString('hex')),
    );
  }

  /** Whether the tree differs from the one that was signed. */
  async #differs(): Promise<Fault | null> {
    const { signer } = this.#options;
    const { size } = this.#end;
    const signed = this.#signed;
    const remembered = await this.#remembered();
    if (remembered === null && signed !== null) this.#unwitnessed = true;
    // Without it nobody can tell whether the database is as new as what was signed.
    if (remembered === 'unreadable') return { kind: 'memory_unreadable', number: size };
    const known = [
      ...(signed === null ? [] : [{ size: signed.size, root: signed.root.toString('hex') }]),
      // Another name is another log: the witness of the other one does not apply.
      ...(remembered?.origin === signer.origin ? [remembered] : []),
    ];
    for (const tree of known) {
      if (tree.size > size) {
        const more = await this.#couldReach(tree.size);
        return more ? null : { kind: 'older_than_what_was_signed', number: tree.size };
      }
      const root = tree.size === size ? this.#end.root() : await rootAt(tree.size, this.#read);
      if (root.toString('hex') !== tree.root)
        return { kind: 'tree_differs_from_checkpoint', number: tree.size };
    }
    return null;
  }

  async #remembered(): Promise<Witnessed | null | 'unreadable'> {
    try {
      return await this.#options.witness.read();
    } catch (error) {
      if (error instanceof WitnessError) return 'unreadable';
      throw error;
    }
  }

  /** Whether the signed entries exist and only have to be added again. */
  #couldReach(size: number): Promise<boolean> {
    return this.#options.source.reaches(size);
  }

  async #stillThere(fault: Fault | null): Promise<Fault | null> {
    if (fault?.kind !== 'entry_changed' || fault.number > this.#end.size) return null;
    const first = await this.#options.source.first();
    const changed = await this.#changedFrom(Math.max(first, fault.number - 1));
    return changed === null ? null : { kind: 'entry_changed', number: changed };
  }

  /** The first entry from `from` on that differs from when it was added, or null. */
  async #changedFrom(from: number): Promise<number | null> {
    const { source } = this.#options;
    // The entry before is read, too: a rewritten stretch is found where the next entry does not follow it.
    const entries = await source.entries(Math.max(from - 1, 1), source.lookBack + 1);
    const known = entries.filter(({ number }) => number <= this.#end.size);
    const [first] = known;
    if (first === undefined || first.number > from) return from <= this.#end.size ? from : null;
    const start = first.number === 1 ? LOG_START.hash : first.previousHash;
    const broken = brokenAt(known, { number: first.number - 1, hash: start });
    if (broken !== null) return broken;
    const tiles = await this.#read(tilesOver(first.number, known.length));
    const leaves = new Map(tiles.map(tile => [tile.index, tile.hashes]));
    for (const entry of known) {
      const at = entry.number - 1;
      const offset = (at % TILE_WIDTH) * 32;
      const leaf = leaves.get(Math.floor(at / TILE_WIDTH))?.subarray(offset, offset + 32);
      if (leaf?.equals(leafHash(leafOf(entry, this.#blinding))) !== true) return entry.number;
    }
    return null;
  }

  async #stop(fault: Fault): Promise<void> {
    this.#fault = fault;
    await writeFault(this.#options.pool, this.#options.source.name, fault);
  }
}

function unlessSilent(error: unknown): void {
  if (!(error instanceof ObjectStoreError)) throw error;
}

function tilesOver(firstNumber: number, count: number): { level: number; index: number }[] {
  const first = Math.floor((firstNumber - 1) / TILE_WIDTH);
  const last = Math.floor((firstNumber + count - 2) / TILE_WIDTH);
  return Array.from({ length: last - first + 1 }, (_, i) => ({ level: 0, index: first + i }));
}
