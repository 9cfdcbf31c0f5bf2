import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { toast } from '#ui/toast.tsx';

const OPEN = { on: false, reason: '' };

export function Maintenance({ value }: { readonly value: DeskOutput<'GET desk/settings'>['maintenance'] }) {
  const { may } = useMe();
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      <p className={value.on ? 'bad' : 'good'}>
        {value.on ? t('settings.maintenanceOn', { reason: value.reason }) : t('settings.maintenanceOff')}
      </p>
      <div className="row">
        {may(value.on ? 'setting.propose' : 'maintenance.start') ? (
          <Button tone={value.on ? 'main' : 'danger'} onClick={() => setAsked(true)}>
            {t(value.on ? 'settings.endMaintenance' : 'settings.startMaintenance')}
          </Button>
        ) : null}
      </div>
      {asked && value.on ? (
        <ProposeDialog
          kind="setting"
          change={{ name: 'maintenance', value: OPEN }}
          before={value}
          after={OPEN}
          onClose={close}
        />
      ) : null}
      {asked && !value.on ? (
        <ReasonDialog
          title={t('settings.startMaintenance')}
          text={t('settings.startText')}
          label={t('propose.why')}
          submit={t('settings.startMaintenance')}
          danger
          onClose={close}
          run={async reason => {
            await callDesk('POST desk/maintenance_start', { reason });
            toast(t('approvals.done'));
          }}
        />
      ) : null}
    </>
  );
}
