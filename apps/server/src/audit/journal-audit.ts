import type { Event, ReadonlyExchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import type { Core, CoreModule, Cores } from '../engine/cores/core.ts';
import type { JournalEntry } from '../engine/journal/command-codec.ts';
import { journalRows, type JournalPosition, type VerifiedRow } from '../engine/journal/journal-reader.ts';
import { decodeMark, isMark, type JournalMark } from '../engine/journal/mark.ts';
import { Replay, sha256, StateDiffers } from '../engine/replay.ts';
import { DifferenceFound, type Stretch } from './audit-result.ts';
import type { ShadowTables } from './shadow-tables.ts';

type Projections = InstanceType<CoreModule['Projections']>;

export interface JournalAuditParts {
  readonly stored: ClientBase;
  readonly shadow: ShadowTables;
  readonly cores: Cores;
  /** Hashes of the bundles that this repository contains. */
  readonly released: ReadonlySet<string>;
  readonly untilSequence?: number;
  readonly onProgress?: (progress: { readonly sequence: number; readonly head: number }) => void;
}

/** A place in the journal at which the replay pauses. */
export interface Waypoint {
  readonly sequence: number;
  readonly reached: () => Promise<void>;
}

const PROGRESS_EVERY = 25_000;
/** Journal rows that name a state, of some ten kB each. */
const PAGE_ROWS = 20;

/** Replays the journal and writes the computed rows into the shadow tables. */
export class JournalAudit {
  readonly notes: string[] = [];
  readonly stretches: Stretch[] = [];
  at: JournalPosition = { sequence: 0, hash: Buffer.alloc(32) };
  stateHash: string | null = null;
  commands = 0;
  lastAtMs = 0;
  /** It stopped before the journal's end. */
  cutShort = false;

  readonly #parts: JournalAuditParts;
  readonly #replay: Replay;
  #core: Core | null = null;
  #batches: Projections[] = [];
  #writing: Promise<void> = Promise.resolve();
  /** Where the journal or a snapshot names a state, and the hash it leads to. */
  readonly #wanted = new Map<number, string | null>();
  readonly #named: JournalMark[] = [];

  constructor(parts: JournalAuditParts) {
    this.#parts = parts;
    this.#replay = new Replay(parts.cores, null, {
      applied: (entry, events) => this.#applied(entry, events),
      marked: mark => this.#named.push(mark),
      changed: (core, exchange) => this.#changed(core, exchange),
    });
  }

  /**
   * Throws DifferenceFound or HaltError at the first difference.
   *
   * @param behind where the tables are if that is before the journal's end, and what to do there.
   */
  async run(from: JournalPosition, behind?: Waypoint): Promise<void> {
    const { stored, untilSequence, onProgress } = this.#parts;
    this.at = from;
    const head = await journalEnd(stored);
    await this.#findNamedStates();
    let told = 0;
    for await (const row of journalRows(stored, from)) {
      if (untilSequence !== undefined && row.firstSequence > untilSequence) {
        this.cutShort = true;
        break;
      }
      await this.#row(row);
      if (row.lastSequence === behind?.sequence) {
        await this.#writing;
        await behind.reached();
      }
      if (row.lastSequence - told >= PROGRESS_EVERY) {
        told = row.lastSequence;
        onProgress?.({ sequence: told, head });
      }
    }
    await this.#writing;
    this.#replay.exchange?.checkInvariants('all');
    this.stateHash = this.#replay.exchange?.stateHash() ?? null;
    await this.#snapshots();
  }

  /** The state at the end, as its core serializes it; null before the first row. */
  snapshot(): Uint8Array | null {
    return this.#replay.exchange?.snapshot() ?? null;
  }

  async #row(row: VerifiedRow): Promise<void> {
    try {
      await this.#replay.row(row);
    } catch (error) {
      if (error instanceof StateDiffers) throw stateDiffers(error.sequence, error.stored, error.computed);
      throw error;
    }
    const batch = this.#batches[0]!;
    batch.close();
    // The next row is applied while this one's rows are written.
    await this.#writing;
    const writing = this.#parts.shadow.write(batch, this.#core!.hash ?? 'unmarked');
    // An error surfaces with the next row, or at the end.
    writing.catch(() => {});
    this.#writing = writing.then(() => batch.clear());
    this.#writing.catch(() => {});
    this.#batches.reverse();
    this.at = { sequence: row.lastSequence, hash: row.hash };
    this.#count(row);
    if (this.#wanted.has(row.lastSequence)) {
      this.#wanted.set(row.lastSequence, this.#replay.exchange!.stateHash());
    }
    this.#marks();
  }

  #applied({ sequence, atMs, command, idempotency }: JournalEntry, events: readonly Event[]): void {
    const batch = this.#batches[0]!;
    batch.record(events, sequence, atMs);
    this.commands++;
    this.lastAtMs = atMs;
    if (idempotency === null) return;
    const { encodeEvents, essentialEvents } = this.#core!.module;
    const result = encodeEvents(essentialEvents(command, events));
    batch.idempotency.add({ ...idempotency, sequence, atMs, result });
  }

  #changed(core: Core, exchange: ReadonlyExchange): void {
    this.#core = core;
    const { AccountTotals, Projections } = core.module;
    const totals = new AccountTotals(exchange);
    const newest = { orderId: exchange.lastOrderId };
    this.#batches = [new Projections(totals, newest), new Projections(totals, newest)];
  }

  #count({ firstSequence, lastSequence, core, logicVersion }: VerifiedRow): void {
    const last = this.stretches.at(-1);
    if (last !== undefined && last.core === core && last.logicVersion === logicVersion) {
      this.stretches[this.stretches.length - 1] = { ...last, last: lastSequence };
      return;
    }
    const released = core === null || this.#parts.released.has(core);
    this.stretches.push({ first: firstSequence, last: lastSequence, core, logicVersion, released });
  }

  /** Compares the snapshots and states marked at this row with the states it led to. */
  #marks(): void {
    for (const { sequence, mark } of this.#named.splice(0)) {
      if (mark.type === 'seam') {
        if (!mark.bound) {
          this.notes.push(
            `the core that took over at sequence ${sequence} began from a snapshot no journal entry named; it leads to ` +
              'the same state as the journal from its beginning',
          );
        }
        continue;
      }
      const computed = this.#wanted.get(mark.sequence) ?? null;
      if (computed !== mark.stateHash) throw stateDiffers(mark.sequence, mark.stateHash, computed);
    }
  }

  /** A state's hash is computed only where something names it, because that takes as long as a snapshot. */
  async #findNamedStates(): Promise<void> {
    const { stored } = this.#parts;
    await stored.query(
      `declare audit_named no scroll cursor for
        select first_sequence, commands from journal where commands like '%"#state"%'`,
    );
    for (;;) {
      const { rows } = await stored.query<{ first_sequence: string; commands: string }>(
        `fetch forward ${PAGE_ROWS} from audit_named`,
      );
      for (const row of rows) this.#findIn(row.commands, Number(row.first_sequence));
      if (rows.length < PAGE_ROWS) break;
    }
    await stored.query('close audit_named');
    const snapshots = await stored.query<{ sequence: string }>('select sequence from snapshots');
    for (const { sequence } of snapshots.rows) this.#wanted.set(Number(sequence), null);
  }

  #findIn(commands: string, firstSequence: number): void {
    for (const [i, entry] of (JSON.parse(commands) as unknown[][]).entries()) {
      if (!isMark(entry[1])) continue;
      const { mark } = decodeMark(entry, firstSequence + i);
      if (mark.type === 'state') this.#wanted.set(mark.sequence, null);
    }
  }

  /** Every snapshot must contain the state the journal leads to. */
  async #snapshots(): Promise<void> {
    const { stored } = this.#parts;
    const { rows } = await stored.query<{ sequence: string; state_hash: string }>(
      'select sequence, state_hash from snapshots order by sequence',
    );
    for (const { sequence, state_hash: named } of rows) {
      if (Number(sequence) > this.at.sequence) continue;
      const computed = this.#wanted.get(Number(sequence)) ?? null;
      if (computed === null) continue;
      const key = `sequence=${sequence}`;
      if (computed !== named) {
        const what = 'a snapshot holds another state than the journal leads to';
        throw new DifferenceFound({ table: 'snapshots', key, stored: named, computed, what });
      }
      const chunks = await stored.query<{ bytes: Buffer }>(
        'select bytes from snapshot_chunks where sequence = $1 order by number',
        [sequence],
      );
      const hash = sha256(Buffer.concat(chunks.rows.map(chunk => chunk.bytes)));
      if (hash !== computed) {
        const what = 'the bytes of a snapshot are another state than the journal leads to';
        throw new DifferenceFound({ table: 'snapshot_chunks', key, stored: hash, computed, what });
      }
    }
  }
}

/** The journal's last sequence; 0 if it is empty. */
export async function journalEnd(stored: ClientBase): Promise<number> {
  const { rows } = await stored.query<{ last: string }>(
    'select coalesce((select last_sequence from journal order by first_sequence desc limit 1), 0) as last',
  );
  return Number(rows[0]!.last);
}

function stateDiffers(sequence: number, stored: string, computed: string | null): DifferenceFound {
  return new DifferenceFound({
    table: 'journal',
    key: `state after sequence=${sequence}`,
    stored,
    computed,
    what: 'the journal names another state than it leads to',
  });
}
