import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WirePublicRecord } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import { List, Row } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { checkedRecordQuery } from '../api/public-log.ts';
import { inLogOf, linesOf, summaryOf } from '../model/check-record.ts';
import { InLogMark } from './in-log-mark.tsx';
import styles from './public-log.module.css';

/** Records, each opened by a tap: then this device checks it. */
export function RecordList({
  records,
  trust,
}: {
  readonly records: readonly WirePublicRecord[];
  readonly trust: PublicLogTrust | null;
}) {
  const { t } = useTranslation('records');
  const [open, setOpen] = useState<WirePublicRecord>();
  return (
    <>
      <List label={t('title')}>
        {records.map(record => (
          <Row
            key={record.number}
            title={t(`kinds.${record.kind}`)}
            detail={
              <span className={styles['witness']}>
                {[summaryOf(record.kind, record.entry), formatDate(record.at_ms)].filter(Boolean).join(' · ')}
              </span>
            }
            value={`#${formatDecimal(String(record.number))}`}
            onClick={() => setOpen(record)}
          />
        ))}
      </List>
      {open === undefined ? null : (
        <Sheet open onClose={() => setOpen(undefined)} title={t(`kinds.${open.kind}`)}>
          <OpenRecord key={open.number} record={open} trust={trust} />
        </Sheet>
      )}
    </>
  );
}

function OpenRecord({
  record,
  trust,
}: {
  readonly record: WirePublicRecord;
  readonly trust: PublicLogTrust | null;
}) {
  const { t } = useTranslation('records');
  const {
    data: checked,
    error,
    refetch,
  } = useQuery({
    ...checkedRecordQuery(record, trust),
    // A record that waits for the next head goes on being shown.
    placeholderData: before => before,
  });
  if (checked === undefined) {
    return <Pending error={error} onRetry={refetch} shape={<Skeleton height={220} radius={14} />} />;
  }
  const { entry } = checked;
  return (
    <div className="stack-3">
      <InLogMark state={inLogOf([checked])} size={trust?.size ?? 0} />
      <dl className={styles['fields']}>
        {entry === null ? null : (
          <>
            <div>
              <dt>{t('number')}</dt>
              <dd>{formatDecimal(String(entry.number))}</dd>
            </div>
            <div>
              <dt>{t('time')}</dt>
              <dd>{formatDate(entry.at_ms)}</dd>
            </div>
          </>
        )}
        {linesOf(entry?.body).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : formatDate(value.atMs)}</dd>
          </div>
        ))}
      </dl>
      <CopyBox label={t('hash')} text={checked.hash} />
      <CopyBox label={t('entry')} text={record.entry} />
    </div>
  );
}
