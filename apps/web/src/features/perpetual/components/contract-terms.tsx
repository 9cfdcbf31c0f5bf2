import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal, formatPercent } from '#ui/format.ts';
import { usePerpetualTicker } from '../api/perpetual.ts';
import styles from './contract-terms.module.css';
import { formatRate, FundingCountdown } from './contract-strip.tsx';

const percent = (text: string) => formatPercent(text, { sign: 'never', decimals: 4, minDecimals: 0 });

/** What a contract is and what it allows. */
export function ContractTerms({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const ticker = usePerpetualTicker(contract.market_id);
  const { base, quote, multiples } = contract;
  const lots = (count: number | undefined) =>
    count === undefined ? '—' : t('details.lots', { lots: formatDecimal(String(count)) });
  return (
    <Card>
      <KeyValues>
        <KeyValue label={t('details.status')}>{t(`details.statuses.${contract.status}`)}</KeyValue>
        <KeyValue label={t('details.underlying')}>{contract.symbol}</KeyValue>
        <KeyValue label={t('details.settled')}>{quote.code}</KeyValue>
        <KeyValue label={t('details.lot')}>{`${formatDecimal(contract.lot_size)} ${base.code}`}</KeyValue>
        <KeyValue label={t('details.tick')}>{`${formatDecimal(contract.tick_size)} ${quote.code}`}</KeyValue>
        <KeyValue
          label={t('details.leverage')}
        >{`${multiples[0] ?? 1}× – ${multiples.at(-1) ?? 1}×`}</KeyValue>
        <KeyValue label={t('details.maker')}>{percent(contract.maker_fee_percent)}</KeyValue>
        <KeyValue label={t('details.taker')}>{percent(contract.taker_fee_percent)}</KeyValue>
        <KeyValue label={t('details.liquidationFee')}>{percent(contract.liquidation_fee_percent)}</KeyValue>
        <KeyValue label={t('details.band')}>{`± ${percent(contract.price_band_percent)}`}</KeyValue>
        <KeyValue label={t('details.maxOrder')}>{lots(contract.max_order_lots)}</KeyValue>
        <KeyValue label={t('details.maxCustomer')}>
          {`${formatDecimal(contract.max_customer_value)} ${quote.code}`}
        </KeyValue>
        <KeyValue label={t('details.impact')}>
          {`${formatDecimal(contract.impact_value)} ${quote.code}`}
        </KeyValue>
        <KeyValue label={t('details.openInterest')}>{lots(ticker?.open_interest_lots)}</KeyValue>
        <KeyValue label={t('details.maxInterest')}>{lots(contract.max_open_interest_lots)}</KeyValue>
      </KeyValues>
      <h2 className="subheading">{t('details.tiers')}</h2>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('details.tierValue')}</th>
            <th scope="col">{t('details.tierLeverage')}</th>
            <th scope="col">{t('details.tierMaintenance')}</th>
          </tr>
        </thead>
        <tbody>
          {contract.tiers.map(tier => (
            <tr key={tier.up_to_value}>
              <td>≤ {formatDecimal(tier.up_to_value)}</td>
              <td>{tier.max_multiple}×</td>
              <td>{percent(tier.maintenance_percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['note']}>{t('details.tierNote')}</p>
    </Card>
  );
}

/** The current funding rate, the next payment and the limits. */
export function FundingTerms({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const rate = usePerpetualTicker(contract.market_id)?.funding_rate_percent;
  return (
    <KeyValues>
      <KeyValue label={t('details.current')} strong>
        {formatRate(rate)}
      </KeyValue>
      <KeyValue label={t('details.next')}>
        <FundingCountdown marketId={contract.market_id} />
      </KeyValue>
      <KeyValue label={t('details.interval')}>
        {t('details.hours', {
          hours: formatDecimal(String(contract.funding_interval_hours), { decimals: 2 }),
        })}
      </KeyValue>
      <KeyValue label={t('details.interest')}>{formatRate(contract.interest_percent)}</KeyValue>
      <KeyValue label={t('details.cap')}>{`± ${percent(contract.funding_cap_percent)}`}</KeyValue>
    </KeyValues>
  );
}
