import { useState } from 'react';
import type { WireWithdrawal } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { noProof, PROOF_INPUTS, proofInput, validateProof } from '#lib/proof.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { cardName } from '../model/card-name.ts';
import { formatDecimal } from '#ui/format.ts';
import { ProofFields, useProofProblemText } from '#ui/proof-fields.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { requestWithdrawal, type WithdrawInfo } from '../api/withdrawal.ts';
import { withdrawInput, type WithdrawForm, type WithdrawSummary } from '../model/withdraw-fields.ts';

// Fee and rate are quoted, not chosen; a retry sends those of the first try again.
const withdrawing = defineIdempotentCall(
  'POST wallet/out',
  requestWithdrawal,
  ({ fee: _fee, rate: _rate, ...chosen }) => chosen,
);

/** Confirmation: destination, amount and amount that arrives, with the customer's proof of identity. */
export function ConfirmWithdrawal({
  currencyId,
  form,
  info,
  summary,
  onSent,
  onClose,
}: {
  readonly currencyId: number;
  readonly form: WithdrawForm;
  readonly info: WithdrawInfo;
  readonly summary: WithdrawSummary;
  readonly onSent: (withdrawal: WireWithdrawal) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('withdrawal');
  const [proof, setProof] = useState(noProof);
  const problemText = useProofProblemText();
  const { blocker, guard } = useForm(validateProof(proof, info.two_factor));
  const { busy, error, submit, clearError } = useSubmit(withdrawing, { onDone: onSent });
  const send = () =>
    submit(withdrawInput(form, currencyId, info, summary), proofInput(proof, info.two_factor));
  const { address, network } = summary;
  return (
    <Sheet open onClose={onClose} title={t('confirm.title')}>
      <Refusals error={error} fields={PROOF_INPUTS}>
        <form className="stack-4 cols-1" noValidate aria-label={t('confirm.title')} onSubmit={guard(send)}>
          <KeyValues className="sums">
            <KeyValue label={t('confirm.to')}>
              {info.bank ? cardName(summary.card) : address?.label || t('address.unnamed')}
            </KeyValue>
            {address && !info.bank ? <KeyValue label={t('address.one')}>{address.address}</KeyValue> : null}
            {address?.memo && !info.bank ? (
              <KeyValue label={t('address.memo')}>{address.memo}</KeyValue>
            ) : null}
            {network ? <KeyValue label={t('network')}>{network.name}</KeyValue> : null}
            <KeyValue label={t('amount')}>
              {formatDecimal(summary.amount)} {info.currency}
            </KeyValue>
            <KeyValue label={t('fee')}>
              {formatDecimal(summary.fee)} {info.currency}
            </KeyValue>
            <KeyValue label={t('receive')} strong>
              {formatDecimal(summary.receive)} {summary.receiveCurrency}
            </KeyValue>
          </KeyValues>
          <ProofFields
            purpose="withdraw"
            proof={proof}
            needsTwoFactor={info.two_factor}
            onChange={next => {
              clearError();
              setProof(next);
            }}
          />
          <RefusalNote />
          <SubmitButton block busy={busy} problem={problemText(blocker)}>
            {t('confirm.submit', { amount: formatDecimal(summary.amount), currency: info.currency })}
          </SubmitButton>
          <p className="note">{t('confirm.text')}</p>
        </form>
      </Refusals>
    </Sheet>
  );
}
