import type { Queries } from '../database/rows.ts';
import type { PointStore } from '../modules/liability/point-files.ts';
import {
  PICTURE_TABLES,
  type PictureTable,
  type SealedPictures,
} from '../modules/pictures/sealed-pictures.ts';
import { resealVapidKey } from '../modules/push/vapid.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';
import { VaultError, type Vault } from '../vault/vault.ts';
import type { Pace } from './pace.ts';
import { PLACES, type Row } from './places.ts';
import { nextWindow, resealRow, type Key } from './rows.ts';

const OBJECTS_AT_ONCE = 100;
const SAID_EVERY_MS = 10_000;
/** What a file of statements counts as: it is read whole to see under which key it is. */
const STATEMENTS_BYTES = 65_536;

export interface Walked {
  /** Values that were under an older key, and are no longer. */
  resealed: number;
  /** What does not open under any of the keys, or could not be read. */
  readonly failures: string[];
}

export interface WalkOptions {
  readonly db: Queries;
  readonly vault: Vault;
  readonly sealedPictures: Pick<SealedPictures, 'reseal'>;
  readonly statements: Pick<PointStore, 'statementFiles' | 'reseal'>;
  readonly pace: Pace;
  readonly say: (line: string) => void;
}

/** Looks at every sealed value there is, and seals anew what is under an older key. */
export class Walk {
  readonly #options: WalkOptions;
  readonly #keyId: Buffer;
  /** Whether it goes on where an earlier one was interrupted, and notes how far it comes. */
  readonly #isNoted: boolean;
  #saidMs = performance.now();
  readonly walked: Walked = { resealed: 0, failures: [] };

  constructor(options: WalkOptions, isNoted: boolean) {
    this.#options = options;
    this.#keyId = options.vault.keyIds[0]!;
    this.#isNoted = isNoted;
  }

  /** @throws Interrupted */
  async run(): Promise<Walked> {
    for (const table of Object.keys(PLACES)) {
      await this.#place(table, after => this.#rows(table, after));
    }
    for (const table of PICTURE_TABLES) {
      await this.#place(`${table}: objects`, () => this.#objects(table));
    }
    await this.#place('liabilities: statements', () => this.#statements());
    await this.#place('push: key of the server', () => this.#vapid());
    return this.walked;
  }

  async #place(place: string, work: (after: Key | null) => Promise<void>): Promise<void> {
    const { db, say } = this.#options;
    await db.query('insert into reseal_places (key_id, place) values ($1, $2) on conflict do nothing', [
      this.#keyId,
      place,
    ]);
    const { rows } = await db.query<{ last_key: string[] | null; is_done: boolean }>(
      'select last_key, is_done from reseal_places where key_id = $1 and place = $2',
      [this.#keyId, place],
    );
    if (this.#isNoted && rows[0]?.is_done === true) return;
    const before = this.walked.resealed;
    await work(this.#isNoted ? (rows[0]?.last_key ?? null) : null);
    if (this.#isNoted) await this.#note(place, 'is_done = true');
    if (this.walked.resealed > before) say(`${place}: ${this.walked.resealed - before} sealed anew`);
  }

  async #rows(table: string, from: Key | null): Promise<void> {
    const { db, vault, pace } = this.#options;
    let after = from;
    for (;;) {
      await pace.wait(1);
      const window = await nextWindow(db, vault, table, after);
      for (const key of window.old) {
        const outcome = await resealRow(db, vault, table, key, this.#keyId);
        if ('failure' in outcome) this.walked.failures.push(outcome.failure);
        else if (outcome.bytes > 0) this.walked.resealed++;
        await pace.wait('bytes' in outcome ? outcome.bytes : 1);
      }
      if (window.last === null) return;
      after = window.last;
      this.#sayNow(table);
      if (this.#isNoted) await this.#note(table, 'last_key = $3', [after]);
    }
  }

  async #objects(table: PictureTable): Promise<void> {
    const { db, sealedPictures } = this.#options;
    const contextOf = PLACES[table]?.sealed['sealed'];
    const needs = [...Object.keys(PLACES[table]?.key ?? {}), ...(PLACES[table]?.needs ?? [])];
    let after = 0;
    for (;;) {
      const { rows } = await db.query<Row & { id: string; object_key: string; size: number }>(
        `select ${needs.map(name => `t.${name}`).join(', ')}, t.object_key, o.bytes as size
           from ${table} t join sealed_objects o on o.key = t.object_key
          where t.id > $1 and o.data_key_id <> $2 order by t.id limit ${OBJECTS_AT_ONCE}`,
        [after, this.#keyId],
      );
      for (const row of rows) {
        const id = Number(row.id);
        await this.#one(`${table}: objects`, `${table} ${id}`, row.size, () =>
          sealedPictures.reseal(table, id, contextOf!(row), row.object_key),
        );
        after = id;
      }
      if (rows.length < OBJECTS_AT_ONCE) return;
    }
  }

  async #statements(): Promise<void> {
    const { statements } = this.#options;
    for await (const name of statements.statementFiles()) {
      await this.#one('liabilities: statements', name, STATEMENTS_BYTES, () => statements.reseal(name));
    }
  }

  async #vapid(): Promise<void> {
    const { db, vault } = this.#options;
    await this.#one('push: key of the server', 'the key for pushes', 1, () => resealVapidKey(db, vault));
  }

  /** Seals one value anew that is not in a row, and counts it. */
  async #one(place: string, name: string, bytes: number, work: () => Promise<boolean>): Promise<void> {
    try {
      if (await work()) {
        this.walked.resealed++;
        await this.#note(place, 'resealed = resealed + 1');
      }
    } catch (error) {
      if (!(error instanceof VaultError || error instanceof ObjectStoreError)) throw error;
      this.walked.failures.push(`${name}: ${error.message}`);
    }
    await this.#options.pace.wait(bytes);
  }

  /** Now and then, that it goes on. */
  #sayNow(place: string): void {
    if (performance.now() < this.#saidMs + SAID_EVERY_MS) return;
    this.#saidMs = performance.now();
    this.#options.say(`${place}: …, ${this.walked.resealed} sealed anew so far`);
  }

  async #note(place: string, set: string, values: readonly unknown[] = []): Promise<void> {
    await this.#options.db.query(`update reseal_places set ${set} where key_id = $1 and place = $2`, [
      this.#keyId,
      place,
      ...values,
    ]);
  }
}
