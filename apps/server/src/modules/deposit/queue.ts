import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import type { Operator } from '../../http/operator.ts';
import { blockedAsSecond } from '../../approval/second-person.ts';
import { customerFacts, operatorNames, queuePage, type QueueRead } from '../account/queue-people.ts';
import { action, fieldsOf, pictureOf, type Field } from '../../queue/pieces.ts';
import type {
  DecisionContext,
  QueueDecision,
  QueueDetail,
  QueueFilter,
  QueueItem,
  QueueKind,
  QueuePage,
  QueuePicture,
} from '../../queue/queue-kind.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Pictures } from '../pictures/service.ts';
import { approvalsFor, approvalsOf, type DepositApproval } from './approvals.ts';
import type { DepositReview } from './review.ts';
import * as store from './store.ts';
import type { Deposit } from './store.ts';
import { shownState, statesBehind, wireDeposit } from './wire.ts';

export interface DepositQueueOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly pictures: Pick<Pictures, 'read'>;
  readonly review: DepositReview;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

const STATES = ['processing', 'passed', 'rejected', 'reversed'] as const;

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

  list(filter: QueueFilter): Promise<QueuePage> {
    const { pool } = this.#options;
    const read = ({ state, ...asked }: QueueRead<(typeof STATES)[number]>) =>
      store.listDeposits(pool, {
        ...asked,
        states: statesBehind(state),
        order: state === 'processing' ? 'oldest' : 'newest',
      });
    return queuePage(pool, STATES, filter, read, (row, customer) => this.#item(row, customer));
  }

  async detail(id: number, operator: Operator): Promise<QueueDetail | null> {
    const { pool } = this.#options;
    const deposit = await store.findDeposit(pool, id);
    if (deposit === null) return null;
    const facts = await customerFacts(pool, deposit.customerId);
    const approvals = await approvalsOf(pool, id);
    const counts = await this.#countsOf(deposit.customerId);
    return {
      item: this.#item(deposit, facts.name),
      fields: [
        ...this.#fields(deposit),
        ...approvalFields(deposit, approvals),
        { key: 'verification', value: facts.verification, format: 'text' },
        { key: 'customer_since', value: String(facts.createdAtMs), format: 'time' },
        { key: 'deposits_passed', value: counts.passed, format: 'text' },
        { key: 'deposits_rejected', value: counts.rejected, format: 'text' },
      ],
      pictures: deposit.pictureId === null ? [] : [{ id: deposit.pictureId, label: 'voucher' }],
      history: await this.#history(deposit, approvals),
      actions: deposit.state === 'processing' ? await this.#actions(deposit, approvals, operator) : [],
    };
  }

  async #actions(
    { network, channel, transactionId, flags }: Deposit,
    approvals: readonly DepositApproval[],
    operator: Operator,
  ): Promise<QueueDetail['actions']> {
    const { pool, certainNow } = this.#options;
    const reject = action('reject', 'bad', { needs_reason: true });
    // Nobody could take it out any more.
    if (flags.includes('account_closed')) return [reject];
    // The second person must find the transaction themself.
    const last = approvals.at(-1);
    const named = last === undefined ? transactionId : last.transactionId;
    const transaction = { name: 'transaction_id', required: network !== null, value: named ?? '' };
    // Compared with the lists; not kept, unless it is on one.
    const sender = {
      name: network === null ? 'sender_name' : 'sender_address',
      required: false,
      value: '',
    };
    const firsts = approvals
      .filter(one => one.transactionId === (last?.transactionId ?? null))
      .map(one => one.operatorId);
    return [
      action('approve', 'good', {
        inputs: channel === 'chain' ? [] : [transaction, sender],
        ...(await blockedAsSecond(pool, operator.id, firsts, certainNow())),
      }),
      reject,
    ];
  }

  async apply(decision: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    const { review } = this.#options;
    if (decision.action === 'approve') {
      const {
        transaction_id: transactionId = '',
        sender_name: name,
        sender_address: address,
      } = decision.inputs;
      const written = { transactionId, sender: name ?? address ?? '' };
      await review.approve(decision.id, operator.id, written, audit);
    } else {
      await review.reject(decision.id, operator.id, decision.reason, audit);
    }
  }

  async picture(id: number, pictureId: number): Promise<QueuePicture | null> {
    const { pool, pictures } = this.#options;
    const deposit = await store.findDeposit(pool, id);
    if (deposit?.pictureId !== pictureId) return null;
    return pictureOf(pictures, pictureId);
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
      flags: takesTwo(deposit) ? [...deposit.flags, 'two_people'] : [...deposit.flags],
      created_at_ms: deposit.createdAtMs,
    };
  }

  #fields(deposit: Deposit): Field[] {
    const wire = wireDeposit(deposit, this.#options.units.currency(deposit.currencyId), 0);
    return fieldsOf([
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
      ['memo', wire.memo, 'text'],
      ['transaction_id', wire.transaction_id, 'hash'],
      ['explorer', wire.explorer_url, 'link'],
      ['bank_reference', deposit.network === null ? `TALLY-${deposit.customerId}` : null, 'text'],
      ['reason', wire.reason, 'text'],
    ]);
  }

  async #history(deposit: Deposit, approvals: readonly DepositApproval[]): Promise<QueueDetail['history']> {
    const { decidedBy, decidedAtMs, reversedAtMs } = deposit;
    const ids = [...approvals.map(one => one.operatorId), decidedBy];
    const whoIs = await operatorNames(this.#options.pool, ids);
    const history = [{ at_ms: deposit.createdAtMs, who: '', what: 'created', note: '' }];
    for (const { operatorId, transactionId, atMs } of approvals) {
      history.push({
        at_ms: atMs,
        who: whoIs(operatorId),
        what: 'approved',
        note: transactionId ?? '',
      });
    }
    const isRejected = deposit.state === 'rejected';
    // Approvals record people's decisions; the watcher's credits have none.
    if (decidedAtMs !== null && (isRejected || !approvals.some(one => one.operatorId === decidedBy))) {
      const what = isRejected ? 'rejected' : 'approved';
      history.push({ at_ms: decidedAtMs, who: whoIs(decidedBy), what, note: deposit.reason ?? '' });
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

/** Shown before the deposit is opened. */
function takesTwo({ state, approvalsNeeded }: Deposit): boolean {
  return state === 'processing' && approvalsNeeded === 2;
}

/** Only for deposits that people credit: the watcher needs no approval. */
function approvalFields(
  { state, channel, approvalsNeeded }: Deposit,
  approvals: readonly DepositApproval[],
): Field[] {
  if (channel === 'chain' && state !== 'processing') return [];
  const last = approvals.at(-1)?.transactionId ?? null;
  return [
    { key: 'approvals', value: `${approvalsFor(approvals, last)} / ${approvalsNeeded}`, format: 'text' },
  ];
}
