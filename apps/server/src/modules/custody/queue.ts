import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { blockedAsSecond } from '../../approval/second-person.ts';
import type { CustodyChain } from '../../chains/custody/custody-chain.ts';
import type { Operator } from '../../http/operator.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { action, fieldsOf, type FieldRow } from '../../queue/pieces.ts';
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
import type { Differences } from './differences.ts';
import * as store from './positions.ts';
import { EXPLANATIONS, type Difference } from './positions.ts';

export interface CustodyQueueOptions {
  readonly pool: pg.Pool;
  readonly chains: readonly CustodyChain[];
  readonly units: MarketUnitsTable;
  readonly differences: Differences;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

const STATES = ['open', 'resolved', 'vanished'] as const;

/** Where chain and ledger differ, and nothing explains it. */
export class CustodyQueue implements QueueKind {
  readonly name = 'custody';
  readonly read = 'custody.read';
  readonly decide = 'custody.decide';
  readonly states = STATES;
  readonly #options: CustodyQueueOptions;

  constructor(options: CustodyQueueOptions) {
    this.#options = options;
  }

  count(): Promise<number> {
    return store.countOpen(this.#options.pool);
  }

  async list({ state, customerId, cursor, limit }: QueueFilter): Promise<QueuePage> {
    // None of them is a customer's.
    if (customerId !== undefined) return { items: [], next_cursor: null };
    const found = await store.listDifferences(
      this.#options.pool,
      STATES.find(one => one === state) ?? 'open',
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
    const { pool, certainNow } = this.#options;
    const found = await store.findDifference(pool, id);
    if (found === null) return null;
    const approvals = await store.approvalsOf(pool, id);
    const firsts = approvals.map(one => one.operatorId);
    const whoIs = await operatorNames(pool, firsts);
    const blocked = await blockedAsSecond(pool, operator.id, firsts, certainNow());
    return {
      item: this.#item(found),
      fields: this.#fields(found),
      pictures: [],
      history: [
        { at_ms: found.openedAtMs, who: '', what: 'created', note: '' },
        ...approvals.map(one => ({
          at_ms: one.atMs,
          who: whoIs(one.operatorId),
          what: 'explained',
          note: one.reason,
        })),
        ...(found.closedAtMs === null
          ? []
          : [{ at_ms: found.closedAtMs, who: '', what: found.state, note: '' }]),
      ],
      actions: found.state === 'open' ? [action('explain', 'plain', { needs_reason: true, ...blocked })] : [],
    };
  }

  apply({ id, reason }: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    return this.#options.differences.explain(id, operator.id, reason, audit);
  }

  #item(found: Difference): QueueItem {
    return {
      id: found.id,
      customer_id: null,
      customer: found.network,
      title: `${this.#code(found)} · ${found.network}`,
      amount: this.#shown(found, found.amount),
      currency: this.#code(found),
      state: found.state,
      flags: [found.amount > 0n ? 'more_at_chain' : 'less_at_chain'],
      created_at_ms: found.openedAtMs,
    };
  }

  #fields(found: Difference) {
    const { facts } = found;
    const amount = (key: string, units: bigint): FieldRow => [
      key,
      units === 0n ? null : `${this.#shown(found, units)} ${this.#code(found)}`,
      'amount',
    ];
    return fieldsOf([
      ['network', found.network, 'text'],
      ['unexplained', `${this.#shown(found, found.amount)} ${this.#code(found)}`, 'amount'],
      amount('ledger', facts.ledger),
      amount('hot', facts.hot),
      amount('cold', facts.cold),
      amount('deposit_addresses', facts.deposits),
      ...EXPLANATIONS.map(name => amount(name, facts.explained[name])),
      ['block', String(facts.blockNumber), 'text'],
      ['compared_at', String(facts.atMs), 'time'],
    ]);
  }

  /** Decimals of a chain that is no longer set up are the ledger's. */
  #shown({ network, currencyId }: Difference, units: bigint): string {
    const chain = this.#options.chains.find(one => one.network === network);
    const decimals = chain?.decimals(currencyId) ?? this.#options.units.currency(currencyId).decimals;
    return formatMinor(units, decimals);
  }

  #code({ currencyId }: Difference): string {
    return this.#options.units.currency(currencyId).code;
  }
}
