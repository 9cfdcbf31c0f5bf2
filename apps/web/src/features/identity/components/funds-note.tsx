import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useSourceOfFunds } from '../api/funds.ts';

/** Leads to the form while the customer is asked where their money comes from; nothing otherwise. */
export function FundsNote({ to }: { readonly to: string }) {
  const { t } = useTranslation('identity');
  const { data } = useSourceOfFunds();
  if (data === undefined || data.state === 'none') return null;
  if (data.state === 'answered') return <p className="note">{t('funds.answered')}</p>;
  return (
    <section className="stack-4">
      <p>{t('funds.asked')}</p>
      <ButtonLink block to={to}>
        {t('funds.title')}
      </ButtonLink>
    </section>
  );
}
