import { useState } from 'react';
import type { WireDeposit } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { ErrorWords } from '#ui/why.tsx';
import form from '#ui/form.module.css';
import { objectToReversal } from '../api/deposit.ts';

const LONGEST_OBJECTION = 500;

type Reversal = NonNullable<WireDeposit['reversal']>;

/** The reversal of a mistaken deposit: reason, deadline to object, and outcome. */
export function ReversalPart({
  deposit,
  reversal,
}: {
  readonly deposit: WireDeposit;
  readonly reversal: Reversal;
}) {
  const { t } = useTranslation('deposit');
  const { state } = reversal;
  return (
    <section className="stack-2 cols-1" aria-label={t('reversal.title')}>
      <h3 className="soft text-13">{t('reversal.title')}</h3>
      <p className={form['error']}>
        {t(`reversal.state.${state}`, { time: formatDate(reversal.due_at_ms) })}
      </p>
      <KeyValues className="sums">
        <KeyValue label={t('reversal.amount')} strong>
          {formatDecimal(reversal.amount)} {deposit.currency}
        </KeyValue>
        <KeyValue label={t('reversal.reason')}>{t(`reversal.reasons.${reversal.reason}`)}</KeyValue>
        <KeyValue label={t('reversal.text')}>{reversal.text}</KeyValue>
        {reversal.objection === null ? null : (
          <KeyValue label={t('reversal.objection')}>{reversal.objection}</KeyValue>
        )}
      </KeyValues>
      {state === 'announced' || state === 'objected' || state === 'upheld' ? (
        <p className="note">{t('reversal.held')}</p>
      ) : null}
      {reversal.may_object ? <Objection depositId={deposit.deposit_id} /> : null}
    </section>
  );
}

function Objection({ depositId }: { readonly depositId: number }) {
  const { t } = useTranslation('deposit');
  const [text, setText] = useState('');
  const { busy, error, submit, clearError } = useSubmit(() => objectToReversal(depositId, text.trim()));
  const { guard } = useForm(text.trim() === '' ? [{ code: 'missing', field: 'text' }] : []);
  return (
    <form className="stack-4 cols-1" onSubmit={guard(submit)}>
      <TextField
        label={t('reversal.why')}
        hint={t('reversal.whyHint')}
        name="text"
        value={text}
        maxLength={LONGEST_OBJECTION}
        error={error === undefined ? undefined : <ErrorWords error={error} />}
        onChange={value => {
          setText(value);
          clearError();
        }}
      />
      <Button type="submit" disabled={busy || text.trim() === ''}>
        {t('reversal.object')}
      </Button>
    </form>
  );
}
