import { useMutation } from '@tanstack/react-query';
import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/page.tsx';
import { Loaded, Problem } from '#ui/states.tsx';
import { toast } from '#ui/toast.tsx';
import { pushState, thisDevice, turnOff, turnOn } from './this-browser.ts';

/** Turns push on and off in this browser, and off in the operator's others. */
export function PushBrowsers() {
  const devices = useDesk('GET desk/push_devices', {}, { everyMs: false });
  const change = useMutation({
    mutationFn: async (id: number | null) => {
      if (id !== null) return turnOff(id);
      const result = await turnOn();
      if (result !== 'refused') toast(t(`push.${result}`));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['GET desk/push_devices'] }),
  });
  const state = pushState();
  return (
    <Card title={t('push.title')}>
      <p className="quiet">{t('push.text')}</p>
      <Loaded query={devices}>
        {({ items, most }) => (
          <>
            {items.map(({ id, device, service, created_at_ms: since }) => (
              <div className="row" key={id}>
                <span>
                  {id === thisDevice() ? <strong>{t('push.here')} · </strong> : null}
                  {device} · {service} · {dateTime(since)}
                </span>
                <Button small busy={change.isPending} onClick={() => change.mutate(id)}>
                  {t('push.off')}
                </Button>
              </div>
            ))}
            {items.some(({ id }) => id === thisDevice()) ? null : state === 'possible' ? (
              <div>
                <Button
                  tone="main"
                  busy={change.isPending}
                  disabled={items.length >= most}
                  onClick={() => change.mutate(null)}
                >
                  {t('push.turnOn')}
                </Button>
              </div>
            ) : (
              <p className="quiet">{t(`push.${state}`)}</p>
            )}
          </>
        )}
      </Loaded>
      <Problem error={change.error} />
    </Card>
  );
}
