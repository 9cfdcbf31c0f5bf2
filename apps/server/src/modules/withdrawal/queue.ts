import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import type { Operator } from '../../http/operator.ts';
import type { Vault } from '../../vault/vault.ts';
import { blockedAsSecond } from '../../approval/second-person.ts';
import { customerFacts, operatorNames, queuePage, type QueueRead } from '../account/queue-people.ts';
import { action, fieldsOf, type Action, type Field, type FieldRow } from '../../queue/pieces.ts';
import type {
  DecisionContext,
  QueueDecision,
  QueueDetail,
  QueueFilter,
  QueueItem,
  QueueKind,
  QueuePage,
} from '../../queue/queue-kind.ts';
import type { ComplianceChecks } from '../compliance/module.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import type { WithdrawalReview } from './review.ts';
import * as store from './store.ts';
import type { Approval, Withdrawal } from './store.ts';
import { shownWithdrawal } from './service.ts';
import { shownState, statesBehind, wireWithdrawal } from './wire.ts';

export interface WithdrawalQueueOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly vault: Vault;
  readonly exchange: Pick<ReadonlyExchange, 'isFrozen'>;
  readonly review: WithdrawalReview;
  readonly hold: PayoutHold;
  readonly compliance: Pick<ComplianceChecks, 'isHeld'>;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

const STATES = ['processing', 'approved', 'sending', 'passed', 'rejected', 'cancelled'] as const;
const WAITING: readonly string[] = ['processing', 'approved', 'sending'];
/** Only withdrawals without a transaction. */
const UNPAID: readonly string[] = ['processing', 'approved'];

/** Withdrawals at the desk: approved by one or two people, then sent with their transaction, or rejected. */
export class WithdrawalQueue implements QueueKind {
  readonly name = 'withdrawal';
  readonly read = 'withdrawal.read';
  readonly decide = 'withdrawal.decide';
  readonly states = STATES;
  readonly #options: WithdrawalQueueOptions;

  constructor(options: WithdrawalQueueOptions) {
    this.#options = options;
  }

