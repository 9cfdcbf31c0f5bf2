import { ClipboardPaste, ScanLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { FundingCoin } from '#lib/funding.ts';
import { Button } from '#ui/button.tsx';
import type { Network } from '../api/withdrawal.ts';
import { readAddress, type ReadAddress } from '../model/read-address.ts';
import styles from './address-sources.module.css';

const ScanSheet = lazy(async () => ({ default: (await import('./scan-sheet.tsx')).ScanSheet }));

type Told = ReadAddress | { readonly found: 'denied' | 'empty' };

/** Fills in an address from the clipboard or a QR code, and says what was found. Needs the namespace `withdrawal`. */
export function AddressSources({
  coin,
  network,
  onAddress,
  onNetwork,
}: {
  readonly coin: FundingCoin;
  /** The chosen one. */
  readonly network: Network;
  readonly onAddress: (address: string, memo: string | null) => void;
  readonly onNetwork: (network: Network) => void;
}) {
  const { t } = useTranslation('withdrawal');
  const [told, setTold] = useState<Told>();
  const [scanning, setScanning] = useState(false);

  const take = (text: string) => {
    const read = readAddress(text, network);
    setTold(text.trim() === '' ? { found: 'empty' } : read);
    if (read.found === 'address') onAddress(read.address, read.memo);
  };
  const paste = async () => {
    try {
      take(await navigator.clipboard.readText());
    } catch {
      // Refused by the customer or the browser, or not offered on this page.
      setTold({ found: 'denied' });
    }
  };

  return (
    <div className="stack-2 cols-1">
      <div className="row-2">
        <Button
          size="small"
          tone="quiet"
          icon={<ClipboardPaste size={16} aria-hidden="true" />}
          onClick={() => void paste()}
        >
          {t('scan.paste')}
        </Button>
        <Button
          size="small"
          tone="quiet"
          icon={<ScanLine size={16} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setScanning(true)}
        >
          {t('scan.scan')}
        </Button>
      </div>
      <output className={styles['told']} data-good={told?.found === 'address' && told.network === network}>
        {told === undefined ? null : told.found === 'address' ? (
          <>
            {told.network === network
              ? t('scan.taken')
              : t('scan.otherNetwork', { network: told.network, chosen: network })}
            {told.amount ? ` ${t('scan.amount')}` : ''}
          </>
        ) : told.found === 'foreign' ? (
          t('scan.foreign', { chain: told.chain })
        ) : (
          t(`scan.${told.found}`)
        )}
      </output>
      {told?.found === 'address' &&
      told.network !== network &&
      coin.withdrawal.some(one => one.network === told.network) ? (
        <div>
          <Button size="small" onClick={() => onNetwork(told.network)}>
            {t('scan.choose', { network: told.network })}
          </Button>
        </div>
      ) : null}
      {scanning ? (
        <Suspense fallback={null}>
          <ScanSheet
            onText={text => {
              setScanning(false);
              take(text);
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
