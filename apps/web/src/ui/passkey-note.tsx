import { useTranslation } from '#i18n/use-translation.ts';
import { namedAddress } from '#lib/passkeys.ts';
import styles from './passkey-note.module.css';

/** Says that passkeys do not work at an IP address; on the server's own machine it links to `localhost`. */
export function PasskeyNote() {
  const { t } = useTranslation('common');
  const address = namedAddress();
  return (
    <p className={styles['note']}>
      {t('passkey.numbered', { host: window.location.hostname })}{' '}
      {address === undefined ? null : (
        <a href={address}>{t('passkey.byName', { address: new URL(address).host })}</a>
      )}
    </p>
  );
}
