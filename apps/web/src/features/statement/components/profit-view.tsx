import { ChartCandlestick } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { cx } from '#ui/class-names.ts';
import { formatAmount, formatDecimal, signOf, UNKNOWN } from '#ui/format.ts';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { useProfit, type CostMethod, type Profit } from '../api/statement.ts';
import type { PeriodName } from '../model/periods.ts';
import { DayCalendar } from './day-calendar.tsx';
import { MethodChoice } from './method-choice.tsx';
import styles from './statement.module.css';

/** Profit and loss of a period: in total, by day and by coin. */
export function ProfitView({
  period,
  method,
  onMethod,
}: {
  readonly period: PeriodName;
  readonly method: CostMethod;
  readonly onMethod: (method: CostMethod) => void;
}) {
  const { data, error, refetch } = useProfit(period, method);
  return (
    <>
      <MethodChoice method={method} onMethod={onMethod} />
      {data ? <Figures profit={data} key={`${period}:${method}`} /> : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />}
    </>
  );
}

function usdt(value: string | null, sign: 'auto' | 'always' = 'auto'): string {
  return value === null ? UNKNOWN : `${formatDecimal(value, { decimals: 2, minDecimals: 2, sign })} USDT`;
}

function toneOf(value: string | null): string | undefined {
  const sign = signOf(value);
  return sign === 1 ? 'up' : sign === -1 ? 'down' : undefined;
}

function Figures({ profit }: { readonly profit: Profit }) {
  const { t } = useTranslation('statement');
  return (
    <>
      <div className={styles['beginning']}>
        <Card className={styles['total']}>
          <p className="soft text-12 leading-17">{t('profit.realised')}</p>
          <p className={cx(styles['number'], toneOf(profit.realised))}>{usdt(profit.realised, 'always')}</p>
          <KeyValues>
            <KeyValue label={t('profit.unrealised')}>
              <span className={toneOf(profit.unrealised)}>{usdt(profit.unrealised, 'always')}</span>
            </KeyValue>
            <KeyValue label={t('profit.value')}>{usdt(profit.value)}</KeyValue>
            <KeyValue label={t('profit.netDeposits')}>{usdt(profit.net_deposits)}</KeyValue>
          </KeyValues>
          {profit.unknown > 0 || profit.unrealised === null ? (
            <p className={styles['warning']}>{t('profit.unknown')}</p>
          ) : null}
        </Card>
        <section>
          <h2 className={styles['heading']}>{t('profit.calendar')}</h2>
          <DayCalendar days={profit.days} />
        </section>
      </div>
      <section>
        <h2 className={styles['heading']}>{t('profit.coins')}</h2>
        <Coins coins={profit.coins} />
      </section>
      <p className="soft text-12 leading-17">{t('profit.note')}</p>
    </>
  );
}

function Coins({ coins }: { readonly coins: Profit['coins'] }) {
  const { t } = useTranslation('statement');
  if (coins.length === 0) {
    return (
      <EmptyState icon={<ChartCandlestick size={26} strokeWidth={1.6} />} title={t('profit.none')}>
        {t('profit.noneText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles['lines']} aria-label={t('profit.coins')}>
      {coins.map(coin => (
        <li key={coin.currency} className={styles['line']}>
          <h3>
            <CoinIcon symbol={coin.currency} size={22} /> {coin.currency}
            <span className={cx(styles['beside'], toneOf(coin.realised))}>
              {usdt(coin.realised, 'always')}
            </span>
          </h3>
          <KeyValues>
            <KeyValue label={t('profit.bought')}>{formatAmount(coin.bought)}</KeyValue>
            <KeyValue label={t('profit.sold')}>{formatAmount(coin.sold)}</KeyValue>
            <KeyValue label={t('profit.quantity')}>{formatAmount(coin.quantity)}</KeyValue>
            <KeyValue label={t('profit.cost')}>{usdt(coin.cost)}</KeyValue>
            <KeyValue label={t('profit.worth')}>{usdt(coin.value)}</KeyValue>
            <KeyValue label={t('profit.unrealised')}>
              <span className={toneOf(coin.unrealised)}>{usdt(coin.unrealised, 'always')}</span>
            </KeyValue>
          </KeyValues>
          {coin.unknown_quantity === '0' ? null : (
            <p className={styles['warning']}>
              {t('profit.unknownQuantity', {
                quantity: formatAmount(coin.unknown_quantity),
                currency: coin.currency,
              })}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
