import { useCallback, useReducer, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useForm } from '#lib/use-form.ts';
import { useInput, useSubmit } from '#lib/use-submit.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { formatDecimal } from '#ui/format.ts';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { announceDeposit } from '../api/deposit.ts';
import {
  chargeInput,
  emptyCharge,
  reduceCharge,
  summariseCharge,
  validateCharge,
  type ChargeProblem,
  type ChargeWay,
} from '../model/charge-fields.ts';

const announcing = defineIdempotentCall(
  'POST wallet/charge_req',
  announceDeposit,
  ({ rate: _rate, ...told }) => told,
);

export interface ChargeFormProps {
  readonly way: ChargeWay;
  /** Renders the voucher upload with its error text. `onChange` is stable between renders. */
  readonly renderPicture: (
    error: string | undefined,
    onChange: (pictureId: number | undefined) => void,
  ) => ReactNode;
  readonly onSent: () => void;
}

/** Amount, voucher and transaction of a deposit the customer has sent. */
export function ChargeForm({ way, renderPicture, onSent }: ChargeFormProps) {
  const { t } = useTranslation('deposit');
  const [form, change] = useReducer(reduceCharge, emptyCharge);
  const summary = summariseCharge(form, way);
  const problems = validateCharge(form, summary);
  const words = ({ code, params }: ChargeProblem) => t(`problem.${code}`, { ...params });
  const { busy, error, submit, clearError } = useSubmit(announcing, { onDone: onSent });
  const dispatch = useInput(change, clearError);
  const onPicture = useCallback(
    (pictureId: number | undefined) => dispatch({ type: 'picture', pictureId }),
    [dispatch],
  );
  const { blocker, guard, ...touched } = useForm(problems, {
    unfinished: ['amount_required', 'below_minimum', 'picture_required'],
    lead({ field }, element) {
      if (field === 'picture') element.querySelector('fieldset')?.scrollIntoView({ block: 'center' });
      return field === 'picture';
    },
  });
  const shown = (field: ChargeProblem['field']) => {
    const problem = touched.shown(field);
    return problem && words(problem);
  };
  return (
    <Refusals error={error} fields={{ transaction_id: 'transactionId' }}>
      <form
        className="stack-4 cols-1"
        noValidate
        aria-label={t('charge.title')}
        onSubmit={guard(() => submit(chargeInput(form, way)))}
      >
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
        <KeyValues className="sums">
          <KeyValue label={t('charge.credited')} strong>
            {formatDecimal(summary.credited)} {summary.creditedUnit}
          </KeyValue>
        </KeyValues>
        <RefusalNote />
        <SubmitButton block busy={busy} problem={blocker ? words(blocker) : undefined}>
          {t('charge.submit')}
        </SubmitButton>
        <p className="note">{t('charge.text')}</p>
      </form>
    </Refusals>
  );
}
