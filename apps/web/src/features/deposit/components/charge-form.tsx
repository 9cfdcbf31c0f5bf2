import { useCallback, useReducer, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useGuardedSubmit } from '#lib/use-guarded-submit.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { formatDecimal } from '#ui/format.ts';
import styles from '#ui/form.module.css';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { announceDeposit, refreshDepositInfo } from '../api/deposit.ts';
import {
  chargeInput,
  emptyCharge,
  reduceCharge,
  summariseCharge,
  validateCharge,
  type ChargeAction,
  type ChargeProblem,
  type ChargeWay,
} from '../model/charge-form.ts';

export interface ChargeFormProps {
  readonly way: ChargeWay;
  /** The upload of the voucher, given what is wrong with it; `onChange` stays the same between renders. */
  readonly renderPicture: (
    error: string | undefined,
    onChange: (pictureId: number | undefined) => void,
  ) => ReactNode;
  readonly onSent: () => void;
}

/** Amount, voucher and transaction of a deposit that was sent. */
export function ChargeForm({ way, renderPicture, onSent }: ChargeFormProps) {
  const { t } = useTranslation('deposit');
  const [form, change] = useReducer(reduceCharge, emptyCharge);
  const summary = summariseCharge(form, way);
  const problems = validateCharge(form, summary);
  const words = ({ code, params }: ChargeProblem) => t(`problem.${code}`, { ...params });
  const { busy, error, submit, clearError } = useGuardedSubmit(async key => {
    try {
      await announceDeposit(chargeInput(form, way), key);
    } finally {
      void refreshDepositInfo();
    }
    onSent();
  });
  const dispatch = useCallback(
    (action: ChargeAction) => {
      // Another input is another deposit: it gets another key.
      clearError();
      change(action);
    },
    [clearError],
  );
  const onPicture = useCallback(
    (pictureId: number | undefined) => dispatch({ type: 'picture', pictureId }),
    [dispatch],
  );
  const shown = (field: ChargeProblem['field']) => {
    const problem = problems.find(one => one.field === field);
    // What is typed wrongly is said at once, what is missing only after a try.
    return problem && (form.tried || problem.code === 'amount_invalid') ? words(problem) : undefined;
  };
  const [blocker] = problems;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!blocker) return submit();
    change({ type: 'tried' });
    if (blocker.field === 'amount') event.currentTarget.querySelector<HTMLElement>('input')?.focus();
    else event.currentTarget.querySelector('fieldset')?.scrollIntoView({ block: 'center' });
  };
  return (
    <Refusals error={error} fields={{ transaction_id: 'transactionId' }}>
      <form className={styles['form']} noValidate aria-label={t('charge.title')} onSubmit={onSubmit}>
        <AmountInput
          label={t('charge.amount')}
          value={form.amount}
          decimals={summary.decimals}
          unit={summary.unit}
          placeholder="0"
          error={shown('amount')}
          onChange={amount => dispatch({ type: 'amount', amount })}
        />
        {renderPicture(shown('picture'), onPicture)}
        {way.kind === 'chain' ? (
          <TextField
            name="transactionId"
            label={t('charge.transactionId')}
            hint={t('charge.transactionIdHint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            value={form.transactionId}
            onChange={transactionId => dispatch({ type: 'transactionId', transactionId })}
          />
        ) : null}
        <KeyValues className={styles['sums']}>
          <KeyValue label={t('charge.credited')} strong>
            {formatDecimal(summary.credited)} {summary.creditedUnit}
          </KeyValue>
        </KeyValues>
        <RefusalNote />
        <SubmitButton block busy={busy} problem={blocker ? words(blocker) : undefined}>
          {t('charge.submit')}
        </SubmitButton>
        <p className={styles['note']}>{t('charge.text')}</p>
      </form>
    </Refusals>
  );
}
