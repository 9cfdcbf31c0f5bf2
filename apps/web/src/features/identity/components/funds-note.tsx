import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSourceOfFunds } from '../api/funds.ts';

/** Leads to the form while the customer is asked where their money comes from; nothing otherwise. */
export function FundsNote({ to }: { readonly to: string }) {
  const { t } = useTranslation('identity');
  const { data } = useSourceOfFunds();
  if (data === undefined || data.state === 'none') return null;
  return (
    <p className="note">
      {t(data.state === 'asked' ? 'funds.asked' : 'funds.answered')}{' '}
      {data.state === 'asked' ? <Link to={to}>{t('funds.title')}</Link> : null}
    </p>
  );
}
