import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Figure } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { CorrectionText, ReasonChoice } from './correction-text.tsx';

const REASONS = ['wrong_customer', 'wrong_amount', 'not_received', 'credited_twice'] as const;

/** Which deposit to reverse, how much of it, and the text for the customer. */
export function ReversalDialog({ onClose }: { readonly onClose: () => void }) {
  const [deposit, setDeposit] = useState('');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState<(typeof REASONS)[number]>(REASONS[0]);
  const [text, setText] = useState('');
  const propose = () => {
    const what = { amount, reason, text: text.trim() };
    return {
      change: { deposit_id: wholeOf(deposit), ...what },
      before: null,
      after: { deposit_id: deposit, ...what },
    };
  };
  return (
    <ProposalForm
      title={t('corrections.takeBack')}
      kind="deposit_reversal"
      propose={propose}
      onClose={onClose}
    >
      <p className="quiet">{t('corrections.takeBackText')}</p>
      <Figure label={t('corrections.deposit')} value={deposit} inputMode="numeric" onChange={setDeposit} />
      <Figure label={t('house.amount')} value={amount} help={t('corrections.atMost')} onChange={setAmount} />
      <ReasonChoice reasons={REASONS} value={reason} onChange={setReason} />
      <CorrectionText value={text} onChange={setText} />
    </ProposalForm>
  );
}
