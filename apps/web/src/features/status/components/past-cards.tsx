import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { formatDate, formatPercent } from '#ui/format.ts';
import type { StatusHistory } from '../api/calls.ts';
import { goodShare, shownDays, type Part } from '../model.ts';
import styles from './status.module.css';

const PARTS: readonly Part[] = ['exchange', 'trading', 'prices', 'deposits', 'withdrawals'];

/** The last 90 days and their incidents. Needs the namespace `status`. */
export function PastCards({ history, nowMs }: { readonly history: StatusHistory; readonly nowMs: number }) {
  const { t } = useTranslation('status');
  return (
    <>
      <Card>
        <h2 className="text-14 weight-600 mb-2">{t('days.title')}</h2>
        <p className="note">{t('days.text')}</p>
        {PARTS.map(part => {
          const share = goodShare(history.days, part);
          const words =
            share === undefined
              ? t('days.none')
              : t('days.share', {
                  share: formatPercent(share.percent, { sign: 'auto' }),
                  minutes: share.minutes,
                });
          return (
            <div key={part} className={styles['part']}>
              <div className={styles['partHead']}>
                <span>{t(`parts.${part}`)}</span>
                <span className="note">{words}</span>
              </div>
              {/* For the eye only; the text above says the same. */}
              <div className={styles['days']} aria-hidden="true">
                {shownDays(history.days, part, nowMs).map(({ day, state }) => (
                  <span key={day} className={styles['day']} data-state={state} title={day} />
                ))}
              </div>
            </div>
          );
        })}
      </Card>
      <Card>
        <h2 className="text-14 weight-600 mb-2">{t('incidents.title')}</h2>
        {history.incidents.length === 0 ? (
          <p className="note">{t('incidents.none')}</p>
        ) : (
          <ul className="cols-1 grid">
            {history.incidents.map(one => (
              <Incident key={one.id} incident={one} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

function Incident({ incident }: { readonly incident: StatusHistory['incidents'][number] }) {
  const { t } = useTranslation('status');
  const { kind, part, subject, cause, started_at_ms: fromMs, ended_at_ms: toMs } = incident;
  const from = formatDate(fromMs, 'dateTime');
  const own = [t(`parts.${part}`), subject, t(`kinds.${kind}`), cause === null ? null : t(`causes.${cause}`)];
  return (
    <li className={styles['incident']}>
      <span className="break-anywhere weight-600">
        {incident.title ?? own.filter(word => word !== null).join(' · ')}
      </span>
      <span className="note">
        {toMs === null
          ? t('incidents.running', { from })
          : t('incidents.span', { from, to: formatDate(toMs, 'dateTime') })}
      </span>
      {incident.body === null ? null : <p className={styles['body']}>{incident.body}</p>}
    </li>
  );
}
