import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Choice, Field } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { CorrectionText } from './correction-text.tsx';

const REASONS = ['wrong_customer', 'wrong_amount', 'not_received', 'credited_twice'] as const;

/** Which deposit to reverse, how much of it, and the text for the customer. */
export function ReversalDialog({ onClose }: { readonly onClose: () => void }) {
  const [deposit, setDeposit] = useState('');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState<string>(REASONS[0]);
  const [text, setText] = useState('');
  const [ready, setReady] = useState(false);
  if (ready) {
    const what = { amount, reason, text: text.trim() };
    return (
      <ProposeDialog
        kind="deposit_reversal"
        change={{ deposit_id: wholeOf(deposit), ...what }}
        before={null}
        after={{ deposit_id: deposit, ...what }}
        onClose={onClose}
      />
    );
  }
  return (
    <ProposalForm title={t('corrections.takeBack')} onClose={onClose} onReady={() => setReady(true)}>
      <p className="quiet">{t('corrections.takeBackText')}</p>
      <Field
        label={t('corrections.deposit')}
        value={deposit}
        inputMode="numeric"
        required
        onChange={event => setDeposit(event.target.value.trim())}
      />
      <Field
        label={t('house.amount')}
        value={amount}
        inputMode="decimal"
        required
        help={t('corrections.atMost')}
        onChange={event => setAmount(event.target.value.trim())}
      />
      <Choice
        label={t('fields.reason')}
        value={reason}
        options={REASONS.map(value => ({ value, label: word('correctionReasons', value) }))}
        onChange={setReason}
      />
      <CorrectionText value={text} onChange={setText} />
    </ProposalForm>
  );
}
