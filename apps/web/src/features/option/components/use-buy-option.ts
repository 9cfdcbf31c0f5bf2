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
  /** In which it is paid, as written. */
  readonly currency: string;
  /** The newest tick of its market when it was first sent: whatever it is entered at comes later. */
  readonly seenTick: number;
}

const buying = defineIdempotentCall(
  'POST microtrade/submit',
  ({ purchase }: Asked, key) => buyOption(purchase, key),
  // Newer terms make no other bet of it: those it was sent with are sent again.
  ({ purchase: { terms_version: _version, ...bet } }) => bet,
);

/** What kept a purchase from happening, beyond what a message can say. */
export type BuyRefusal =
  | { readonly kind: 'message'; readonly text: string; readonly code: string }
  /** The terms are others now; nothing was bought. */
  | { readonly kind: 'requote'; readonly purchase: Purchase; readonly before: Terms; readonly after: Terms }
  | { readonly kind: 'verification' };

export interface BuyOption {
  /** The direction under way. */
  readonly busy: Purchase['direction'] | undefined;
  readonly refusal: BuyRefusal | undefined;
  readonly clear: () => void;
  /** A call while another runs does nothing. Resolves to true when the option was bought. */
  readonly buy: (purchase: Purchase, terms: Terms, currency: string) => Promise<boolean>;
}

/** Buys options one at a time and says what became of it. */
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
      // Whatever was refused, what is on the screen was not what applies.
      const after = await renewTerms(client, purchase.market_id);
      void refreshFunds(client);
      return code === 'quote_changed' ? { kind: 'requote', purchase, before, after } : message;
    } catch {
      // The refusal itself is what the customer must hear of.
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
      // For the proof: what was promised now is compared with what is claimed later.
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
