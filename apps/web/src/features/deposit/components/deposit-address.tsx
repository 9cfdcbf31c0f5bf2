import { Download, ExternalLink, TriangleAlert } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { drawQrPicture } from '#lib/qr-picture.ts';
import { savePicture } from '#lib/save-picture.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDecimal } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { QrCode } from '#ui/qr-code.tsx';
import { showToast } from '#ui/toast.ts';
import type { DepositInfo, DepositNetwork } from '../api/deposit.ts';
import styles from './deposit-address.module.css';

const SAVED_PX = 1024;

/** The customer's own address on one network: QR code, copy button and deposit terms. */
export function DepositAddress({
  currency,
  network,
  address,
}: {
  readonly currency: string;
  readonly network: DepositNetwork;
  readonly address: NonNullable<DepositInfo['address']>;
}) {
  const { t } = useTranslation('deposit');
  const save = async () => {
    const picture = await drawQrPicture(address.qr_text).catch(() => undefined);
    const saved =
      picture !== undefined && (await savePicture(picture, `${currency}-${network.network}`, SAVED_PX));
    showToast(t(saved ? 'saved' : 'saveFailed'), saved ? 'good' : 'bad');
  };
  return (
    <>
      <p className={form['warning']}>
        <TriangleAlert size={18} aria-hidden="true" />
        <span>{t('warning', { currency, network: network.name })}</span>
      </p>
      <div className={styles['code']}>
        <QrCode text={address.qr_text} label={t('qr')} size={184} />
        <div className={styles['ways']}>
          <Button tone="quiet" size="small" icon={<Download size={16} />} onClick={() => void save()}>
            {t('save')}
          </Button>
          <a className={form['link']} href={address.explorer_url} target="_blank" rel="noreferrer">
            <ExternalLink size={15} aria-hidden="true" />
            {t('explorer')}
          </a>
        </div>
      </div>
      <CopyBox label={t('address')} text={address.address} />
      {address.memo === null ? null : (
        <>
          <CopyBox label={t('memo')} text={address.memo} />
          <p className={form['warning']}>
            <TriangleAlert size={18} aria-hidden="true" />
            <span>{t('memoWarning')}</span>
          </p>
        </>
      )}
      {network.contract === null ? null : <CopyBox label={t('contract')} text={network.contract} />}
      <KeyValues className="sums">
        <KeyValue label={t('minimum')}>
          {formatDecimal(network.minimum)} {currency}
        </KeyValue>
        <KeyValue label={t('confirmations')}>{network.confirmations}</KeyValue>
        <KeyValue label={t('crediting')}>{t(network.automatic ? 'automatic' : 'manual')}</KeyValue>
      </KeyValues>
      <p className="note">{t('minimumText')}</p>
    </>
  );
}
