import { useState } from 'react';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import type { DeskInput } from '@tallystick/protocol/desk';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Card, Facts, Page } from '#ui/page.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { Loaded } from '#ui/states.tsx';
import { toast } from '#ui/toast.tsx';

type Step = DeskInput<'POST desk/clock_advance'>['by'];

const STEPS: readonly { readonly by: Step; readonly label: string }[] = [
  { by: HOUR_MS, label: t('clock.hour') },
  { by: 8 * HOUR_MS, label: t('clock.hours', { count: 8 }) },
  { by: 'next_utc_midnight', label: t('clock.midnight') },
  { by: DAY_MS, label: t('clock.day') },
  { by: 3 * DAY_MS, label: t('clock.days', { count: 3 }) },
  { by: 7 * DAY_MS, label: t('clock.days', { count: 7 }) },
  { by: 30 * DAY_MS, label: t('clock.days', { count: 30 }) },
];

/** The demo's clock. In live there is nothing to press. */
export function ClockPage() {
  const clock = useDesk('GET desk/clock', {}, { everyMs: 1_000 });
  const [chosen, setChosen] = useState<(typeof STEPS)[number] | null>(null);
  return (
    <Page title={t('nav.clock')} lead={t('clock.lead')}>
      <Loaded query={clock}>
        {({ server_time_ms: nowMs, clock_ahead_ms: aheadMs, demo, may_advance: mayAdvance }) => (
          <>
            <Card title={t('clock.now')}>
              <Facts
                facts={[
                  [t('clock.exchange'), dateTime(nowMs)],
                  [t('clock.ahead'), aheadOf(aheadMs)],
                ]}
              />
            </Card>
            <Card title={t('clock.forward')}>
              <p>{t(!demo ? 'clock.live' : mayAdvance ? 'clock.what' : 'clock.others')}</p>
              {mayAdvance ? (
                <div className="row">
                  {STEPS.map(step => (
                    <Button key={step.label} onClick={() => setChosen(step)}>
                      {step.label}
                    </Button>
                  ))}
                </div>
              ) : null}
            </Card>
          </>
        )}
      </Loaded>
      {chosen === null ? null : (
        <ReasonDialog
          title={t('clock.confirm', { step: chosen.label })}
          text={t('clock.forGood')}
          submit={t('clock.forward')}
          danger
          onClose={() => setChosen(null)}
          run={async reason => {
            const advanced = await callDesk('POST desk/clock_advance', { by: chosen.by, reason });
            toast(t('clock.done', { time: dateTime(advanced.server_time_ms) }));
          }}
        />
      )}
    </Page>
  );
}

function aheadOf(ms: number): string {
  if (ms === 0) return t('clock.none');
  const hours = Math.floor(ms / HOUR_MS);
  return t('clock.aheadBy', { days: Math.floor(hours / 24), hours: hours % 24 });
}
