import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { grouped, wholeOf } from '#lib/format.ts';
import { Choice, Field } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { CorrectionText } from './correction-text.tsx';

const REASONS = ['exchange_fault', 'late_payout', 'wrong_information', 'courtesy'] as const;

/** Customer, amount and reason, within what is left today. */
export function GoodwillDialog({
  ceilings,
  onClose,
}: {
  readonly ceilings: DeskOutput<'GET desk/goodwill'>['ceilings'];
  readonly onClose: () => void;
}) {
  const usual = ceilings.find(({ currency }) => currency === 'USDT') ?? ceilings[0];
  const [customer, setCustomer] = useState('');
  const [currencyId, setCurrencyId] = useState(String(usual?.currency_id ?? ''));
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState<string>(REASONS[0]);
  const [text, setText] = useState('');
  const [ready, setReady] = useState(false);
  const chosen = ceilings.find(one => String(one.currency_id) === currencyId);
  if (ready) {
    return (
      <ProposeDialog
        kind="goodwill"
        change={{
          customer_id: wholeOf(customer),
          currency_id: wholeOf(currencyId),
          amount,
          reason,
          text: text.trim(),
        }}
        before={null}
        after={{ customer, amount, currency: chosen?.currency, reason, text: text.trim() }}
        onClose={onClose}
      />
    );
  }
  return (
    <ProposalForm title={t('corrections.pay')} onClose={onClose} onReady={() => setReady(true)}>
      <p className="quiet">{t('corrections.payText')}</p>
      <Field
        label={t('corrections.customer')}
        value={customer}
        inputMode="numeric"
        required
        onChange={event => setCustomer(event.target.value.trim())}
      />
      <Choice
        label={t('house.currency')}
        value={currencyId}
        options={ceilings.map(one => ({ value: String(one.currency_id), label: one.currency }))}
        onChange={setCurrencyId}
      />
      <Field
        label={t('house.amount')}
        value={amount}
        inputMode="decimal"
        required
        help={
          chosen === undefined
            ? undefined
            : t('corrections.left', {
                left: grouped(chosen.left_today),
                customer: grouped(chosen.per_customer),
                currency: chosen.currency,
              })
        }
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
