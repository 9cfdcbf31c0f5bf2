import type { Event, ReadonlyExchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import type { Core, CoreModule } from '../cores/core.ts';
import type { JournalEntry } from '../journal/command-codec.ts';
import type { VerifiedRow } from '../journal/journal-reader.ts';
import { commitFailure } from '../failures.ts';
import { writeProjections } from './position.ts';

type Projections = InstanceType<CoreModule['Projections']>;

/**
 * Writes, during recovery, the rows of those journal rows that were acknowledged but whose consequences the tables lack,
 * because the process was killed before. Each stretch by the core that wrote it.
 */
export class ProjectionCatchUp {
  readonly #client: ClientBase;
  readonly #epoch: number;
  /** Where the tables are when recovery begins: the replay must begin there or before. */
  readonly from: number;
  #sequence: number;
  #core = '';
  #exchange: ReadonlyExchange | null = null;
  #projections: Projections | null = null;
  #newest = { orderId: 0 };

  constructor(client: ClientBase, epoch: number, from: number) {
    this.#client = client;
    this.#epoch = epoch;
    this.from = from;
    this.#sequence = from;
  }

  /** Another core takes over, or the first one begins. */
  changed(core: Core, exchange: ReadonlyExchange): void {
    const { AccountTotals, Projections } = core.module;
    this.#core = core.hash ?? 'unmarked';
    this.#exchange = exchange;
    this.#newest = { orderId: exchange.lastOrderId };
    this.#projections = new Projections(new AccountTotals(exchange), this.#newest);
  }

  applied({ sequence, atMs }: JournalEntry, events: readonly Event[]): void {
    if (sequence > this.from) this.#projections!.record(events, sequence, atMs);
  }

  /** The row was replayed. */
  async ended({ lastSequence }: VerifiedRow): Promise<void> {
    if (lastSequence <= this.from) {
      this.#newest.orderId = this.#exchange!.lastOrderId;
      return;
    }
    const projections = this.#projections!;
    projections.close();
    const stretch = { epoch: this.#epoch, from: this.#sequence, to: lastSequence };
    await writeProjections(this.#client, projections.tables, stretch, this.#core).catch((error: unknown) => {
      throw commitFailure(error);
    });
    projections.clear();
    this.#sequence = lastSequence;
  }
}
