import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { grouped, wholeOf } from '#lib/format.ts';
import { CurrencyChoice, usualCurrency } from '#ui/currency-choice.tsx';
import { Figure } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { CorrectionText, ReasonChoice } from './correction-text.tsx';

const REASONS = ['exchange_fault', 'late_payout', 'wrong_information', 'courtesy'] as const;

/** Customer, amount and reason, within what is left today. */
export function GoodwillDialog({
  ceilings,
  onClose,
}: {
  readonly ceilings: DeskOutput<'GET desk/goodwill'>['ceilings'];
  readonly onClose: () => void;
}) {
  const [customer, setCustomer] = useState('');
  const [currencyId, setCurrencyId] = useState(usualCurrency(ceilings));
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState<(typeof REASONS)[number]>(REASONS[0]);
  const [text, setText] = useState('');
  const chosen = ceilings.find(one => String(one.currency_id) === currencyId);
  const left =
    chosen &&
    t('corrections.left', {
      left: grouped(chosen.left_today),
      customer: grouped(chosen.per_customer),
      currency: chosen.currency,
    });
  const propose = () => {
    const what = { amount, reason, text: text.trim() };
    return {
      change: { customer_id: wholeOf(customer), currency_id: wholeOf(currencyId), ...what },
      before: null,
      after: { customer, currency: chosen?.currency, ...what },
    };
  };
  return (
    <ProposalForm title={t('corrections.pay')} kind="goodwill" propose={propose} onClose={onClose}>
      <p className="quiet">{t('corrections.payText')}</p>
      <Figure label={t('corrections.customer')} value={customer} inputMode="numeric" onChange={setCustomer} />
      <CurrencyChoice currencies={ceilings} value={currencyId} onChange={setCurrencyId} />
      <Figure label={t('house.amount')} value={amount} help={left} onChange={setAmount} />
      <ReasonChoice reasons={REASONS} value={reason} onChange={setReason} />
      <CorrectionText value={text} onChange={setText} />
    </ProposalForm>
  );
}
