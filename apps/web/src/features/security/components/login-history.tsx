import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { useLoginHistory } from '../api/security.ts';
import { deviceName } from '../../../lib/device-name.ts';
import styles from './login-history.module.css';

/** Logins and failed attempts. */
export function LoginHistory() {
  const { t } = useTranslation('security');
  const query = useLoginHistory();
  const { data, error, refetch } = query;
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={3} />} />;
  return (
    <>
      <List label={t('history.title')}>
        {data.pages
          .flatMap(page => page.items)
          .map(record => (
            <Row
              key={record.id}
              title={
                <span className={record.succeeded ? undefined : styles['failed']}>
                  {t(`history.${record.method}`)}
                  {record.succeeded ? null : ` · ${t('history.failed')}`}
                </span>
              }
              detail={`${deviceName(record.device)} · ${record.address}`}
              value={formatDate(record.at_ms, 'dayMinute')}
            />
          ))}
      </List>
      <MoreButton query={query} className="mt-3">
        {t('history.more')}
      </MoreButton>
    </>
  );
}
