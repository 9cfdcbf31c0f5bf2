import { Bell } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { SettingsGroup } from '#ui/settings-group.tsx';
import { PushDevices } from '#features/push/push-devices.tsx';
import { useNotificationSettings } from '#features/notification/api/calls.ts';
import { EventChoices } from '#features/notification/components/event-choices.tsx';
import { QuietHours } from '#features/notification/components/quiet-hours.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Row } from '#ui/card.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';

/** Which notices customers get by which channel, and their quiet hours. */
export function Page() {
  const { t } = useTranslation('notification');
  const { data, error, refetch } = useNotificationSettings();
  return (
    <Frame title={t('title')} width="narrow">
      <p className="lead mb-4">{t('lead')}</p>
      <PushDevices />
      {data ? (
        <>
          <QuietHours quiet={data.quiet} />
          <EventChoices settings={data} />
        </>
      ) : (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={400} radius={14} />} />
      )}
      <SettingsGroup title={t('topics.alerts')}>
        <Row
          to={paths.priceAlerts.getHref()}
          icon={<Bell size={19} strokeWidth={1.7} aria-hidden="true" />}
          title={t('alert.title')}
        />
      </SettingsGroup>
    </Frame>
  );
}
