import type { WithdrawalCommand } from '@tallystick/core/withdrawal/command';
import type { WithdrawalEvent, WithdrawalPostingReason } from '@tallystick/core/withdrawal/event';
import { audited, type EngineProduct, journaled } from '../product.ts';
import { WITHDRAWAL_STATES } from './tables.ts';

export const WITHDRAWAL: EngineProduct<WithdrawalCommand, WithdrawalEvent, WithdrawalPostingReason> = {
  commands: journaled<WithdrawalCommand>()({
    requestWithdrawal: 'customerId withdrawalId currencyId amountMinor:bigint feeMinor:bigint via',
    releaseWithdrawal: 'withdrawalId',
    settleWithdrawal: 'withdrawalId',
  }),
  postings: { withdrawalFreeze: 'answer', withdrawalRelease: 'answer', withdrawal: 'ledgerAndAnswer' },
  tables: [audited(WITHDRAWAL_STATES)],
  batch(feed) {
    const states = WITHDRAWAL_STATES.latest();
    return {
      tables: [states],
      on: {
        withdrawalChanged(event, at) {
          states.push(event, at);
          const { withdrawalId, customerId, currencyId, amountMinor, feeMinor, state } = event;
          feed.push('withdrawalChanged', customerId, {
            withdrawalId,
            currencyId,
            amountMinor,
            feeMinor,
            state,
          });
        },
      },
    };
  },
};
