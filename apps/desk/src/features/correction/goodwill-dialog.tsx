import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState, type FormEvent } from 'react';
import { t, word } from '#i18n/texts.ts';
import { grouped, wholeOf } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Area, Choice, Field } from '#ui/field.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';

const REASONS = ['exchange_fault', 'late_payout', 'wrong_information', 'courtesy'] as const;
const LONGEST_TEXT = 300;

/** Whom to pay what for, within what is left today. */
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
  const send = (event: FormEvent) => {
    event.preventDefault();
    setReady(true);
  };
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
    <Dialog title={t('corrections.pay')} onClose={onClose}>
      <form className="stack" onSubmit={send}>
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
        <Area
          label={t('corrections.text')}
          value={text}
          maxLength={LONGEST_TEXT}
          rows={3}
          required
          onChange={event => setText(event.target.value.replaceAll('\n', ' '))}
        />
        <div className="row row-end">
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" tone="main">
            {t('actions.propose')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
