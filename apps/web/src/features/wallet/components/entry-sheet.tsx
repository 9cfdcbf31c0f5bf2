import type { WireLedgerEntry } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';

/** One change of a balance, with all its digits and what caused it. */
export function EntrySheet({
  entry,
  onClose,
}: {
  readonly entry: WireLedgerEntry;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { currency } = entry;
  return (
    <Sheet open onClose={onClose} title={t('record.entry')}>
      <KeyValues>
        <KeyValue label={t('record.amount')} strong>
          {formatDecimal(entry.amount, { sign: 'always' })} {currency}
        </KeyValue>
        <KeyValue label={t('record.balanceAfter')}>
          {formatDecimal(entry.balance_after)} {currency}
        </KeyValue>
        <KeyValue label={t('record.account')}>{t(`account.${entry.account}`)}</KeyValue>
        <KeyValue label={t('record.reason')}>{t(`reason.${entry.reason}`)}</KeyValue>
        {entry.goodwill === undefined ? null : (
          <>
            <KeyValue label={t('goodwill.why')}>{t(`goodwill.${entry.goodwill.reason}`)}</KeyValue>
            <KeyValue label={t('goodwill.note')}>{entry.goodwill.text}</KeyValue>
          </>
        )}
        <KeyValue label={t('record.time')}>{formatDate(entry.at_ms)}</KeyValue>
        <KeyValue label={t('record.reference')}>{entry.reference}</KeyValue>
        <KeyValue label={t('record.number')}>{entry.entry_id}</KeyValue>
      </KeyValues>
    </Sheet>
  );
}
