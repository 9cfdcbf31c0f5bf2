import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import type { Operator } from '../../http/operator.ts';
import { customerFacts, operatorNames, queuePageOf } from '../desk/queue/people.ts';
import type {
  DecisionContext,
  QueueDecision,
  QueueDetail,
  QueueFilter,
  QueueItem,
  QueueKind,
  QueuePage,
} from '../desk/queue/queue-kind.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { readCursor } from '../page.ts';
import type { Pictures } from '../pictures/service.ts';
import type { DepositReview } from './review.ts';
import * as store from './store.ts';
import type { Deposit } from './store.ts';
import { shownState, statesBehind, wireDeposit } from './wire.ts';

export interface DepositQueueOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly pictures: Pick<Pictures, 'read'>;
  readonly review: DepositReview;
}

const STATES = ['processing', 'passed', 'rejected', 'reversed'] as const;
type Field = QueueDetail['fields'][number];

/** Deposits at the desk: approve or reject vouchers, and see what the watcher booked. */
export class DepositQueue implements QueueKind {
  readonly name = 'deposit';
  readonly read = 'deposit.read';
  readonly decide = 'deposit.decide';
  readonly states = STATES;
  readonly #options: DepositQueueOptions;

  constructor(options: DepositQueueOptions) {
    this.#options = options;
  }

  count(): Promise<number> {
    return store.countDeposits(this.#options.pool, ['processing']);
  }

  async list({ state, customerId, cursor, limit }: QueueFilter): Promise<QueuePage> {
    const { pool } = this.#options;
    const shown = STATES.find(one => one === state) ?? 'processing';
    const rows = await store.listDeposits(pool, {
      customerId,
      states: statesBehind(shown),
      order: shown === 'processing' ? 'oldest' : 'newest',
      after: readCursor(cursor, 1)?.[0] ?? null,
      limit: limit + 1,
    });
    return queuePageOf(pool, rows, limit, (row, customer) => this.#item(row, customer));
  }

  async detail(id: number, _operator: Operator): Promise<QueueDetail | null> {
    const { pool } = this.#options;
    const deposit = await store.findDeposit(pool, id);
    if (deposit === null) return null;
    const facts = await customerFacts(pool, deposit.customerId);
    const counts = await this.#countsOf(deposit.customerId);
    return {
      item: this.#item(deposit, facts.name),
      fields: [
        ...this.#fields(deposit),
        { key: 'verification', value: facts.verification, format: 'text' },
        { key: 'customer_since', value: String(facts.createdAtMs), format: 'time' },
        { key: 'deposits_passed', value: counts.passed, format: 'text' },
        { key: 'deposits_rejected', value: counts.rejected, format: 'text' },
      ],
      pictures: deposit.pictureId === null ? [] : [{ id: deposit.pictureId, label: 'voucher' }],
      history: await this.#history(deposit),
      actions: deposit.state === 'processing' ? actionsOf(deposit) : [],
    };
  }

  async apply(decision: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    const { review } = this.#options;
    if (decision.action === 'approve') {
      const transactionId = decision.inputs['transaction_id'] ?? '';
      await review.approve(decision.id, operator.id, transactionId, audit);
    } else {
      await review.reject(decision.id, operator.id, decision.reason, audit);
    }
  }

  async picture(id: number, pictureId: number): ReturnType<NonNullable<QueueKind['picture']>> {
    const { pool, pictures } = this.#options;
    const deposit = await store.findDeposit(pool, id);
    if (deposit?.pictureId !== pictureId) return null;
    const { bytes, contentType } = await pictures.read(pictureId);
    return {
      content_type: contentType === 'image/png' ? 'image/png' : 'image/jpeg',
      base64: Buffer.from(bytes).toString('base64'),
    };
  }

  #item(deposit: Deposit, customer: string): QueueItem {
    const currency = this.#options.units.currency(deposit.currencyId);
    return {
      id: deposit.id,
      customer_id: deposit.customerId,
      customer,
      title: `${currency.code} · ${deposit.network ?? deposit.paidCurrency ?? ''}`,
      amount: formatMinor(deposit.amountMinor, currency.decimals),
      currency: currency.code,
      state: shownState(deposit.state),
      flags: [...deposit.flags],
      created_at_ms: deposit.createdAtMs,
    };
  }

  #fields(deposit: Deposit): Field[] {
    const wire = wireDeposit(deposit, this.#options.units);
    const all: [string, string | null, Field['format']][] = [
      ['channel', wire.channel, 'text'],
      ['network', wire.network, 'text'],
      ['amount', `${wire.amount} ${wire.currency}`, 'amount'],
      [
        'paid_amount',
        wire.paid_amount === null ? null : `${wire.paid_amount} ${wire.paid_currency}`,
        'amount',
      ],
      ['rate', wire.rate, 'text'],
      ['address', wire.address, 'address'],
      ['transaction_id', wire.transaction_id, 'hash'],
      ['explorer', wire.explorer_url, 'link'],
      ['bank_reference', deposit.network === null ? `TALLY-${deposit.customerId}` : null, 'text'],
      ['reason', wire.reason, 'text'],
    ];
    return all.flatMap(([key, value, format]) => (value === null ? [] : [{ key, value, format }]));
  }

  async #history(deposit: Deposit): Promise<QueueDetail['history']> {
    const { decidedBy, decidedAtMs, reversedAtMs } = deposit;
    const names = await operatorNames(this.#options.pool, decidedBy === null ? [] : [decidedBy]);
    const history = [{ at_ms: deposit.createdAtMs, who: '', what: 'created', note: '' }];
    if (decidedAtMs !== null) {
      const what = deposit.state === 'rejected' ? 'rejected' : 'approved';
      const who = decidedBy === null ? '' : (names.get(decidedBy) ?? '');
      history.push({ at_ms: decidedAtMs, who, what, note: deposit.reason ?? '' });
    }
    if (reversedAtMs !== null) history.push({ at_ms: reversedAtMs, who: '', what: 'reversed', note: '' });
    return history;
  }

  async #countsOf(customerId: number): Promise<{ passed: string; rejected: string }> {
    const { rows } = await this.#options.pool.query<{ passed: string; rejected: string }>(
      `select count(*) filter (where state = 'passed')::text as passed,
              count(*) filter (where state = 'rejected')::text as rejected
         from deposits where customer_id = $1`,
      [customerId],
    );
    return rows[0] ?? { passed: '0', rejected: '0' };
  }
}

function actionsOf({ network, channel, transactionId }: Deposit): QueueDetail['actions'] {
  const transaction = { name: 'transaction_id', required: network !== null, value: transactionId ?? '' };
  const common = { choices: [], blocked: null };
  return [
    {
      name: 'approve',
      tone: 'good',
      needs_reason: false,
      inputs: channel === 'chain' ? [] : [transaction],
      ...common,
    },
    { name: 'reject', tone: 'bad', needs_reason: true, inputs: [], ...common },
  ];
}
