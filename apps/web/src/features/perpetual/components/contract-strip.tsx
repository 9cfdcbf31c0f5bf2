import { Info } from 'lucide-react';
import { useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { cx } from '#ui/class-names.ts';
import { formatPercent, formatPrice, signOf, UNKNOWN } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import { Sheet } from '#ui/sheet.tsx';
import { usePerpetualPart, usePerpetualTicker } from '../api/perpetual.ts';
import { contractUnits } from '../model/contract.ts';
import styles from './contract-strip.module.css';

/** Funding rates are small: four digits, and always with their sign. */
export function formatRate(percent: string | null | undefined): string {
  return formatPercent(percent, { decimals: 4, minDecimals: 4 });
}

const nextFunding = (ticker: { readonly next_funding_at_ms: number | null }) => ticker.next_funding_at_ms;

/** The time until funding is next paid, by the server's clock. */
export function FundingCountdown({ marketId }: { readonly marketId: number }) {
  const atMs = usePerpetualPart(marketId, nextFunding) ?? undefined;
  const seconds = useCountdown(atMs);
  return <>{atMs === undefined ? UNKNOWN : formatDuration(seconds * 1000)}</>;
}

/** Mark, index and funding in one row. Pressing it explains each of them. */
export function ContractStrip({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const [open, setOpen] = useState(false);
  const ticker = usePerpetualTicker(contract.market_id);
  const { priceDecimals } = contractUnits(contract);
  const rate = ticker?.funding_rate_percent;
  return (
    <>
      <button type="button" className={styles['strip']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="visually-hidden">{t('strip.label')}</span>
        <span className={styles['figure']}>
          <span className="note row-4px">{t('strip.mark')}</span>
          <span className={styles['value']} data-figure="mark">
            {formatPrice(ticker?.mark, priceDecimals)}
          </span>
        </span>
        <span className={styles['figure']}>
          <span className="note row-4px">{t('strip.index')}</span>
          <span className={styles['value']}>{formatPrice(ticker?.index, priceDecimals)}</span>
        </span>
        <span className={styles['figure']}>
          <span className="note row-4px">
            {t('strip.funding')}
            <Info size={11} aria-hidden="true" />
          </span>
          <span className={styles['value']}>
            <span className={cx(signOf(rate) === 1 && 'up', signOf(rate) === -1 && 'down')}>
              {formatRate(rate)}
            </span>
            <span className="soft weight-500">
              <FundingCountdown marketId={contract.market_id} />
            </span>
          </span>
        </span>
      </button>
      {ticker?.stale ? <output className={styles['stale']}>{t('strip.stale')}</output> : null}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('strip.explainTitle')}>
        <div className={styles['explain']}>
          <p>{t('strip.mark_text')}</p>
          <p>{t('strip.index_text')}</p>
          <p>{t('strip.last_text')}</p>
          <p>{t('strip.funding_text', { hours: contract.funding_interval_hours })}</p>
          <p className="bright weight-600">
            {signOf(rate) === -1 ? t('strip.shortsPay') : t('strip.longsPay')}: {formatRate(rate)}
          </p>
        </div>
      </Sheet>
    </>
  );
}
