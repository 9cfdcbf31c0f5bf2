import { useState, type FormEvent } from 'react';
import type { WireLaunchOffer, WireLaunchOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { isPositive } from '#lib/decimal.ts';
import { ApiError, errorText } from '#lib/errors.ts';
import { useGuardedSubmit } from '#lib/use-guarded-submit.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal, UNKNOWN } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Chips } from '#ui/segmented.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { commitToLaunch } from '../api/launch.ts';
import {
  partOf,
  percentOf,
  summarisePurchase,
  validatePurchase,
  type PurchaseForm as Form,
  type PurchaseProblem,
  type PurchaseSummary,
} from '../model/purchase.ts';
import { ServiceAgreement } from './service-agreement.tsx';

export interface PurchaseFormProps {
  readonly offer: WireLaunchOffer;
  /** What the spot account has of a currency; undefined while it is not known. */
  readonly availableOf: (currencyId: number) => string | undefined;
  readonly onDone: (order: WireLaunchOrder, amount: string) => void;
}

/** What the commitment would come to, were it sent now. */
function Outcome({ offer, summary }: { readonly offer: WireLaunchOffer; readonly summary: PurchaseSummary }) {
  const { t } = useTranslation('launch');
  const units = (value: string): string => `${formatDecimal(value)} ${offer.currency.code}`;
  const isTyped = isPositive(summary.addedValue);
  return (
    <KeyValues className={form['sums']}>
      {offer.own === null ? null : (
        <KeyValue label={t('buy.already')}>
          {formatDecimal(offer.own.value)} {offer.quote.code}
        </KeyValue>
      )}
      <KeyValue label={t('buy.value')}>
        {isTyped ? `${formatDecimal(summary.value)} ${offer.quote.code}` : UNKNOWN}
      </KeyValue>
      {offer.mode === 'first_come' ? (
        <KeyValue label={t('buy.gets')} strong>
          {isTyped ? units(summary.atMost) : UNKNOWN}
        </KeyValue>
      ) : (
        <>
          <KeyValue label={t('buy.now')} strong>
            {isTyped ? t('buy.atLeast', { amount: units(summary.atLeast) }) : UNKNOWN}
          </KeyValue>
          <KeyValue label={t('buy.atMost')}>{isTyped ? units(summary.atMost) : UNKNOWN}</KeyValue>
        </>
      )}
    </KeyValues>
  );
}

function WhatThen({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const [first] = offer.releases;
  return (
    <Card>
      <h2 className={form['label']}>{t('buy.restTitle')}</h2>
      <p className={form['note']}>{t('buy.rest', { date: formatDate(offer.close_ms, 'dateTime') })}</p>
      {first === undefined ? null : (
        <p className={form['note']}>
          {first.after_ms === 0
            ? t('buy.released', { percent: formatDecimal(first.percent) })
            : t('buy.locked', { date: formatDate(first.at_ms, 'dateTime') })}
        </p>
      )}
    </Card>
  );
}

/** Commits money to an offer; says beforehand what it may get and what becomes of the rest. */
export function PurchaseForm({ offer, availableOf, onDone }: PurchaseFormProps) {
  const { t } = useTranslation('launch');
  const [input, setInput] = useState<Form>({
    currencyId: offer.accepted[0]?.currency.id ?? 0,
    amount: '',
    agreed: false,
  });
  const [tried, setTried] = useState(false);
  const summary = summarisePurchase(input, offer);
  const { currency } = summary;
  const available = availableOf(currency.id);
  const problems = validatePurchase(input, offer, summary, available);
  const words = ({ code, params }: PurchaseProblem): string => t(`problem.${code}`, { ...params });
  const { busy, error, submit, clearError } = useGuardedSubmit(async key => {
    const { currencyId: currency_id, agreed: agreement } = input;
    const { amount } = summary;
    const order = await commitToLaunch({ offer_id: offer.offer_id, currency_id, amount, agreement }, key);
    onDone(order, `${formatDecimal(amount)} ${currency.code}`);
  });
  const change = (part: Partial<Form>): void => {
    // Another input is another commitment: it gets another key.
    clearError();
    setInput(before => ({ ...before, ...part }));
  };
  const shown = (field: PurchaseProblem['field']): string | undefined => {
    const problem = problems.find(one => one.field === field);
    // What is typed wrongly is said at once, what is missing only after a try.
    const isMissing = problem?.code === 'amount_empty' || problem?.code === 'agreement';
    return problem && (tried || !isMissing) ? words(problem) : undefined;
  };
  const [blocker] = problems;
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!blocker) return submit();
    setTried(true);
    event.currentTarget
      .querySelector<HTMLElement>(blocker.field === 'amount' ? 'input[inputmode]' : 'input[name="agreement"]')
      ?.focus();
  };
  const unknownOutcome = error instanceof ApiError && error.isTransient;
  return (
    <form
      className={form['form']}
      noValidate
      aria-label={t('buy.title', { code: offer.currency.code })}
      onSubmit={onSubmit}
    >
      {offer.accepted.length < 2 ? null : (
        <div className={form['group']}>
          <span className={form['label']}>{t('buy.currency')}</span>
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
            {currency.id === offer.quote.id
              ? null
              : ` · ${t('rate', {
                  code: currency.code,
                  rate: formatDecimal(offer.accepted.find(one => one.currency.id === currency.id)?.rate),
                  quote: offer.quote.code,
                })}`}
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
      <Outcome offer={offer} summary={summary} />
      <WhatThen offer={offer} />
      <ServiceAgreement
        agreed={input.agreed}
        error={shown('agreement')}
        onChange={agreed => change({ agreed })}
      />
      {error === undefined ? null : (
        <p role="alert" className={form['error']}>
          {unknownOutcome ? t('buy.unknown') : errorText(error)}
        </p>
      )}
      <SubmitButton block busy={busy} problem={blocker ? words(blocker) : undefined}>
        {t('buy.submit', { amount: `${formatDecimal(input.amount)} ${currency.code}` })}
      </SubmitButton>
    </form>
  );
}
