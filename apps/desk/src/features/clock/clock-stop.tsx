import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { dateTime, clocksApart } from '#lib/format.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';

type Stop = NonNullable<DeskOutput<'GET desk/clock'>['stopped']>;

/** On every page while the machine's clock is in doubt: by how much, since when, and what to do. */
export function ClockStop() {
  const { may } = useMe();
  const { data } = useDesk('GET desk/clock', {});
  const [asked, setAsked] = useState<Stop | null>(null);
  const stop = data?.stopped ?? null;
  return (
    <>
      {stop === null ? null : (
        <div className="banner stack" role="alert">
          <p>
            {t('clock.stopped', {
              reason: word('clockReasons', stop.reason),
              difference: clocksApart(stop.difference_ms),
              since: dateTime(stop.since_ms),
            })}
          </p>
          <p>{t(stop.reason === 'journal_ahead' ? 'clock.waits' : 'clock.setRight')}</p>
          {stop.reason !== 'journal_ahead' && may('clock.propose') ? (
            <div className="row">
              <Button tone="main" onClick={() => setAsked(stop)}>
                {t('clock.goOn')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {asked === null ? null : (
        <ProposeDialog
          kind="clock"
          change={{ ...asked }}
          before={{
            clock_trusted: false,
            clock_reason: asked.reason,
            stopped_at_ms: asked.since_ms,
            clock_difference_seconds: asked.difference_ms / 1000,
          }}
          after={{ clock_trusted: true }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
