import { CalendarClock, CirclePause } from 'lucide-react';
import type { WireContract, WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDate } from '#ui/format.ts';
import { changedTerms } from '../model/changed-terms.ts';
import styles from './terms-strip.module.css';

/** Why and until when trading is halted, and announced terms. Renders nothing without either. */
export function TermsStrip({
  of,
  kind,
}: {
  readonly of: WireMarket | WireContract;
  readonly kind: 'spot' | 'perpetual';
}) {
  const { t } = useTranslation('market');
  const { halt, announced } = of;
  const changes = announced === null ? [] : changedTerms(of, announced);
  return (
    <>
      {halt === null ? null : (
        <section className={styles['strip']} aria-label={t('terms.halt')} data-strip="halt">
          <CirclePause size={18} aria-hidden="true" />
          <span>
            <b>{t(`terms.modes.${kind}.${halt.mode}`)}</b>
            <span>
              {t(`terms.reasons.${halt.reason}`)}
              {halt.note === '' ? '' : ` ${halt.note}`}
            </span>
            {halt.until_ms === null ? null : (
              <span>{t('terms.until', { date: formatDate(halt.until_ms, 'dayMinute') })}</span>
            )}
          </span>
        </section>
      )}
      {announced === null || changes.length === 0 ? null : (
        <section className={styles['strip']} aria-label={t('terms.announced')} data-strip="announced">
          <CalendarClock size={18} aria-hidden="true" />
          <span>
            <b>{t('terms.from', { date: formatDate(announced.effective_at_ms, 'dayMinute') })}</b>
            {changes.map(({ field, from, to }) => (
              <span key={field}>{t('terms.change', { field: t(`terms.fields.${field}`), from, to })}</span>
            ))}
            <span>{t(`terms.kept.${kind}`)}</span>
          </span>
        </section>
      )}
    </>
  );
}
