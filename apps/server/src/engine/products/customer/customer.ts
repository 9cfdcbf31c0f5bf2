import type { AccountKey, CustomerAccount, EventOf, PostingReason } from '@tallystick/core';
import type { CorrectionCommand } from '@tallystick/core/correction/command';
import type { CorrectionPostingReason } from '@tallystick/core/correction/event';
import type { CustomerCommand } from '@tallystick/core/customer/command';
import type { CustomerEvent } from '@tallystick/core/customer/event';
import type { LimitCommand } from '@tallystick/core/limit/command';
import type { LimitEvent } from '@tallystick/core/limit/event';
import type { WalletCommand } from '@tallystick/core/wallet/command';
import type { WalletEvent, WalletPostingReason } from '@tallystick/core/wallet/event';
import type { ExchangeBodies } from '../../../events/event.ts';
import { audited, type EngineProduct, journaled } from '../product.ts';
import { CUSTOMER_DEBTS, CUSTOMER_STATES } from './tables.ts';

type MovedReason = PostingReason & ExchangeBodies['moneyMoved']['reason'];

/** Customers, their limits, deposits, withdrawals and corrections. */
export const CUSTOMER: EngineProduct<
  CustomerCommand | LimitCommand | WalletCommand | CorrectionCommand,
  CustomerEvent | LimitEvent | WalletEvent,
  WalletPostingReason | CorrectionPostingReason
> = {
  commands: journaled<CustomerCommand | LimitCommand | WalletCommand | CorrectionCommand>()({
    openCustomer: 'customerId',
    setCustomerFrozen: 'customerId frozen',
    credit: 'customerId account currencyId amountMinor:bigint from reference',
    reverseCredit: 'customerId account currencyId amountMinor:bigint to reference',
    payGoodwill: 'goodwillId customerId currencyId amountMinor:bigint',
    reverseDeposit: 'depositId customerId currencyId creditedMinor:bigint amountMinor:bigint to reference',
    fundHouse: 'from to currencyId amountMinor:bigint reference',
    transfer: 'customerId currencyId from to amountMinor:bigint',
    takeFromInsurance: 'to currencyId amountMinor:bigint reference',
    withdrawProfit:
      'from to currencyId amountMinor:bigint announcedAtMs provenAtMs liabilitiesMinor:bigint assetsMinor:bigint reference',
    setDailyLossLimit: 'customerId limitMinor:bigint',
    setCoolDown: 'customerId untilMs',
  }),
  postings: {
    faucet: 'ledgerAndAnswer',
    deposit: 'ledgerAndAnswer',
    depositReversal: 'ledgerAndAnswer',
    transfer: 'ledgerAndAnswer',
    houseFunding: 'answer',
    profitWithdrawal: 'answer',
    goodwill: 'ledgerAndAnswer',
  },
  tables: [audited(CUSTOMER_STATES), audited(CUSTOMER_DEBTS)],
  batch(feed) {
    const states = CUSTOMER_STATES.latest();
    const debts = CUSTOMER_DEBTS.latest();
    const moved =
      (reason: MovedReason) =>
      ({ reference, postingId, entries }: EventOf<'posted'>): void => {
        for (const entry of entries) {
          if (!isCustomers(entry)) continue;
          const { account, currencyId, amountMinor } = entry;
          const body = { reason, reference, postingId, account, currencyId, amountMinor };
          feed.push('moneyMoved', entry.ownerId, body);
        }
      };
    return {
      tables: [states, debts],
      posted: {
        faucet: moved('faucet'),
        deposit: moved('deposit'),
        depositReversal: moved('depositReversal'),
        transfer: moved('transfer'),
        goodwill: moved('goodwill'),
      },
      on: {
        customerOpened: ({ customerId }) => feed.push('customerOpened', customerId, {}),
        customerFrozenSet(event, at) {
          states.push(event, at);
          feed.push('customerFrozen', event.customerId, { frozen: event.frozen });
        },
        debtChanged(event, at) {
          debts.push(event, at);
          const { customerId, currencyId, owedMinor } = event;
          feed.push('debtChanged', customerId, { currencyId, owedMinor });
        },
        limitsChanged({ limits: { customerId, dailyLossMinor, coolDownUntilMs } }) {
          feed.push('limitsChanged', customerId, { dailyLossMinor, coolDownUntilMs });
        },
      },
    };
  },
};

function isCustomers<Entry extends AccountKey>(
  entry: Entry,
): entry is Entry & { readonly account: CustomerAccount } {
  return entry.ownerId > 0;
}
