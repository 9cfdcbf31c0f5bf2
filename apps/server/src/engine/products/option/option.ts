import type { OptionCommand } from '@tallystick/core/option/command';
import type { OptionEvent, OptionPostingReason } from '@tallystick/core/option/event';
import { audited, type EngineProduct, journaled } from '../product.ts';
import { OPTIONS } from './tables.ts';

export const OPTION: EngineProduct<OptionCommand, OptionEvent, OptionPostingReason> = {
  commands: journaled<OptionCommand>()({
    configureOptions: 'terms',
    buyOption: 'customerId marketId direction seconds currencyId stakeMinor:bigint termsVersion practice',
    resetPractice: 'customerId currencyId amountMinor:bigint',
  }),
  postings: {
    optionPurchase: 'ledgerAndAnswer',
    optionPayout: 'ledgerAndAnswer',
    optionLoss: 'answer',
    optionRefund: 'ledgerAndAnswer',
  },
  answers: { optionChanged: ({ option }, customerId) => option.customerId === customerId },
  tables: [audited(OPTIONS)],
  batch(feed) {
    const options = OPTIONS.latest();
    return {
      tables: [options],
      on: {
        optionTermsSet: ({ terms }) => feed.push('termsSet', null, { of: 'option', id: terms.marketId }),
        optionChanged({ option }, at) {
          options.push(option, at);
          const { optionId, marketId, currencyId, practice, direction, seconds, stakeMinor } = option;
          const bought = { optionId, marketId, currencyId, practice, direction, seconds, stakeMinor };
          if (option.state === 'pending') {
            feed.push('optionBought', option.customerId, bought);
          } else if (option.state === 'settled' && option.result !== null) {
            const { result, payoutMinor } = option;
            feed.push('optionSettled', option.customerId, {
              ...bought,
              result,
              payoutMinor: payoutMinor ?? 0n,
            });
          }
        },
        practiceChanged: 'play money; the option that changes it is written',
      },
    };
  },
};
