import type { WireMarket } from '@tallystick/protocol/wire';
import { currencyName } from '#i18n/currency-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal, formatPercent } from '#ui/format.ts';
import { useTicker } from '../api/markets.ts';
import styles from './market-facts.module.css';

/** The rules of a market: steps, minimum, band, fees and its state. */
export function MarketFacts({ market }: { readonly market: WireMarket }) {
  const { t } = useTranslation('market');
  const ticker = useTicker(market.id);
  const fee = (percent: string) => formatPercent(percent, { sign: 'never', decimals: 4, minDecimals: 0 });
  return (
    <Card className={styles['facts'] ?? ''}>
      <KeyValues>
        <KeyValue label={t('facts.base')}>{`${currencyName(market.base)} (${market.base.code})`}</KeyValue>
        <KeyValue label={t('facts.quote')}>{`${currencyName(market.quote)} (${market.quote.code})`}</KeyValue>
        <KeyValue label={t('facts.status')}>{t(`status.${market.status}`)}</KeyValue>
        <KeyValue
          label={t('facts.index')}
        >{`${formatDecimal(ticker?.index_price)} ${market.quote.code}`}</KeyValue>
        <KeyValue
          label={t('facts.tick')}
        >{`${formatDecimal(market.tick_size)} ${market.quote.code}`}</KeyValue>
        <KeyValue label={t('facts.lot')}>{`${formatDecimal(market.lot_size)} ${market.base.code}`}</KeyValue>
        <KeyValue label={t('facts.minimum')}>
          {`${formatDecimal(market.min_notional)} ${market.quote.code}`}
        </KeyValue>
        <KeyValue label={t('facts.band')}>{`± ${fee(market.price_band_percent)}`}</KeyValue>
        <KeyValue label={t('facts.maker')}>{fee(market.maker_fee_percent)}</KeyValue>
        <KeyValue label={t('facts.taker')}>{fee(market.taker_fee_percent)}</KeyValue>
      </KeyValues>
      <p className="note mt-2">{t('facts.feeNote')}</p>
    </Card>
  );
}
