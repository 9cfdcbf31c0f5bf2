import { Check } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Sheet } from '#ui/sheet.tsx';
import styles from './valuation-sheet.module.css';

/** Chooses the currency in which totals are shown. */
export function ValuationSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const { valuation } = useSettings();
  return (
    <Sheet open={open} onClose={onClose} title={t('valuation.title')}>
      <p className="text-13 soft mb-4">{t('valuation.text')}</p>
      <List className={styles['list']!}>
        {(['USDT', 'BTC'] as const).map(currency => (
          <Row
            key={currency}
            icon={<CoinIcon symbol={currency} size={26} />}
            title={currency}
            selected={currency === valuation}
            value={currency === valuation ? <Check size={18} className="accent" /> : null}
            onClick={() => {
              changeSettings({ valuation: currency });
              onClose();
            }}
          />
        ))}
      </List>
    </Sheet>
  );
}
