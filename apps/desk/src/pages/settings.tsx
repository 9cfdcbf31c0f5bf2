import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { useNames } from '#lib/use-names.ts';
import { Tabs } from '#ui/field.tsx';
import { Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { History } from '../features/setting/history.tsx';
import { Maintenance } from '../features/setting/maintenance.tsx';
import { SettingForm, type Value } from '../features/setting/setting-form.tsx';

const NAMES = [
  'deposit_limits',
  'withdrawal_limits',
  'tokens',
  'bank',
  'products',
  'corrections',
  'terms',
  'support',
  'alerts',
  'custody',
  'compliance',
  'maintenance',
] as const;

export function SettingsPage() {
  const [name, setName] = useState<(typeof NAMES)[number]>('deposit_limits');
  const settings = useDesk('GET desk/settings', {});
  return (
    <Page
      title={t('nav.settings')}
      actions={
        <Tabs
          label={t('nav.settings')}
          value={name}
          options={NAMES.map(value => ({ value, label: t(`settings.${value}`) }))}
          onChange={setName}
        />
      }
    >
      <Loaded query={settings}>{values => <One name={name} values={values} />}</Loaded>
      <History key={name} name={name} />
    </Page>
  );
}

function One({
  name,
  values,
}: {
  readonly name: (typeof NAMES)[number];
  readonly values: DeskOutput<'GET desk/settings'>;
}) {
  const { may } = useMe();
  const { currencies } = useNames();
  // For all settings: switching to another one and back keeps what was typed.
  const [drafts, setDrafts] = useState<Readonly<Record<string, Value>>>({});
  if (name === 'maintenance') {
    return (
      <Card title={t('settings.maintenance')}>
        <Maintenance value={values.maintenance} />
      </Card>
    );
  }
  // The form starts again when somebody else changes the setting.
  const key = `${name}:${JSON.stringify(values[name])}`;
  return (
    <Card title={t(`settings.${name}`)}>
      <SettingForm
        key={key}
        name={name}
        value={values[name]}
        draft={drafts[key] ?? values[name]}
        onDraft={draft => setDrafts({ ...drafts, [key]: draft })}
        currencies={currencies}
        editable={may('setting.propose')}
      />
    </Card>
  );
}
