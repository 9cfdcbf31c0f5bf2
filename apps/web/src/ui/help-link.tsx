import { LifeBuoy } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './form.module.css';

/** From an order, a position, a deposit or a withdrawal to a ticket about it. */
export function HelpLink({
  about,
  id,
}: {
  readonly about: 'order' | 'position' | 'deposit' | 'withdrawal';
  readonly id: number;
}) {
  const { t } = useTranslation('common');
  return (
    <Link to={paths.helpTicket.getHref({ about, about_id: id })} className={styles['link']}>
      <LifeBuoy size={15} aria-hidden="true" />
      {t('actions.getHelp')}
    </Link>
  );
}
