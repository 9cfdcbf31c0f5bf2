import { useState } from 'react';
import type { WireLaunchOffer, WireLaunchOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { isPositive } from '#lib/decimal.ts';
import { useForm } from '#lib/use-form.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { Card } from '#ui/card.tsx';
import { formatDecimal, UNKNOWN } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Chips } from '#ui/segmented.tsx';
import { StaysNote } from '#ui/stays-note.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import {
  partOf,
  percentOf,
  summarisePurchase,
  validatePurchase,
  type PurchaseForm as Form,
  type PurchaseProblem,
} from '../model/purchase.ts';
import { CommitmentFigures, Rate, RateWarning, WhatThen } from './commitment-figures.tsx';
import { ConfirmCommitment } from './confirm-commitment.tsx';
import { ServiceAgreement } from './service-agreement.tsx';

export interface PurchaseFormProps {
  readonly offer: WireLaunchOffer;
  /** Available spot balance of a currency; undefined while unknown. */
  readonly availableOf: (currencyId: number) => string | undefined;
  readonly onDone: (order: WireLaunchOrder, amount: string) => void;
}

/** Commits money to an offer, with a preview of the result and the returned rest. */
export function PurchaseForm({ offer, availableOf, onDone }: PurchaseFormProps) {
  const { t } = useTranslation('launch');
  const [input, setInput] = useState<Form>({
    currencyId: offer.accepted[0]?.currency.id ?? 0,
    amount: '',
    agreed: false,
  });
  const [confirming, setConfirming] = useState(false);
  const summary = summarisePurchase(input, offer);
  const { currency } = summary;
  const available = availableOf(currency.id);
  const problems = validatePurchase(input, offer, summary, available);
  const words = ({ code, params }: PurchaseProblem): string => t(`problem.${code}`, { ...params });
  const change = (part: Partial<Form>): void => setInput(before => ({ ...before, ...part }));
  const { blocker, guard, ...touched } = useForm(problems, { unfinished: ['amount_empty', 'agreement'] });
  const shown = (field: PurchaseProblem['field']): string | undefined => {
    const problem = touched.shown(field);
    return problem && words(problem);
  };
  return (
    <>
      <form
        className="stack-4 cols-1"
        noValidate
        aria-label={t('buy.title', { code: offer.currency.code })}
        onSubmit={guard(() => setConfirming(true))}
      >
        {offer.accepted.length < 2 ? null : (
          <div className="stack-2 cols-1">
            <span className="soft text-13">{t('buy.currency')}</span>
            <Chips
              label={t('buy.currency')}
              choices={offer.accepted.map(one => ({ value: one.currency.code, label: one.currency.code }))}
              value={currency.code}
              onChange={code => {
                const chosen = offer.accepted.find(one => one.currency.code === code);
                if (chosen) change({ currencyId: chosen.currency.id, amount: '' });
              }}
            />
          </div>
        )}
        <AmountInput
          label={t('buy.amount')}
          value={input.amount}
          decimals={currency.decimals}
          unit={currency.code}
          placeholder="0"
          error={shown('amount')}
          hint={
            <>
              {t('buy.available')}:{' '}
              {available === undefined ? UNKNOWN : `${formatDecimal(available)} ${currency.code}`}
              {currency.id === offer.quote.id ? null : (
                <>
                  {' · '}
                  <Rate offer={offer} currencyId={currency.id} />
                </>
              )}
            </>
          }
          after={
            available === undefined || !isPositive(available) ? undefined : (
              <button type="button" className={form['max']} onClick={() => change({ amount: available })}>
                {t('buy.all')}
              </button>
            )
          }
          onChange={amount => change({ amount })}
        />
        <PercentSlider
          label={t('buy.share')}
          value={percentOf(input.amount, available)}
          disabled={available === undefined || !isPositive(available)}
          onChange={percent => change({ amount: partOf(available ?? '0', percent, currency.decimals) })}
        />
        <CommitmentFigures offer={offer} summary={summary} />
        <RateWarning offer={offer} summary={summary} />
        <Card>
          <h2 className="soft text-13">{t('buy.restTitle')}</h2>
          <WhatThen offer={offer} />
        </Card>
        <StaysNote currencyId={offer.currency.id} />
        <ServiceAgreement
          agreed={input.agreed}
          error={shown('agreement')}
          onChange={agreed => change({ agreed })}
        />
        <SubmitButton block problem={blocker ? words(blocker) : undefined}>
          {t('buy.review')}
        </SubmitButton>
      </form>
      {confirming ? (
        <ConfirmCommitment
          offer={offer}
          form={input}
          summary={summary}
          onDone={onDone}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
}
