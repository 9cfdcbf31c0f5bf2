import type { SignedLogName, WireSignedCheckpoint } from '@tallystick/protocol';
import type { JournalPosition } from '../engine/journal/journal-reader.ts';
import { AuditSource } from './audit-source.ts';
import { RecordSource } from './record-source.ts';
import { JournalSource } from './journal-source.ts';
import type { PublisherState } from './publisher.ts';
import { Signer, type SignedCheckpoint } from './signer.ts';
import type { LogSource } from './source.ts';
import type { Fault } from './store.ts';
import { TransparencyLog, type TransparencyLogOptions } from './transparency-log.ts';

export interface SignedHeadsOptions extends Omit<TransparencyLogOptions, 'source' | 'signer'> {
  /** Name of the price log; the other logs' names are derived from it. */
  readonly origin: string;
  /** Ed25519 seeds of 32 bytes, newest first: the price log's. */
  readonly keys: readonly Buffer[];
  /** See JournalSource; absent where nobody writes. */
  readonly journalHead?: () => JournalPosition;
}

export interface LogStatus {
  readonly log: SignedLogName;
  readonly state: PublisherState;
  readonly fault: Fault | null;
  /** Entries in the tree, and how many of them are signed. */
  readonly entries: number;
  readonly signed: number;
  readonly signed_at_ms: number | null;
}

/**
 * The heads of the journal, of the operators' audit log and of the public log, signed like the price log:
 * docs/signed-logs.md. Of the first two neither rows nor their hashes are published, only values derived from them and a
 * secret in the database.
 */
export class SignedHeads {
  readonly #logs: ReadonlyMap<SignedLogName, TransparencyLog>;
  readonly #signers: ReadonlyMap<SignedLogName, Signer>;

  private constructor(
    logs: ReadonlyMap<SignedLogName, TransparencyLog>,
    signers: ReadonlyMap<SignedLogName, Signer>,
  ) {
    this.#logs = logs;
    this.#signers = signers;
  }

  /** Reads what was signed so far. Nothing is signed before `start` or `turn`. */
  static async open(options: SignedHeadsOptions): Promise<SignedHeads> {
    const { pool, origin, keys } = options;
    const sources: readonly (LogSource & { readonly name: SignedLogName })[] = [
      new JournalSource(pool, options.journalHead),
      new AuditSource(pool),
      new RecordSource(pool),
    ];
    const logs = new Map<SignedLogName, TransparencyLog>();
    const signers = new Map<SignedLogName, Signer>();
    for (const source of sources) {
      const name = `${origin}/${source.name}`;
      const signer = options.isShownOnly === true ? Signer.elsewhere(name) : new Signer(name, keys);
      signers.set(source.name, signer);
      logs.set(source.name, await TransparencyLog.open({ ...options, source, signer }));
    }
    return new SignedHeads(logs, signers);
  }

  log(name: SignedLogName): TransparencyLog {
    return this.#logs.get(name)!;
  }

  /** Signs at once, and from then on every `checkpointEveryMs`. */
  start(): void {
    for (const log of this.#logs.values()) log.start();
  }

  /** Resolves when the running turns have ended. */
  async stop(): Promise<void> {
    for (const log of this.#logs.values()) await log.stop();
  }

  /** Signs new entries of both, and re-reads a part of the old ones. See TransparencyLog. */
  async turn(): Promise<boolean> {
    let isWhole = true;
    for (const log of this.#logs.values()) isWhole = (await log.turn()) && isWhole;
    return isWhole;
  }

  status(): LogStatus[] {
    return Array.from(this.#logs, ([log, { publisher }]) => ({
      log,
      state: publisher.state,
      fault: publisher.fault,
      entries: publisher.size,
      signed: publisher.signed?.size ?? 0,
      signed_at_ms: publisher.signed?.atMs ?? null,
    }));
  }

  /** Whether what was signed differs from what there is. */
  get isStopped(): boolean {
    return Array.from(this.#logs.values()).some(({ publisher }) => publisher.fault !== null);
  }

  wire(name: SignedLogName, checkpoint: SignedCheckpoint): WireSignedCheckpoint {
    const { size, root, headHash, sequence, atMs, note } = checkpoint;
    return {
      origin: this.#signers.get(name)!.origin,
      size,
      root: root.toString('hex'),
      head_hash: headHash.toString('hex'),
      sequence,
      at_ms: atMs,
      note,
    };
  }
}
