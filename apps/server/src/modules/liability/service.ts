import { rootOf, type LiabilitiesRecord, type LiabilityProof } from '@tallystick/verify/liability/proof';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { CallFailure } from '../../http/call-failure.ts';
import { liabilityTotals, newestRecordedPoint, recordedPoint, type RecordedPoint } from './audit-points.ts';
import type { KeptStatement } from './make-point.ts';
import type { PointStore } from './point-files.ts';
import { prove } from './prove.ts';
import { DamagedTree } from './tree-files.ts';

export interface LiabilityServiceOptions {
  readonly pool: pg.Pool;
  readonly store: PointStore;
  readonly log: FastifyBaseLogger;
}

/** A point as the list shows it. */
export interface ListedPoint extends RecordedPoint {
  readonly recordHash: Buffer;
  /** Whether its trees are still there. */
  readonly kept: boolean;
}

/** Hands out audit points, and to each customer what they were owed. */
export class LiabilityService {
  readonly #options: LiabilityServiceOptions;

  constructor(options: LiabilityServiceOptions) {
    this.#options = options;
  }

  /** Recorded points with smaller numbers, newest first. */
  async points(below: number, limit: number): Promise<ListedPoint[]> {
    const { rows } = await this.#options.pool.query<{
      number: string;
      sequence: string;
      at_ms: string;
      chosen_at_ms: string;
      public_record: string;
      hash: Buffer;
      kept: boolean;
    }>(
      `select p.*, r.hash, t.point is not null as kept
         from audit_points p join public_records r on r.number = p.public_record
         left join liability_trees t on t.point = p.number
        where p.number < $1 order by p.number desc limit $2`,
      [below, limit],
    );
    return rows.map(row => ({
      number: Number(row.number),
      sequence: Number(row.sequence),
      atMs: Number(row.at_ms),
      chosenAtMs: Number(row.chosen_at_ms),
      record: Number(row.public_record),
      recordHash: row.hash,
      kept: row.kept,
    }));
  }

  /**
   * What the customer was owed at the point, or at the newest.
   *
   * @throws CallFailure not_found; DamagedTree, VaultError if what was stored is not what was published
   */
  async proof(customerId: number, number: number | null): Promise<Omit<LiabilityProof, 'log'>> {
    const { pool, store } = this.#options;
    const point = number === null ? await newestRecordedPoint(pool) : await recordedPoint(pool, number);
    if (point === null) throw new CallFailure('not_found', { field: 'point' });
    const { rows } = await pool.query<{ folder: string; firsts: number[] }>(
      'select folder, firsts from liability_trees where point = $1',
      [point.number],
    );
    const tree = rows[0];
    if (tree === undefined) throw new CallFailure('not_found', { field: 'point' });
    const record = await this.#record(point);
    try {
      const kept = await store.statementsOf(tree.folder, tree.firsts, customerId);
      return {
        record,
        statements: await this.#prove(point, tree.folder, kept?.statements ?? [], record),
      };
    } catch (error) {
      this.#options.log.error(
        { err: error, point: point.number },
        'a proof of liabilities could not be made',
      );
      throw error;
    }
  }

  async #prove(
    point: RecordedPoint,
    folder: string,
    kept: readonly KeptStatement[],
    { body }: LiabilitiesRecord,
  ): Promise<LiabilityProof['statements']> {
    const totals = await liabilityTotals(this.#options.pool, point.number);
    const statements: LiabilityProof['statements'][number][] = [];
    for (const statement of kept) {
      const total = totals.find(({ code }) => code === statement.currency);
      const published = body.tree.find(({ currency }) => currency === statement.currency);
      if (total?.root !== null && total?.root !== undefined && published !== undefined) {
        const files = this.#options.store.tree(folder, total.currencyId);
        const proven = await prove(point.number, statement, total.leaves, files);
        const root = rootOf(proven, total.leaves);
        const isIt =
          root !== null &&
          total.root.equals(root.hash) &&
          total.root.toString('hex') === published.root &&
          root.sum === total.totalMinor &&
          String(root.sum) === published.total;
        if (!isIt) throw new DamagedTree(`the tree of ${statement.currency} is not the published one`);
        statements.push(proven);
      } else throw new DamagedTree(`nothing was published of ${statement.currency}`);
    }
    return statements;
  }

  async #record(point: RecordedPoint): Promise<LiabilitiesRecord> {
    const { rows } = await this.#options.pool.query<{ body: string; at_ms: string; previous_hash: Buffer }>(
      'select body, at_ms, previous_hash from public_records where number = $1',
      [point.record],
    );
    const row = rows[0];
    if (row === undefined) throw new DamagedTree('the record is gone');
    return {
      number: point.record,
      at_ms: Number(row.at_ms),
      previous_hash: row.previous_hash.toString('hex'),
      body: JSON.parse(row.body) as LiabilitiesRecord['body'],
    };
  }
}
