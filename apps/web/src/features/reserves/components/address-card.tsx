import type { ReserveAsset } from '@tallystick/verify/public-log/reserves';
import { checkSignedAddress } from '@tallystick/verify/reserves/signed-address';
import { useMemo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { exactAmount, formatDate } from '#ui/format.ts';
import { StatePill } from '#ui/state-pill.tsx';
import styles from './reserves.module.css';

/** Where a currency lies at chains; signatures are verified here. Needs the namespace `reserves`. */
export function AddressCard({
  assets,
  origin,
  atMs,
}: {
  readonly assets: readonly ReserveAsset[];
  readonly origin: string;
  /** When the record was published. */
  readonly atMs: number;
}) {
  const { t } = useTranslation('reserves');
  return (
    <Card>
      <h2 className="text-14 weight-600">{t('addresses.title')}</h2>
      <p className="note mb-2">{t('addresses.text')}</p>
      {assets.length === 0 ? <p className="lead">{t('addresses.none')}</p> : null}
      <ul className="cols-1 grid">
        {assets.map(asset => (
          <Address
            key={`${asset.network} ${asset.place} ${asset.address ?? ''}`}
            asset={asset}
            origin={origin}
            atMs={atMs}
          />
        ))}
      </ul>
    </Card>
  );
}

function Address({
  asset,
  origin,
  atMs,
}: {
  readonly asset: ReserveAsset;
  readonly origin: string;
  readonly atMs: number;
}) {
  const { t } = useTranslation('reserves');
  const isSigned = asset.proof === 'signed';
  const checked = useMemo(
    () => (isSigned ? checkSignedAddress(asset, origin, atMs) : null),
    [asset, isSigned, origin, atMs],
  );
  const place = asset.place === 'bank' ? 'other' : asset.place;
  return (
    <li className={styles['item']}>
      <div className="ends">
        <span className="weight-600">{`${asset.network} · ${t(`addresses.${place}`)}`}</span>
        <b>{exactAmount(BigInt(asset.amount), { code: asset.currency, decimals: asset.decimals })}</b>
      </div>
      {asset.address === null ? (
        <p className="note">{t('addresses.summed')}</p>
      ) : (
        <span className={styles['mono']}>{asset.address}</span>
      )}
      <div className="wrap flex-6px">
        {checked === null ? (
          <StatePill tone="quiet">{t('addresses.observed')}</StatePill>
        ) : (
          <StatePill tone={checked.ok ? 'good' : 'bad'}>
            {t(checked.ok ? 'addresses.checked' : 'addresses.wrong')}
          </StatePill>
        )}
        {asset.block === null ? null : (
          <span className="note">
            {t('addresses.block', { block: asset.block, at: formatDate(asset.at_ms) })}
          </span>
        )}
      </div>
      {checked?.ok ? (
        <p className="note">
          {checked.message.after === null
            ? t('addresses.signedOn', { day: checked.message.day })
            : t('addresses.signedAfter', {
                day: checked.message.day,
                number: checked.message.after.number,
              })}
        </p>
      ) : null}
      {asset.message === null || asset.signature === null ? null : (
        <details className={styles['details']}>
          <summary>{t('addresses.message')}</summary>
          <div className="stack-2">
            <p className={styles['mono']}>{asset.message}</p>
            <p className="note">{t('addresses.signature')}</p>
            <p className={styles['mono']}>{asset.signature}</p>
          </div>
        </details>
      )}
    </li>
  );
}
