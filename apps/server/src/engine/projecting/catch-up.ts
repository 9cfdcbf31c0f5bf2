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
  #core: Core | null = null;
  #exchange: ReadonlyExchange | null = null;
  #projections: Projections | null = null;

  constructor(client: ClientBase, epoch: number, from: number) {
    this.#client = client;
    this.#epoch = epoch;
    this.from = from;
    this.#sequence = from;
  }

  /** Another core takes over, or the first one begins. */
  changed(core: Core, exchange: ReadonlyExchange): void {
    this.#core = core;
    this.#exchange = exchange;
    this.#begin();
  }

  /** What is recorded goes on from the state as it is now. */
  #begin(): void {
    const { AccountTotals, Projections } = this.#core!.module;
    const exchange = this.#exchange!;
    this.#projections = new Projections(new AccountTotals(exchange), { orderId: exchange.lastOrderId });
  }

  applied({ sequence, atMs }: JournalEntry, events: readonly Event[]): void {
    if (sequence > this.from) this.#projections!.record(events, sequence, atMs);
  }

  /** The row was replayed. */
  async ended({ lastSequence }: VerifiedRow): Promise<void> {
    if (lastSequence === this.from) this.#begin();
    if (lastSequence <= this.from) return;
    const projections = this.#projections!;
    projections.close();
    const stretch = { epoch: this.#epoch, from: this.#sequence, to: lastSequence };
    await writeProjections(this.#client, projections.tables, stretch, this.#core!.hash ?? 'unmarked').catch(
      (error: unknown) => {
        throw commitFailure(error);
      },
    );
    projections.clear();
    this.#sequence = lastSequence;
  }
}
