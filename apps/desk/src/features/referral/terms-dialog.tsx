import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Figure } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';

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
  const [first, setFirst] = useState(terms.first_percent);
  const [second, setSecond] = useState(terms.second_percent);
  const propose = () => {
    const after = { first_percent: first, second_percent: second };
    return { change: after, before: terms, after };
  };
  return (
    <ProposalForm title={t('referral.change')} kind="referral_terms" propose={propose} onClose={onClose}>
      <p className="quiet">{t('referral.changeText')}</p>
      <Figure label={t('referral.first')} value={first} onChange={setFirst} />
      <Figure label={t('referral.second')} value={second} onChange={setSecond} />
    </ProposalForm>
  );
}
