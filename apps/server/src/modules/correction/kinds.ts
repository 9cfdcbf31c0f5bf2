import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type {
  depositReversalChange,
  goodwillChange,
  reversalReviewChange,
} from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { CallFailure } from '../../http/call-failure.ts';
import { amountAtLeast } from '../market/amount.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import { findDeposit } from '../deposit/store.ts';
import { requireSecondPerson } from '../../approval/second-person.ts';
import type { ProposalKind } from '../../approval/proposal-kind.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { GoodwillPayments } from './goodwill.ts';
import { findLiveReversal, findReversal, type Queries, type Reversal } from '../deposit/reversal-store.ts';
import type { DepositReversals } from '../deposit/reversals.ts';

type GoodwillChange = z.output<typeof goodwillChange>;
type ReversalChange = z.output<typeof depositReversalChange>;
type ReviewChange = z.output<typeof reversalReviewChange>;

/** Proposal kinds for mistakes, decided by two people. The desk gets only these, not the services that move money. */
export interface CorrectionKinds {
  readonly goodwill: ProposalKind<GoodwillChange>;
  readonly deposit_reversal: ProposalKind<ReversalChange>;
  readonly reversal_review: ProposalKind<ReviewChange>;
}

export interface CorrectionKindOptions {
  readonly exchange: Pick<ReadonlyExchange, 'knowsCustomer'>;
  readonly units: MarketUnitsTable;
  readonly news: CustomerNews;
  readonly payments: GoodwillPayments;
  readonly reversals: DepositReversals;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

export function correctionKinds(options: CorrectionKindOptions): CorrectionKinds {
  return {
    goodwill: goodwillKind(options),
    deposit_reversal: depositReversalKind(options),
    reversal_review: reversalReviewKind(options),
  };
}

function goodwillKind({ exchange, units, payments }: CorrectionKindOptions): ProposalKind<GoodwillChange> {
  const paymentOf = ({ customer_id: customerId, currency_id: currencyId, amount }: GoodwillChange) => {
    if (!exchange.knowsCustomer(customerId))
      throw new CallFailure('unknown_customer', { field: 'customer_id' });
    return { customerId, currencyId, amountMinor: amountAtLeast(amount, '0', units.currency(currencyId)) };
  };
  return {
    propose: 'goodwill.propose',
    confirm: 'goodwill.confirm',
    prepare(_client, change) {
      const { amountMinor, currencyId, customerId } = paymentOf(change);
      const { code, decimals } = units.currency(currencyId);
      const after = {
        customer: customerId,
        amount: formatMinor(amountMinor, decimals),
        currency: code,
        reason: change.reason,
        text: change.text,
      };
      return Promise.resolve({ subject: `customer:${customerId}`, before: null, after, customerId });
    },
    refuse: (client, change) => payments.refuse(client, paymentOf(change)),
    async apply(client, change, operator, proposalId) {
      const { reason, text } = change;
      await payments.decide(client, {
        ...paymentOf(change),
        reason,
        text,
        proposalId,
        confirmedBy: operator.id,
      });
    },
    committed: () => payments.payAll(),
  };
}

function depositReversalKind({
  units,
  news,
  reversals,
}: CorrectionKindOptions): ProposalKind<ReversalChange> {
  /** Throws not_found, deposit_not_reversible, invalid_amount. */
  const reversalOf = async (db: Queries, change: ReversalChange) => {
    const deposit = await findDeposit(db, change.deposit_id, true);
    if (deposit === null) throw new CallFailure('not_found', { field: 'deposit_id' });
    const { id, customerId, currencyId, amountMinor: depositMinor } = deposit;
    if (deposit.state !== 'passed' || (await findLiveReversal(db, id)) !== null) {
      throw new CallFailure('deposit_not_reversible', { field: 'deposit_id', state: deposit.state });
    }
    const currency = units.currency(currencyId);
    const amountMinor = amountAtLeast(change.amount, '0', currency);
    if (amountMinor > depositMinor) {
      const maximum = formatMinor(depositMinor, currency.decimals);
      throw new CallFailure('invalid_amount', { field: 'amount', maximum, decimals: currency.decimals });
    }
    return { depositId: id, customerId, currencyId, depositMinor, amountMinor };
  };
  return {
    propose: 'reversal.propose',
    confirm: 'reversal.confirm',
    async prepare(client, change) {
      const { customerId, currencyId, depositMinor, amountMinor } = await reversalOf(client, change);
      const { code, decimals } = units.currency(currencyId);
      const after = {
        customer: customerId,
        deposit: formatMinor(depositMinor, decimals),
        amount: formatMinor(amountMinor, decimals),
        currency: code,
        reason: change.reason,
        text: change.text,
      };
      return { subject: `deposit:${change.deposit_id}`, before: null, after, customerId };
    },
    async apply(client, change, operator, proposalId) {
      const reversal = await reversalOf(client, change);
      const { reason, text } = change;
      await reversals.announce(client, { ...reversal, reason, text, proposalId, confirmedBy: operator.id });
    },
    committed() {
      news.wake();
      return Promise.resolve();
    },
  };
}

function reversalReviewKind({
  news,
  reversals,
  certainNow,
}: CorrectionKindOptions): ProposalKind<ReviewChange> {
  /** Throws not_found, already_decided. */
  const reviewed = async (db: Queries, { reversal_id: id, uphold }: ReviewChange): Promise<Reversal> => {
    const reversal = await findReversal(db, id, true);
    if (reversal === null) throw new CallFailure('not_found', { field: 'reversal_id' });
    const { state } = reversal;
    // A reversal that is only announced can be dropped as well; upholding needs an objection.
    const isOpen = state === 'objected' || (!uphold && state === 'announced');
    if (!isOpen) throw new CallFailure('already_decided', { state });
    return reversal;
  };
  return {
    propose: 'reversal.propose',
    confirm: 'reversal.confirm',
    async prepare(client, change) {
      const { depositId, state, customerId } = await reviewed(client, change);
      const after = { state: change.uphold ? 'upheld' : 'dropped', text: change.text };
      return { subject: `deposit:${depositId}`, before: { state }, after, customerId };
    },
    /** The people who decided the reversal may not review the objection. */
    async refuse(client, change, operator) {
      const { state, madeBy, confirmedBy } = await reviewed(client, change);
      if (state !== 'objected') return;
      await requireSecondPerson(client, operator.id, [madeBy, confirmedBy], certainNow());
    },
    async apply(client, change, operator, proposalId) {
      const reversal = await reviewed(client, change);
      if (change.uphold) await reversals.uphold(client, reversal, proposalId, operator.id);
      else if (!(await reversals.drop(client, reversal))) throw new CallFailure('already_decided');
    },
    committed() {
      news.wake();
      return Promise.resolve();
    },
  };
}
