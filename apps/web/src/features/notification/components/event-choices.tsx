import { useQueryClient } from '@tanstack/react-query';
import type { PushTopic } from '@tallystick/protocol/push-message';
import { useTranslation } from '#i18n/use-translation.ts';
import { Switch } from '#ui/switch.tsx';
import { showRefusal } from '#ui/toast.ts';
import { choose, type NotificationSettings } from '../api/calls.ts';
import { TOPICS } from '../model/topics.ts';
import styles from './notification.module.css';

type Event = NotificationSettings['events'][number];

function EventRow({ event }: { readonly event: Event }) {
  const { t } = useTranslation('notification');
  const client = useQueryClient();
  const name = t(`events.${event.event}`);
  const set = (choice: { readonly mail: boolean } | { readonly push: boolean }) => {
    choose(client, { event: event.event, ...choice }).catch((error: unknown) => showRefusal(error));
  };
  return (
    <li className={styles['event']}>
      <span className={styles['name']}>
        {name}
        {event.mail_choice === 'always' ? <small className="quiet text-12">{t('alwaysMailed')}</small> : null}
      </span>
      <span className={styles['switch']}>
        {event.mail_choice === 'free' ? (
          <Switch label={`${name}: ${t('mail')}`} checked={event.mail} onChange={mail => set({ mail })} />
        ) : null}
      </span>
      <span className={styles['switch']}>
        <Switch label={`${name}: ${t('push')}`} checked={event.push} onChange={push => set({ push })} />
      </span>
    </li>
  );
}

function Topic({ topic, events }: { readonly topic: PushTopic; readonly events: readonly Event[] }) {
  const { t } = useTranslation('notification');
  return (
    <section className="mb-5" aria-label={t(`topics.${topic}`)}>
      <div className={styles['head']}>
        <h2>{t(`topics.${topic}`)}</h2>
        <span className="break-anywhere text-center text-12">{t('mail')}</span>
        <span className="break-anywhere text-center text-12">{t('push')}</span>
      </div>
      <ul className={`${styles['events']} raised`}>
        {events.map(event => (
          <EventRow key={event.event} event={event} />
        ))}
      </ul>
    </section>
  );
}

/** Mail and push for each event, by category. */
export function EventChoices({ settings }: { readonly settings: NotificationSettings }) {
  return TOPICS.map(topic => {
    const events = settings.events.filter(event => event.topic === topic);
    return events.length === 0 ? null : <Topic key={topic} topic={topic} events={events} />;
  });
}
