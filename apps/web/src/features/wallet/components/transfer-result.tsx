import { Check } from 'lucide-react';
import type { WireTransfer } from '@tallystick/protocol/wire';
import { paths } from '#app/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import styles from './transfer-result.module.css';
import { exact } from './worth.tsx';

/** Says what was moved, as the server booked it. */
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
    <Sheet
      open
      onClose={onClose}
      title={t('transfer.done')}
      footer={
        <>
          <ButtonLink tone="quiet" to={paths.transferRecords.getHref()}>
            {t('transfer.records')}
          </ButtonLink>
          <Button onClick={onClose}>{t('transfer.close')}</Button>
        </>
      }
    >
      <div className={styles['head']}>
        <span className={styles['disc']} aria-hidden="true">
          <Check size={28} strokeWidth={2.4} />
        </span>
        <span className={styles['amount']}>
          {exact(amount)} <span className={styles['unit']}>{currency}</span>
        </span>
      </div>
      <KeyValues className={styles['facts']}>
        <KeyValue label={t('transfer.from')}>{t(`account.${from}`)}</KeyValue>
        <KeyValue label={t('transfer.to')}>{t(`account.${to}`)}</KeyValue>
        <KeyValue label={t('record.time')}>{formatDate(at_ms)}</KeyValue>
        <KeyValue label={t('transfer.numberLabel')}>{transfer_id}</KeyValue>
      </KeyValues>
    </Sheet>
  );
}
