import type { WireTransfer } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { DoneSheet } from './done-sheet.tsx';
import { exact } from './exact.ts';

/** A transfer as booked. */
export function TransferResult({
  transfer,
  onClose,
}: {
  readonly transfer: WireTransfer;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { transfer_id, from, to, currency, amount, at_ms } = transfer;
  return (
    <DoneSheet
      title={t('transfer.done')}
      amount={exact(amount)}
      unit={currency}
      records={{ label: t('transfer.records'), to: paths.transferRecords.getHref() }}
      close={t('transfer.close')}
      onClose={onClose}
    >
      <KeyValue label={t('transfer.from')}>{t(`account.${from}`)}</KeyValue>
      <KeyValue label={t('transfer.to')}>{t(`account.${to}`)}</KeyValue>
      <KeyValue label={t('record.time')}>{formatDate(at_ms)}</KeyValue>
      <KeyValue label={t('transfer.numberLabel')}>{transfer_id}</KeyValue>
    </DoneSheet>
  );
}
