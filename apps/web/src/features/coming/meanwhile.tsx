import { History, ShieldCheck } from 'lucide-react';
import { paths } from '#app/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import styles from './coming-page.module.css';

/** What answers most questions of someone who is worried, until there are people to ask. */
export function Meanwhile() {
  const { t } = useTranslation(['coming', 'common']);
  return (
    <>
      <h2 className={styles['heading']}>{t('help.until')}</h2>
      <List label={t('help.until')}>
        <Row
          to={paths.settingsAccount.getHref()}
          icon={<ShieldCheck size={19} strokeWidth={1.7} aria-hidden="true" />}
          title={t('common:menu.account')}
          detail={t('help.securityText')}
        />
        <Row
          to={paths.records.getHref({ kind: 'deposits' })}
          icon={<History size={19} strokeWidth={1.7} aria-hidden="true" />}
          title={t('common:menu.records')}
          detail={t('help.recordsText')}
        />
      </List>
    </>
  );
}
