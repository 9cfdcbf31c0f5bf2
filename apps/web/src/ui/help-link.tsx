import { LifeBuoy } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './form.module.css';

/** Link that opens a support ticket about an order, position, deposit or withdrawal. */
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
