import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { errorText } from '#i18n/error-text.ts';
import { ApiError } from '#lib/errors.ts';
import { keepReceipt } from '#lib/kept-receipts.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { buyOption, refreshFunds, renewTerms } from '../api/options.ts';
import { indexTopic } from '../api/topics.ts';
import { isAsAsked } from '../model/asked.ts';
import type { Purchase, Terms } from '../model/ticket.ts';
import { useTimeText } from './time-choice.tsx';

interface Asked {
  readonly purchase: Purchase;
  readonly terms: Terms;
  /** Code of the currency it is paid in. */
  readonly currency: string;
  /** The market's newest tick at the first try; the entry must be newer. */
  readonly seenTick: number;
}

const buying = defineIdempotentCall(
  'POST microtrade/submit',
  ({ purchase }: Asked, key) => buyOption(purchase, key),
  // A retry sends the terms of the first try again; newer terms do not make it another purchase.
  ({ purchase: { terms_version: _version, ...bet } }) => bet,
);

/** Why a purchase failed. */
export type BuyRefusal =
  | { readonly kind: 'message'; readonly text: string; readonly code: string }
  /** The terms changed; nothing was bought. */
  | { readonly kind: 'requote'; readonly purchase: Purchase; readonly before: Terms; readonly after: Terms }
  | { readonly kind: 'verification' };

export interface BuyOption {
  /** The direction being bought. */
  readonly busy: Purchase['direction'] | undefined;
  readonly refusal: BuyRefusal | undefined;
  readonly clear: () => void;
  /** Does nothing while another call runs. Resolves to true if the option was bought. */
  readonly buy: (purchase: Purchase, terms: Terms, currency: string) => Promise<boolean>;
}

/** Buys options one at a time and reports the result. */
export function useBuyOption(): BuyOption {
  const { t } = useTranslation('option');
  const client = useQueryClient();
  const timeText = useTimeText();
  const [busy, setBusy] = useState<Purchase['direction']>();
  const [refusal, setRefusal] = useState<BuyRefusal>();

  const judge = async (error: unknown, unsure: boolean, asked: Asked): Promise<BuyRefusal> => {
    const { purchase, terms: before } = asked;
    const code = error instanceof ApiError ? error.code : '';
    if (unsure) return { kind: 'message', text: t('sent.unsure'), code };
    if (code === 'verification_required') return { kind: 'verification' };
    const message = { kind: 'message', text: errorText(error), code } as const;
    try {
      // A refusal means that the terms on screen are out of date.
      const after = await renewTerms(client, purchase.market_id);
      void refreshFunds(client);
      return code === 'quote_changed' ? { kind: 'requote', purchase, before, after } : message;
    } catch {
      // The customer must see the refusal, not this error.
      return message;
    }
  };
  const refuse = async (error: unknown, unsure: boolean, asked: Asked): Promise<void> => {
    setRefusal(await judge(error, unsure, asked));
    setBusy(undefined);
  };
  const { submit } = useSubmit(buying, {
    onDone({ option, signed_terms: signed }, { purchase, terms, seenTick, currency }) {
      setBusy(undefined);
      // Kept so that the proof can compare it with later claims.
      keepReceipt(option.receipt, signed).catch(() => undefined);
      void refreshFunds(client);
      if (!isAsAsked(option, purchase, terms, seenTick)) {
        setRefusal({ kind: 'message', text: t('sent.other'), code: '' });
        return;
      }
      showToast(
        t('sent.bought', {
          direction: t(`direction.${purchase.direction}`),
          amount: `${formatDecimal(purchase.amount)} ${currency}`,
          time: timeText(purchase.seconds),
        }),
        'good',
      );
    },
    onFailed: (error, unsure, asked) => void refuse(error, unsure, asked),
  });
  const buy = async (purchase: Purchase, terms: Terms, currency: string) => {
    if (busy !== undefined) return false;
    setBusy(purchase.direction);
    setRefusal(undefined);
    const seenTick = indexTopic(purchase.market_id).read()?.at(-1)?.[0] ?? 0;
    return submit({ purchase, terms, currency, seenTick });
  };
  return { busy, refusal, clear: useCallback(() => setRefusal(undefined), []), buy };
}
