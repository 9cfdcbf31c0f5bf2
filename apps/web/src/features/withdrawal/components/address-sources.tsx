import { ClipboardPaste, ScanLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { FundingCoin } from '#lib/funding.ts';
import { Button } from '#ui/button.tsx';
import type { Network } from '../api/withdrawal.ts';
import type { ReadAddress } from '../model/read-address.ts';
import styles from './address-sources.module.css';

const ScanSheet = lazy(async () => ({ default: (await import('./scan-sheet.tsx')).ScanSheet }));

/** What a text from outside had in it, or why there is none. */
export type Told = ReadAddress | { readonly found: 'denied' | 'empty' };

/** Fills in an address from the clipboard or a QR code, and says what was found. Needs the namespace `withdrawal`. */
export function AddressSources({
  coin,
  network,
  told,
  onText,
  onDenied,
  onNetwork,
}: {
  readonly coin: FundingCoin;
  /** The chosen one. */
  readonly network: Network;
  readonly told: Told | undefined;
  readonly onText: (text: string) => void;
  /** The clipboard was refused by the customer or the browser, or is not offered on this page. */
  readonly onDenied: () => void;
  readonly onNetwork: (network: Network) => void;
}) {
  const { t } = useTranslation('withdrawal');
  const [scanning, setScanning] = useState(false);

  const paste = async () => {
    let text: string;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      return onDenied();
    }
    onText(text);
  };

  return (
    <div className="stack-2 cols-1">
      <div className="row-2 wrap">
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
              onText(text);
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
