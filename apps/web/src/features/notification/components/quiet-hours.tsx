import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { currentSettings } from '#lib/settings.ts';
import { zoneName } from '#lib/zones.ts';
import { Row } from '#ui/card.tsx';
import { Switch } from '#ui/switch.tsx';
import { showRefusal } from '#ui/toast.ts';
import { setQuiet, type NotificationSettings } from '../api/calls.ts';
import styles from './notification.module.css';

type Quiet = NonNullable<NotificationSettings['quiet']>;

const NIGHT = { from: '22:00', to: '07:00' } as const;

/** The app's time zone on this device. The stored zone changes only when the hours are changed on a device. */
const zoneHere = (): string => zoneName(currentSettings().timeZone);

function Time({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  // Local state, so that a pending update does not change the input while typing.
  const [typed, setTyped] = useState(value);
  return (
    <div className={styles['time']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="time"
        required
        value={typed}
        onChange={event => {
          setTyped(event.target.value);
          onChange(event.target.value);
        }}
      />
    </div>
  );
}

/** The hours in which only urgent notifications are sent. */
export function QuietHours({ quiet }: { readonly quiet: Quiet | null }) {
  const { t } = useTranslation('notification');
  const client = useQueryClient();
  const set = (next: Omit<Quiet, 'zone'> | null) => {
    // Incomplete, or an empty range.
    if (next !== null && (next.from === '' || next.to === '' || next.from === next.to)) return;
    const input = next === null ? { on: false } : { on: true, ...next, zone: zoneHere() };
    setQuiet(client, input).catch(showRefusal);
  };
  return (
    <section className="mb-5" aria-label={t('quiet.title')}>
      <div className={styles['head']}>
        <h2>{t('quiet.title')}</h2>
      </div>
      <ul className={`${styles['events']} raised`}>
        <Row
          title={t('quiet.on')}
          detail={t('quiet.text')}
          action={
            <Switch label={t('quiet.on')} checked={quiet !== null} onChange={on => set(on ? NIGHT : null)} />
          }
        />
        {quiet === null ? null : (
          <li className={styles['times']}>
            <Time label={t('quiet.from')} value={quiet.from} onChange={from => set({ ...quiet, from })} />
            <Time label={t('quiet.to')} value={quiet.to} onChange={to => set({ ...quiet, to })} />
            <p className={styles['zone']}>
              {t('quiet.zone')}: {quiet.zone}
            </p>
          </li>
        )}
      </ul>
    </section>
  );
}
