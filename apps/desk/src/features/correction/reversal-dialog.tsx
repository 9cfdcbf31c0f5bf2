import { useState, type FormEvent } from 'react';
import { t, word } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Area, Choice, Field } from '#ui/field.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';

const REASONS = ['wrong_customer', 'wrong_amount', 'not_received', 'credited_twice'] as const;
const LONGEST_TEXT = 300;

/** Which deposit was a mistake, how much of it, and what the customer is told. */
export function ReversalDialog({ onClose }: { readonly onClose: () => void }) {
  const [deposit, setDeposit] = useState('');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState<string>(REASONS[0]);
  const [text, setText] = useState('');
  const [ready, setReady] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setReady(true);
  };
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
    <Dialog title={t('corrections.takeBack')} onClose={onClose}>
      <form className="stack" onSubmit={send}>
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
