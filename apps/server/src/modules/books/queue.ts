import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { blockedAsSecond } from '../../approval/second-person.ts';
import type { Operator } from '../../http/operator.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { action, fieldsOf } from '../../queue/pieces.ts';
import type {
  DecisionContext,
  QueueDecision,
  QueueDetail,
  QueueFilter,
  QueueItem,
  QueueKind,
  QueuePage,
} from '../../queue/queue-kind.ts';
import { operatorNames } from '../account/queue-people.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { DIFFERENCE_STATES, type CompanyDifferences, type Difference } from './differences.ts';

export interface ReconciliationQueueOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly differences: CompanyDifferences;
  /** See `Clock.certainNow`. */
  readonly certainNow: () => number;
}

/** Where bank statements and the ledger differ, and nobody has explained it. */
export class ReconciliationQueue implements QueueKind {
  readonly name = 'reconciliation';
  readonly read = 'reconciliation.read';
  readonly decide = 'reconciliation.decide';
  readonly states = DIFFERENCE_STATES;
  readonly #options: ReconciliationQueueOptions;

  constructor(options: ReconciliationQueueOptions) {
    this.#options = options;
  }

  count(): Promise<number> {
    return this.#options.differences.countOpen();
  }

  async list({ state, customerId, cursor, limit }: QueueFilter): Promise<QueuePage> {
    // None of them is a customer's.
    if (customerId !== undefined) return { items: [], next_cursor: null };
    const found = await this.#options.differences.list(
      DIFFERENCE_STATES.find(one => one === state) ?? 'open',
      readCursor(cursor, 1)?.[0] ?? null,
      limit + 1,
    );
    return pageOf(
      found,
      limit,
      row => String(row.id),
      row => this.#item(row),
    );
  }

  async detail(id: number, operator: Operator): Promise<QueueDetail | null> {
    const { pool, certainNow, differences } = this.#options;
    const found = await differences.find(pool, id);
    if (found === null) return null;
    const approvals = await differences.approvalsOf(id);
    const firsts = approvals.map(one => one.operatorId);
    const whoIs = await operatorNames(pool, firsts);
    const blocked = await blockedAsSecond(pool, operator.id, firsts, certainNow());
    const closed = found.closedAtMs;
    return {
      item: this.#item(found),
      fields: fieldsOf([
        ['unexplained', this.#shown(found, found.amount), 'amount'],
        ['statements', this.#shown(found, found.assetsMinor), 'amount'],
        ['ledger', this.#shown(found, found.ledgerMinor), 'amount'],
        ['resolved', found.explainedMinor === 0n ? null : this.#shown(found, found.explainedMinor), 'amount'],
        ['as_of', String(found.asOfMs), 'time'],
        ['compared_at', String(found.changedAtMs), 'time'],
      ]),
      pictures: [],
      history: [
        { at_ms: found.openedAtMs, who: '', what: 'created', note: '' },
        ...approvals.map(one => ({
          at_ms: one.atMs,
          who: whoIs(one.operatorId),
          what: 'explained',
          note: one.reason,
        })),
        ...(closed === null ? [] : [{ at_ms: closed, who: '', what: found.state, note: '' }]),
      ],
      actions: found.state === 'open' ? [action('explain', 'plain', { needs_reason: true, ...blocked })] : [],
    };
  }

  apply({ id, reason }: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    return this.#options.differences.explain(id, operator.id, reason, audit);
  }

  #item(found: Difference): QueueItem {
    const { code, decimals } = this.#options.units.currency(found.currencyId);
    return {
      id: found.id,
      customer_id: null,
      customer: found.channel,
      title: `${code} · ${found.channel}`,
      amount: formatMinor(found.amount, decimals),
      currency: code,
      state: found.state,
      flags: [found.amount > 0n ? 'more_at_bank' : 'less_at_bank'],
      created_at_ms: found.openedAtMs,
    };
  }

  #shown({ currencyId }: Difference, minor: bigint): string {
    const { code, decimals } = this.#options.units.currency(currencyId);
    return `${formatMinor(minor, decimals)} ${code}`;
  }
}
