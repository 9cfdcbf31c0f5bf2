import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Field } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';

interface Terms {
  readonly first_percent: string;
  readonly second_percent: string;
}

/** Promoters' shares of each fee, on both levels. */
export function ReferralTermsDialog({
  terms,
  onClose,
}: {
  readonly terms: Terms;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState<Terms>(terms);
  const [ready, setReady] = useState(false);
  if (ready) {
    return (
      <ProposeDialog
        kind="referral_terms"
        change={{ ...draft }}
        before={terms}
        after={draft}
        onClose={onClose}
      />
    );
  }
  const field = (name: keyof Terms, label: string) => (
    <Field
      label={label}
      value={draft[name]}
      inputMode="decimal"
      required
      onChange={event => setDraft({ ...draft, [name]: event.target.value.trim() })}
    />
  );
  return (
    <ProposalForm title={t('referral.change')} onClose={onClose} onReady={() => setReady(true)}>
      <p className="quiet">{t('referral.changeText')}</p>
      {field('first_percent', t('referral.first'))}
      {field('second_percent', t('referral.second'))}
    </ProposalForm>
  );
}
