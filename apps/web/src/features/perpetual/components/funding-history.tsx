import { useInfiniteQuery } from '@tanstack/react-query';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDate, formatPrice, signOf } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { fundingHistoryQuery } from '../api/perpetual.ts';
import { contractUnits } from '../model/contract.ts';
import { formatRate } from './contract-strip.tsx';
import { FundingTerms } from './contract-terms.tsx';
import { FundingChart } from './funding-chart.tsx';
import styles from './contract-terms.module.css';

/** Funding: its terms and every rate that was paid, newest first. */
export function FundingHistory({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const query = useInfiniteQuery(fundingHistoryQuery(contract.market_id));
  const { data, error, refetch } = query;
  const rates = data?.pages.flatMap(page => page.items);
  const { priceDecimals } = contractUnits(contract);
  return (
    <Card>
      <FundingTerms contract={contract} />
      <FundingChart contract={contract} />
      <h2 className="subheading">{t('details.history')}</h2>
      {error || !rates ? (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={180} radius={12} />} />
      ) : null}
      {rates?.length === 0 ? <p className={styles['none']}>{t('details.historyNone')}</p> : null}
      {rates && rates.length > 0 ? (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('details.when')}</th>
              <th scope="col">{t('details.rate')}</th>
              <th scope="col">{t('details.mark')}</th>
            </tr>
          </thead>
          <tbody>
            {rates.map(one => (
              <tr key={one.funding_id}>
                <td>{formatDate(one.at_ms, 'dayMinute')}</td>
                <td
                  className={cx(
                    signOf(one.rate_percent) === 1 && 'up',
                    signOf(one.rate_percent) === -1 && 'down',
                  )}
                >
                  {formatRate(one.rate_percent)}
                </td>
                <td>{formatPrice(one.mark_price, priceDecimals)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <MoreButton query={query}>{t('position.older')}</MoreButton>
    </Card>
  );
}
