import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { verifierKeyOf } from '@tallystick/verify/note';
import { Card, KeyValue, KeyValues, List, Row } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { formatAge } from '#ui/format-time.ts';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { archivesQuery, type LogHead } from '../api/price-log.ts';
import { CheckFile } from './check-file.tsx';
import { DeviceCard } from './device-card.tsx';
import { FindTick } from './find-tick.tsx';
import styles from './log-view.module.css';
import { useLogWatch } from './use-log-watch.ts';

function Head({ head: { log, checkpoint } }: { readonly head: LogHead }) {
  const { t } = useTranslation('prices');
  const nowMs = useServerNow(1000);
  return (
    <Card className={styles['part']} data-log={log.state}>
      <div className="flex-2 between wrap">
        <span className={styles['quiet']}>{t('log.size')}</span>
        <span className={styles['state']} data-state={log.state}>
          {log.state === 'stopped' ? t('log.stopped') : t(`log.${log.state}`)}
        </span>
      </div>
      <b className={styles['size']}>{checkpoint === null ? '—' : formatDecimal(String(checkpoint.size))}</b>
      <span className={styles['quiet']}>
        {checkpoint === null ? t('log.none') : t('log.signed', { age: formatAge(checkpoint.at_ms, nowMs) })}
      </span>
      <KeyValues>
        <KeyValue label={t('log.origin')}>{log.origin}</KeyValue>
      </KeyValues>
      {checkpoint === null ? null : <CopyBox label={t('log.root')} text={checkpoint.root} />}
      {log.keys.map(key => (
        <CopyBox
          key={key.key_id}
          label={key.active ? t('log.key') : t('log.oldKey')}
          text={verifierKeyOf({ name: log.origin, publicKey: key.public_key })}
        />
      ))}
    </Card>
  );
}

function Archives() {
  const { t } = useTranslation('prices');
  const { data } = useQuery(archivesQuery);
  if (data === undefined) return null;
  return (
    <section className={styles['part']}>
      <h2 className={styles['heading']}>{t('log.archive')}</h2>
      {data.items.length === 0 ? (
        <p className={styles['text']}>{t('log.archiveNone')}</p>
      ) : (
        <List label={t('log.archive')}>
          {data.items.map(file => (
            <Row
              key={file.first}
              title={
                <a href={`/api/price_log/archive?first=${file.first}`} download>
                  {t('log.file', {
                    first: formatDecimal(String(file.first)),
                    last: formatDecimal(String(file.last)),
                  })}
                </a>
              }
              detail={`${formatDate(file.first_at_ms)} · SHA-256 ${file.sha256.slice(0, 16)}…`}
            />
          ))}
        </List>
      )}
    </section>
  );
}

/** The public price log: how far it is signed, by which key, and a search for any price. */
export function LogView({
  symbols,
  tick,
}: {
  readonly symbols: ReadonlyMap<number, string>;
  /** The requested tick; it is shown first. */
  readonly tick: number | undefined;
}) {
  const { t } = useTranslation('prices');
  const watch = useLogWatch();
  const { head, error, retry } = watch;
  if (head === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} />;
    return (
      <div className="stack-4">
        <Skeleton height={260} radius={14} />
        <Skeleton height={96} radius={14} />
        <Skeleton height={160} radius={14} />
      </div>
    );
  }
  return (
    <div className="stack-4">
      <p className={styles['intro']}>{t('log.text')}</p>
      {tick === undefined ? null : <FindTick head={head} symbols={symbols} first={tick} />}
      <Head head={head} />
      <DeviceCard watch={watch} />
      {tick === undefined ? <FindTick head={head} symbols={symbols} /> : null}
      <CheckFile trust={watch.trust} />
      <Archives />
    </div>
  );
}
