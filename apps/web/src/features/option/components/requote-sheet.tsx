import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { UNKNOWN } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { summarise, type Funds, type Terms } from '../model/ticket.ts';
import { usePreviewLines } from './ticket-preview.tsx';
import type { BuyRefusal } from './use-buy-option.ts';

/** The terms changed before the purchase. Nothing was bought; the sheet shows the new terms. */
export function RequoteSheet({
  refusal: { purchase, before, after },
  funds,
  amountOf,
  busy,
  onAccept,
  onClose,
}: {
  readonly refusal: Extract<BuyRefusal, { readonly kind: 'requote' }>;
  readonly funds: Funds;
  readonly amountOf: (value: string | undefined) => string | undefined;
  readonly busy: boolean;
  readonly onAccept: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('option');
  const ticket = { seconds: purchase.seconds, currencyId: purchase.currency_id, amount: purchase.amount };
  const linesOf = (terms: Terms) => summarise(ticket, terms, funds);
  const now = linesOf(after);
  const old = usePreviewLines(linesOf(before), amountOf);
  const lines = usePreviewLines(now, amountOf);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('quote.title')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('quote.leave')}
          </Button>
          {/* A time that is no longer offered cannot be bought. */}
          <Button
            tone={purchase.direction === 'rise' ? 'up' : 'down'}
            busy={busy}
            disabled={now.time === undefined}
            onClick={onAccept}
          >
            {t('quote.accept')}
          </Button>
        </>
      }
    >
      <p className="lead">{t('quote.text')}</p>
      <KeyValues className="sums mt-3 mb-3">
        {lines.map(({ key, label, value }, index) => {
          const was = old[index]?.value;
          return (
            <KeyValue key={key} label={label}>
              {value}
              {was === undefined || was === value || was.includes(UNKNOWN) ? null : (
                <span className="quiet weight-400"> ({t('quote.before', { value: was })})</span>
              )}
            </KeyValue>
          );
        })}
      </KeyValues>
      <p className="soft text-12 leading-17">{t('ticket.tie')}</p>
    </Sheet>
  );
}
