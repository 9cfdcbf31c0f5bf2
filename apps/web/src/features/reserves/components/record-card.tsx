import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { saveText } from '#lib/save-text.ts';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import type { NewestReserves } from '../api/calls.ts';
import type { ReadRecords } from '../model/shown.ts';

/** Where it stands in the public log, and both records as a file. Needs the namespace `reserves`. */
export function RecordCard({
  newest: { origin, published: entries },
  read: { published },
  children,
}: {
  readonly newest: NewestReserves;
  readonly read: ReadRecords;
  /** Both records, as they are checked. */
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('reserves');
  const { number, hash, reserves, liabilities } = published;
  const save = (): void => {
    const file = {
      origin,
      reserves: entries?.reserves.entry,
      liabilities: entries?.liabilities.entry,
    };
    saveText(`tallystick-reserves-${number}.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json');
  };
  return (
    <Card className="stack-3">
      <h2 className="text-14 weight-600">{t('record.title')}</h2>
      <p className="note">{t('record.text')}</p>
      <KeyValues>
        <KeyValue label={t('record.point')}>{formatDecimal(String(reserves.point))}</KeyValue>
        <KeyValue label={t('record.owedAt')}>{formatDate(liabilities.at_ms)}</KeyValue>
        <KeyValue label={t('record.heldAt')}>{formatDate(reserves.at_ms)}</KeyValue>
        <KeyValue label={t('record.liabilities')}>
          {formatDecimal(String(reserves.liabilities_record))}
        </KeyValue>
        <KeyValue label={t('record.reserves')}>{formatDecimal(String(number))}</KeyValue>
      </KeyValues>
      {children}
      <CopyBox label={t('record.hash')} text={hash} />
      <Button tone="quiet" icon={<Download size={18} aria-hidden="true" />} onClick={save}>
        {t('record.save')}
      </Button>
    </Card>
  );
}
