import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { WireSavedAddress } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDate } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from '#ui/form.module.css';
import { showToast } from '#ui/toast.ts';
import { removeAddress } from '../api/withdrawal.ts';

/** One saved address: when it was saved, when it can be used, and a button to delete it. */
export function AddressDetail({
  address,
  onRemoved,
}: {
  readonly address: WireSavedAddress;
  readonly onRemoved: () => void;
}) {
  const { t } = useTranslation('withdrawal');
  const [asking, setAsking] = useState(false);
  const seconds = useCountdown(address.usable_from_ms ?? undefined);
  const name = address.label || t('address.unnamed');
  const { busy, error, submit } = useSubmit(async () => {
    await removeAddress(address.address_id);
    showToast(t('address.removed'), 'good');
    onRemoved();
  });
  return (
    <div className="stack-4 cols-1">
      <div className={styles['headline']}>
        <b>{name}</b>
      </div>
      {seconds > 0 ? (
        <p className={styles['warning']}>
          {t('address.coolingText', { time: formatDuration(seconds * 1000) })}
        </p>
      ) : null}
      <CopyBox label={t('address.one')} text={address.address} />
      {address.memo === null ? null : <CopyBox label={t('address.memo')} text={address.memo} />}
      <KeyValues className="sums">
        <KeyValue label={t('currency')}>{address.currency}</KeyValue>
        <KeyValue label={t('network')}>{address.network}</KeyValue>
        <KeyValue label={t('address.saved')}>{formatDate(address.created_at_ms)}</KeyValue>
      </KeyValues>
      <a className={styles['link']} href={address.explorer_url} target="_blank" rel="noreferrer">
        <ExternalLink size={15} aria-hidden="true" />
        {t('detail.explorer')}
      </a>
      <FormError error={error} />
      <ButtonLink block to={paths.withdraw.getHref({ currency: address.currency_id })}>
        {t('address.use')}
      </ButtonLink>
      <Button block tone="quiet" busy={busy} onClick={() => setAsking(true)}>
        {t('address.remove')}
      </Button>
      <Confirm
        open={asking}
        title={t('address.removeTitle', { name })}
        confirmLabel={t('address.remove')}
        tone="danger"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void submit();
        }}
      >
        {t('address.removeText')}
      </Confirm>
    </div>
  );
}
