import { MonitorSmartphone } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useSubmit } from '#lib/use-submit.ts';
import { SettingsGroup } from '#ui/settings-group.tsx';
import { deviceName } from '#lib/device-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Row } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { Switch } from '#ui/switch.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';
import { pushState, removeDevice, testPush, turnOn, usePushDevices } from './calls.ts';

/** Push on this device with a test, and the other devices with push. */
export function PushDevices() {
  const { t } = useTranslation('notification');
  const { data } = usePushDevices();
  const state = useQuery({
    queryKey: ['push', 'state'],
    queryFn: pushState,
    staleTime: 0,
    // The service worker starts at the first key or touch, which may be the one that led here.
    refetchInterval: ({ state: { data: found } }) => (found === 'unavailable' ? 1_000 : false),
  });
  const current = data?.items.find(device => device.current);
  const others = data?.items.filter(device => !device.current) ?? [];
  const { submit } = useSubmit(
    (work: () => Promise<string | undefined>) => work().finally(() => void state.refetch()),
    { onDone: said => (said === undefined ? undefined : showToast(said, 'good')), onFailed: showRefusal },
  );
  const run = (work: () => Promise<string | undefined>) => void submit(work);
  const set = (on: boolean) =>
    run(async () => {
      if (!on && current) await removeDevice(current.id);
      if (on && !(await turnOn())) return undefined;
      return t(on ? 'device.on' : 'device.off');
    });
  const problem =
    state.data === 'unavailable'
      ? t('device.unavailable')
      : state.data === 'blocked'
        ? t('device.blocked')
        : undefined;
  return (
    <SettingsGroup title={t('push')}>
      <Row
        title={t('device.title')}
        detail={problem ?? t('device.text')}
        action={
          current !== undefined || state.data === 'possible' ? (
            <Switch label={t('device.title')} checked={current !== undefined} onChange={set} />
          ) : null
        }
      />
      {data !== undefined && data.items.length > 0 ? (
        <Row
          title={t('device.test')}
          onClick={() =>
            run(async () => {
              await testPush();
              return t('device.tested');
            })
          }
        />
      ) : null}
      {others.map(device => (
        <Row
          key={device.id}
          icon={<MonitorSmartphone size={19} strokeWidth={1.7} aria-hidden="true" />}
          title={deviceName(device.device)}
          detail={`${device.service} · ${formatDate(device.created_at_ms, 'dayMinute')}`}
          action={
            <Button
              tone="quiet"
              size="small"
              onClick={() =>
                run(async () => {
                  await removeDevice(device.id);
                  return t('device.off');
                })
              }
            >
              {t('device.remove')}
            </Button>
          }
        />
      ))}
    </SettingsGroup>
  );
}
