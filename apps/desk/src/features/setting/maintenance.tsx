import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { RightButton } from '#ui/button.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';

const OPEN = { on: false, reason: '' };

export function Maintenance({ value }: { readonly value: DeskOutput<'GET desk/settings'>['maintenance'] }) {
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      <p className={value.on ? 'bad' : 'good'}>
        {value.on ? t('settings.maintenanceOn', { reason: value.reason }) : t('settings.maintenanceOff')}
      </p>
      <div className="row">
        <RightButton
          right={value.on ? 'setting.propose' : 'maintenance.start'}
          tone={value.on ? 'main' : 'danger'}
          onClick={() => setAsked(true)}
        >
          {t(value.on ? 'settings.endMaintenance' : 'settings.startMaintenance')}
        </RightButton>
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
          submit={t('settings.startMaintenance')}
          danger
          done={t('approvals.done')}
          onClose={close}
          run={reason => callDesk('POST desk/maintenance_start', { reason })}
        />
      ) : null}
    </>
  );
}
