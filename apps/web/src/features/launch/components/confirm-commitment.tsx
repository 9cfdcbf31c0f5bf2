import type { WireLaunchOffer, WireLaunchOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { formatDecimal } from '#ui/format.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from '#ui/form.module.css';
import { Sheet } from '#ui/sheet.tsx';
import { commitToLaunch } from '../api/launch.ts';
import type { PurchaseForm, PurchaseSummary } from '../model/purchase.ts';
import { CommitmentFigures, Rate, RateWarning, WhatThen } from './commitment-figures.tsx';

const committing = defineIdempotentCall('POST lh/send/order', commitToLaunch);

/** Confirmation of a commitment: amount, price, possible return and lock-up. */
export function ConfirmCommitment({
  offer,
  form,
  summary,
  onDone,
  onClose,
}: {
  readonly offer: WireLaunchOffer;
  readonly form: PurchaseForm;
  readonly summary: PurchaseSummary;
  readonly onDone: (order: WireLaunchOrder, amount: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('launch');
  const { currency, amount } = summary;
  const named = `${formatDecimal(amount)} ${currency.code}`;
  const { busy, unsure, error, submit } = useSubmit(committing, { onDone: order => onDone(order, named) });
  const commit = () =>
    submit({ offer_id: offer.offer_id, currency_id: currency.id, amount, agreement: form.agreed });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('buy.confirmTitle')}
      footer={
        <Button block busy={busy} onClick={() => void commit()}>
          {t('buy.submit', { amount: named })}
        </Button>
      }
    >
      <div className="stack-4 cols-1">
        <div className={styles['headline']}>
          <b>{named}</b>
          <span>{offer.currency.code}</span>
        </div>
        {currency.id === offer.quote.id ? null : (
          <p className="note">
            <Rate offer={offer} currencyId={currency.id} />
          </p>
        )}
        <CommitmentFigures offer={offer} summary={summary} terms />
        <RateWarning offer={offer} summary={summary} />
        <WhatThen offer={offer} />
        <FormError error={error} unsure={unsure && t('buy.unknown')} />
      </div>
    </Sheet>
  );
}