  async count(): Promise<number> {
    return (await store.idsInStates(this.#options.pool, ['processing', 'approved'])).length;
  }

  list(filter: QueueFilter): Promise<QueuePage> {
    const { pool } = this.#options;
    const read = ({ state, ...asked }: QueueRead<(typeof STATES)[number]>) =>
      store.listWithdrawals(pool, {
        ...asked,
        states: statesBehind(state),
        order: WAITING.includes(state) ? 'oldest' : 'newest',
      });
    return queuePage(pool, STATES, filter, read, (row, customer) => this.#item(row, customer));
  }

  async detail(id: number, operator: Operator): Promise<QueueDetail | null> {
    const { pool } = this.#options;
    const withdrawal = await store.findWithdrawal(pool, id);
    if (withdrawal === null || withdrawal.state === 'failed') return null;
    const facts = await customerFacts(pool, withdrawal.customerId);
    const approvals = await store.approvalsOf(pool, id);
    return {
      item: this.#item(withdrawal, facts.name),
      fields: [
        ...this.#fields(withdrawal),
        ...fieldsOf([['batch', await this.#batch(id), 'text']]),
        { key: 'approvals', value: `${approvals.length} / ${withdrawal.approvalsNeeded}`, format: 'text' },
        { key: 'verification', value: facts.verification, format: 'text' },
        { key: 'customer_since', value: String(facts.createdAtMs), format: 'time' },
      ],
      pictures: [],
      history: await this.#history(withdrawal, approvals),
      actions: await this.#actions(withdrawal, approvals, operator),
    };
  }

  async apply(decision: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    const { review } = this.#options;
    const { id, action, reason, inputs } = decision;
    if (action === 'approve') await review.approve(id, operator.id, audit);
    else if (action === 'send') await review.send(id, operator.id, inputs['transaction_id'] ?? '', audit);
    else await review.reject(id, operator.id, reason, audit);
  }

  #item(withdrawal: Withdrawal, customer: string): QueueItem {
    const currency = this.#options.units.currency(withdrawal.currencyId);
    return {
      id: withdrawal.id,
      customer_id: withdrawal.customerId,
      customer,
      title: `${currency.code} · ${withdrawal.network ?? withdrawal.moneyCurrency ?? ''}`,
      amount: formatMinor(withdrawal.amountMinor, currency.decimals),
      currency: currency.code,
      state: shownState(withdrawal.state),
      flags: [...withdrawal.flags],
      created_at_ms: withdrawal.createdAtMs,
    };
  }

  #fields(withdrawal: Withdrawal): Field[] {
    const { units, vault, hold } = this.#options;
    const shown = shownWithdrawal(withdrawal, { vault, hold });
    const wire = wireWithdrawal(shown, units.currency(withdrawal.currencyId));
    const { destination } = shown;
    const { holders } = hold;
    const where: FieldRow[] =
      // Without an address in the answer nobody can pay it by mistake.
      holders.length > 0 && UNPAID.includes(withdrawal.state)
        ? [['payouts_wait_for', holders.join(', '), 'text']]
        : destination.kind === 'address'
          ? [
              ['network', wire.network, 'text'],
              ['address', destination.address, 'address'],
              ['memo', destination.memo ?? null, 'text'],
              ['address_label', destination.label || null, 'text'],
              ['address_added', String(destination.addedAtMs), 'time'],
            ]
          : Object.entries(destination.card).map(([key, value]): FieldRow => [
              `card_${key}`,
              value || null,
              'text',
            ]);
    return fieldsOf([
      ['channel', wire.channel, 'text'],
      ...where,
      ['amount', `${wire.amount} ${wire.currency}`, 'amount'],
      ['fee', `${wire.fee} ${wire.currency}`, 'amount'],
      ['to_send', `${wire.receive} ${wire.receive_currency}`, 'amount'],
      ['rate', wire.rate, 'text'],
      ['remark', wire.remark, 'text'],
      ['transaction_id', wire.transaction_id, 'hash'],
      ['explorer', wire.explorer_url, 'link'],
      ['reason', wire.reason, 'text'],
    ]);
  }

  /** The batch that pays it. */
  async #batch(id: number): Promise<string | null> {
    const batch = await store.batchOf(this.#options.pool, id);
    return batch === null ? null : String(batch);
  }

  async #history(withdrawal: Withdrawal, approvals: readonly Approval[]): Promise<QueueDetail['history']> {
    const { decidedBy, decidedAtMs, sentBy, sentAtMs, transactionId } = withdrawal;
    const ids = [...approvals.map(one => one.operatorId), decidedBy, sentBy];
    const whoIs = await operatorNames(this.#options.pool, ids);
    const history = [{ at_ms: withdrawal.createdAtMs, who: '', what: 'created', note: '' }];
    for (const { operatorId, atMs } of approvals) {
      history.push({ at_ms: atMs, who: whoIs(operatorId), what: 'approved', note: '' });
    }
    const shown = shownState(withdrawal.state);
    if (decidedAtMs !== null && (shown === 'rejected' || shown === 'cancelled')) {
      const note = withdrawal.reason ?? '';
      history.push({ at_ms: decidedAtMs, who: whoIs(decidedBy), what: shown, note });
    }
    if (sentAtMs !== null) {
      history.push({ at_ms: sentAtMs, who: whoIs(sentBy), what: 'sent', note: transactionId ?? '' });
    }
    return history;
  }

  async #actions(
    { id, state, customerId, transactionId }: Withdrawal,
    approvals: readonly Approval[],
    operator: Operator,
  ): Promise<Action[]> {
    const { pool, certainNow } = this.#options;
    const held = this.#options.hold.holders.length > 0 ? 'payouts_held' : null;
    const isCase = await this.#options.compliance.isHeld(pool, customerId);
    const stopped = this.#options.exchange.isFrozen(customerId) ? 'customer_frozen' : null;
    // That there is a case is only for those who may read cases.
    const caseWord = isAllowed(operator.role, 'compliance.read') ? 'compliance_hold' : 'money_held';
    const frozen = held ?? stopped ?? (isCase ? caseWord : null);
    const firsts = approvals.map(one => one.operatorId);
    const batched = (await store.batchOf(pool, id)) === null ? null : 'withdrawal_in_batch';
    const reject = action('reject', 'bad', { needs_reason: true, blocked: batched });
    const transaction = { name: 'transaction_id', required: true, value: transactionId ?? '' };
    const send = (blocked: string | null): Action =>
      action('send', 'good', { blocked, inputs: [transaction] });
    switch (state) {
      case 'processing': {
        const blocked =
          frozen === null
            ? await blockedAsSecond(pool, operator.id, firsts, certainNow())
            : { blocked: frozen };
        return [action('approve', 'good', blocked), reject];
      }
      case 'approved':
        return [send(batched ?? frozen), reject];
      case 'sending':
        return [send(batched ?? held)];
      default:
        return [];
    }
  }
}
