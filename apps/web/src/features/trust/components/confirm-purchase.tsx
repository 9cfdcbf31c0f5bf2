import type { FormEvent } from 'react';
import type { WireTrustOrder, WireTrustProduct } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { formatDecimal } from '#ui/format.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from '#ui/form.module.css';
import { Sheet } from '#ui/sheet.tsx';
import { buyTrust } from '../api/trust.ts';
import { purchaseInput, type PurchaseForm } from '../model/purchase.ts';
import { PromiseFigures } from './promise-figures.tsx';

// A retry sends the terms version of the first try again; newer terms do not make it another purchase.
const buying = defineIdempotentCall(
  'POST lh/deposit',
  buyTrust,
  ({ terms_version: _version, ...chosen }) => chosen,
);

/** Confirmation of a purchase: amount, interest, and end of the lock. */
export function ConfirmPurchase({
  product,
  form,
  amount,
  amountMinor,
  onBought,
  onClose,
}: {
  readonly product: WireTrustProduct;
  readonly form: PurchaseForm;
  readonly amount: string;
  readonly amountMinor: bigint;
  readonly onBought: (order: WireTrustOrder) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('trust');
  const { busy, error, submit } = useSubmit(buying, { onDone: onBought });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(purchaseInput(form, product, amount));
  };
  const named = { amount: formatDecimal(amount), currency: product.currency.code };
  return (
    <Sheet open onClose={onClose} title={t('buy.confirmTitle')}>
      <form className="stack-4 cols-1" noValidate aria-label={t('buy.confirmTitle')} onSubmit={onSubmit}>
        <div className={styles['headline']}>
          <b>
            {named.amount} {named.currency}
          </b>
          <span>{t('product.days', { count: product.cycle_days })}</span>
        </div>
        <PromiseFigures product={product} principalMinor={amountMinor} />
        <p className="note">
          {t('buy.locked')} {t('exit.rate', { percent: formatDecimal(product.penalty_percent) })}
        </p>
        {form.autoRenew ? (
          <p className="note">
            <b>{t('buy.renew')}</b>: {t('buy.renewText')}
          </p>
        ) : null}
        <FormError error={error} />
        <Button type="submit" block busy={busy}>
          {t('buy.confirm', named)}
        </Button>
      </form>
    </Sheet>
  );
}
