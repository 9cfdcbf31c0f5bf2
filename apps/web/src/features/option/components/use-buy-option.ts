import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { newIdempotencyKey } from '#lib/api-client.ts';
import { errorText } from '#i18n/error-text.ts';
import { ApiError, endsIntent } from '#lib/errors.ts';
import { keepReceipt } from '#lib/kept-receipts.ts';
import { createIntentKeys, sendOnce, type IntentKeys } from '#lib/send-once.ts';
import { formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { buyOption, refreshFunds, renewTerms } from '../api/options.ts';
import { indexTopic } from '../api/topics.ts';
import { isAsAsked } from '../model/asked.ts';
import type { Purchase, Terms } from '../model/ticket.ts';
import { useTimeText } from './time-choice.tsx';

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
const isOpen = (error: unknown) => error instanceof ApiError && error.isTransient;

/** One per page visit and not per mounted form: leaving and coming back must not forget an open intent. */
const keys: IntentKeys<Purchase> = createIntentKeys(newIdempotencyKey);

/** The newest tick of its market when the open intent was first sent: whatever it is entered at comes later. */
let firstSent = { key: '', seenTick: 0 };

async function place(purchase: Purchase, key: string) {
  if (firstSent.key !== key) {
    firstSent = { key, seenTick: indexTopic(purchase.market_id).read()?.at(-1)?.[0] ?? 0 };
  }
  return { ...(await buyOption(purchase, key)), seenTick: firstSent.seenTick };
}

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
  const running = useRef(false);

  const refused = useCallback(
    async (error: unknown, purchase: Purchase, before: Terms): Promise<BuyRefusal> => {
      const code = error instanceof ApiError ? error.code : '';
      if (isOpen(error)) return { kind: 'message', text: t('sent.unsure'), code };
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
    },
    [client, t],
  );

  const buy = useCallback(
    async (purchase: Purchase, terms: Terms, currency: string) => {
      if (running.current) return false;
      running.current = true;
      setBusy(purchase.direction);
      setRefusal(undefined);
      try {
        const { option, signed_terms, seenTick } = await sendOnce(purchase, {
          ...{ keys, place, isOpen, endsIntent, pause },
        });
        // For the proof: what was promised now is compared with what is claimed later.
        keepReceipt(option.receipt, signed_terms).catch(() => undefined);
        void refreshFunds(client);
        if (!isAsAsked(option, purchase, terms, seenTick)) {
          setRefusal({ kind: 'message', text: t('sent.other'), code: '' });
          return false;
        }
        showToast(
          t('sent.bought', {
            direction: t(`direction.${purchase.direction}`),
            amount: `${formatDecimal(purchase.amount)} ${currency}`,
            time: timeText(purchase.seconds),
          }),
          'good',
        );
        return true;
      } catch (error) {
        setRefusal(await refused(error, purchase, terms));
        return false;
      } finally {
        running.current = false;
        setBusy(undefined);
      }
    },
    [client, refused, t, timeText],
  );

  return { busy, refusal, clear: useCallback(() => setRefusal(undefined), []), buy };
}
