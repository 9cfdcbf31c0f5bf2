import type pg from 'pg';
import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';
import { inTransaction } from '../../database/transaction.ts';
import { requireSecondPerson } from '../../approval/second-person.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { bankAssets, type Asset } from './bank-assets.ts';

type Queries = Pick<pg.ClientBase, 'query'>;
export const DIFFERENCE_STATES = ['open', 'resolved', 'vanished'] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];

const DIFFERENCES = new StoredTable('company_differences', {
  id: Number,
  channel: as<'bank'>(),
  currencyId: Number,
  amount: BigInt,
  assetsMinor: BigInt,
  ledgerMinor: BigInt,
  explainedMinor: BigInt,
  asOfMs: Number,
  state: as<DifferenceState>(),
  openedAtMs: Number,
  changedAtMs: Number,
  closedAtMs: orNull(Number),
});
export type Difference = Stored<typeof DIFFERENCES>;

const APPROVALS = new StoredTable('company_difference_approvals', {
  differenceId: Number,
  operatorId: Number,
  amount: BigInt,
  reason: as<string>(),
  atMs: Number,
});

export interface DifferencesOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
  /** What was found outside, beside the ledger of the same moment. */
  readonly assets?: (db: Queries, nowMs: number) => Promise<Asset[]>;
}

/** Further writes in the transaction of a decision, such as the desk's log. */
export type Inside = (
  client: pg.ClientBase,
  change: { readonly before: unknown; readonly after: unknown },
) => Promise<void>;

/**
 * What bank statements and the ledger differ by: one case for each currency, which two people explain. What they have
 * explained counts from then on, so the same difference opens once.
 */
export class CompanyDifferences {
  readonly #options: DifferencesOptions;

  constructor(options: DifferencesOptions) {
    this.#options = options;
  }

  /** Compares the newest statements: opens, changes and closes cases. */
  async compare(): Promise<void> {
    const { pool, now, assets = bankAssets } = this.#options;
    await inTransaction(pool, async client => {
      // Whoever compares at the same time waits, and then finds nothing to do.
      await client.query('lock table company_differences in share row exclusive mode');
      for (const asset of await assets(client, now())) await settle(client, asset, now());
    });
  }

  find(db: Queries, id: number, lock = false): Promise<Difference | null> {
    return DIFFERENCES.first(db, `where id = $1${lock ? ' for update' : ''}`, [id]);
  }

  list(state: DifferenceState, after: number | null, limit: number): Promise<Difference[]> {
    const [order, sign] = state === 'open' ? ['asc', '>'] : ['desc', '<'];
    return DIFFERENCES.find(
      this.#options.pool,
      `where state = $1 and ($2::bigint is null or id ${sign} $2) order by id ${order} limit $3`,
      [state, after, limit],
    );
  }

  async countOpen(): Promise<number> {
    const { rows } = await this.#options.pool.query<{ count: number }>(
      `select count(*)::integer as count from company_differences where state = 'open'`,
    );
    return rows[0]?.count ?? 0;
  }

  approvalsOf(id: number) {
    return APPROVALS.find(this.#options.pool, 'where difference_id = $1 order by at_ms, operator_id', [id]);
  }

  /**
   * One operator's explanation; with a second one of the same amount the case is closed. @throws CallFailure not_found,
   * already_decided, reason_required, same_operator, second_person_waiting, second_person_related
   */
  async explain(id: number, operatorId: number, reason: string, inside: Inside): Promise<void> {
    const { pool, now, certainNow } = this.#options;
    if (reason === '') throw new CallFailure('reason_required', { field: 'reason' });
    await inTransaction(pool, async client => {
      const found = await this.find(client, id, true);
      if (found === null) throw new CallFailure('not_found', { field: 'id' });
      if (found.state !== 'open') throw new CallFailure('already_decided', { state: found.state });
      const before = await APPROVALS.find(client, 'where difference_id = $1', [id]);
      const firsts = before.map(one => one.operatorId);
      if (firsts.length > 0) await requireSecondPerson(client, operatorId, firsts, certainNow());
      const { amount } = found;
      await APPROVALS.insert(client, { differenceId: id, operatorId, amount, reason, atMs: now() });
      const state = firsts.length > 0 ? 'resolved' : 'open';
      if (state === 'resolved') await close(client, id, state, now());
      await inside(client, {
        before: { state: 'open', amount: String(amount) },
        after: { state, reason, approvals: firsts.length + 1 },
      });
    });
  }
}

async function settle(db: Queries, asset: Asset, nowMs: number): Promise<void> {
  const { currencyId, assetsMinor, ledgerMinor, asOfMs } = asset;
  const explainedMinor = await explainedSoFar(db, currencyId);
  const amount = assetsMinor - ledgerMinor - explainedMinor;
  const open = await DIFFERENCES.first(
    db,
    `where channel = 'bank' and currency_id = $1 and state = 'open' for update`,
    [currencyId],
  );
  const facts = { amount, assetsMinor, ledgerMinor, explainedMinor, asOfMs, changedAtMs: nowMs };
  if (open === null) {
    if (amount === 0n) return;
    const rest = { channel: 'bank', currencyId, state: 'open', openedAtMs: nowMs } as const;
    return DIFFERENCES.insert(db, { ...rest, ...facts });
  }
  if (amount === 0n) {
    await close(db, open.id, 'vanished', nowMs);
  } else if (amount !== open.amount || asOfMs !== open.asOfMs) {
    await DIFFERENCES.change(db, { id: open.id }, facts);
    // Another amount is another difference: what was agreed about the old one no longer counts.
    if (amount !== open.amount) {
      await db.query('delete from company_difference_approvals where difference_id = $1', [open.id]);
    }
  }
}

/** What two people have explained counts as found for good. */
async function explainedSoFar(db: Queries, currencyId: number): Promise<bigint> {
  const { rows } = await db.query<{ minor: string }>(
    `select coalesce(sum(amount), 0)::text as minor from company_differences
      where channel = 'bank' and currency_id = $1 and state = 'resolved'`,
    [currencyId],
  );
  return BigInt(rows[0]?.minor ?? 0);
}

async function close(db: Queries, id: number, state: 'resolved' | 'vanished', atMs: number): Promise<void> {
  await DIFFERENCES.change(db, { id, state: 'open' }, { state, closedAtMs: atMs });
}
