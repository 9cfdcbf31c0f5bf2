import { useReducer, useState } from 'react';
import { Link } from 'react-router';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireTrustOrder, WireTrustProduct } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal, UNKNOWN } from '#ui/format.ts';
import styles from '#ui/form.module.css';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { Checkbox, Switch } from '#ui/switch.tsx';
import { useTrustAvailable } from '../api/trust.ts';
import { emptyPurchase, reducePurchase, summarisePurchase, validatePurchase } from '../model/purchase.ts';
import { ConfirmPurchase } from './confirm-purchase.tsx';
import { ExitCalculator } from './exit-calculator.tsx';
import { PromiseFigures } from './promise-figures.tsx';
import own from './purchase-form.module.css';

/** Amount, renewal and agreement, with the interest and the result of redeeming on any day. */
export function PurchaseForm({
  product,
  onReadAgreement,
  onBought,
}: {
  readonly product: WireTrustProduct;
  readonly onReadAgreement: () => void;
  readonly onBought: (order: WireTrustOrder) => void;
}) {
  const { t } = useTranslation(['trust', 'common']);
  const [form, dispatch] = useReducer(reducePurchase, emptyPurchase);
  const [confirming, setConfirming] = useState(false);
  const { data: available } = useTrustAvailable(product.currency.id);
  const summary = summarisePurchase(form, product, available);
  const code = product.currency.code;
  const problems = validatePurchase(form, summary, code);
  const { blocker, shown, guard } = useForm(problems, {
    unfinished: ['amount_required', 'agreement_required'],
  });
  const inWords = (problem: (typeof problems)[number] | undefined) =>
    problem && t(`problem.${problem.code}`, problem.params);
  const amountMinor = summary.amountMinor === 0n ? undefined : summary.amountMinor;
  const limit = (minor: bigint) => formatDecimal(formatMinor(minor, summary.decimals));

  return (
    <>
      <form
        className="stack-4 cols-1"
        noValidate
        aria-label={t('buy.title')}
        onSubmit={guard(() => setConfirming(true))}
      >
        <div>
          <AmountInput
            label={t('buy.amount')}
            value={form.amount}
            decimals={summary.decimals}
            unit={code}
            placeholder="0"
            error={inWords(shown('amount'))}
            onChange={amount => dispatch({ type: 'amount', amount })}
            after={
              <button
                type="button"
                className={styles['max']}
                onClick={() => dispatch({ type: 'percent', percent: 100, summary })}
              >
                {t('common:actions.max')}
              </button>
            }
          />
          <PercentSlider
            label={t('buy.percent')}
            value={summary.percent}
            disabled={summary.mostMinor === 0n}
            onChange={percent => dispatch({ type: 'percent', percent, summary })}
          />
        </div>
        <KeyValues>
          <KeyValue label={t('buy.available')}>
            {available === undefined ? UNKNOWN : formatDecimal(available)} {code}{' '}
            <Link
              className={own['transfer']}
              to={paths.transfer.getHref({ currency: product.currency.id, from: 'spot', to: 'trust' })}
            >
              {t('buy.transfer')}
            </Link>
          </KeyValue>
          <KeyValue label={t('buy.limitsLabel')}>
            {t('buy.limits', {
              min: limit(summary.minimumMinor),
              max: limit(summary.maximumMinor),
              currency: code,
            })}
          </KeyValue>
        </KeyValues>
        <PromiseFigures product={product} principalMinor={amountMinor} />
        <ExitCalculator product={product} principalMinor={amountMinor ?? summary.minimumMinor} />
        <Card className="row-3">
          <span className={own['renewWords']}>
            <b>{t('buy.renew')}</b>
            <small>{t('buy.renewText')}</small>
          </span>
          <Switch
            label={t('buy.renew')}
            checked={form.autoRenew}
            onChange={autoRenew => dispatch({ type: 'renew', autoRenew })}
          />
        </Card>
        <div>
          <Checkbox
            name="agreement"
            checked={form.agreed}
            onChange={agreed => dispatch({ type: 'agree', agreed })}
          >
            {t('buy.agree')}
          </Checkbox>
          <button type="button" className={own['read']} aria-haspopup="dialog" onClick={onReadAgreement}>
            {t('buy.agreement')}
          </button>
        </div>
        <SubmitButton block problem={inWords(blocker)}>
          {t('buy.review')}
        </SubmitButton>
      </form>
      {confirming && summary.amount !== undefined ? (
        <ConfirmPurchase
          product={product}
          form={form}
          amount={summary.amount}
          amountMinor={summary.amountMinor ?? 0n}
          onBought={onBought}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
}
