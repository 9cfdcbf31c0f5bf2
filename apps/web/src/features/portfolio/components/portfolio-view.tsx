import { useMemo } from 'react';
import type { PortfolioFacts } from '@tallystick/protocol/portfolio/facts';
import { portfolioOf } from '@tallystick/protocol/portfolio/portfolio';
import { useTranslation } from '#i18n/use-translation.ts';
import { paths } from '#lib/paths.ts';
import { formatDate } from '#ui/format.ts';
import { EmptyState } from '#ui/states.tsx';
import type { CoinOf } from '../model/shown.ts';
import { AccountCard } from './account-card.tsx';
import { EquityCard } from './equity-card.tsx';
import { ExposureCard } from './exposure-card.tsx';
import { StressCard } from './stress-card.tsx';
import { WorstCard } from './worst-card.tsx';
import styles from './portfolio.module.css';

/** A portfolio at one moment. Every figure is the model's, from the parts that are shown. */
export function PortfolioView({ facts }: { readonly facts: PortfolioFacts }) {
  const { t } = useTranslation(['portfolio', 'wallet']);
  const portfolio = useMemo(() => portfolioOf(facts), [facts]);
  const coinOf = useMemo((): CoinOf => {
    const coins = new Map(facts.coins.map(coin => [coin.currencyId, coin]));
    return id => coins.get(id) ?? portfolio.unit;
  }, [facts, portfolio]);
  if (facts.parts.length === 0) {
    return (
      <EmptyState title={t('none')} to={paths.deposit.getHref()} go={t('wallet:action.deposit')}>
        {t('noneText')}
      </EmptyState>
    );
  }
  const shown = { portfolio, coinOf };
  return (
    <>
      <p className={styles['asOf']}>
        {t('asOf', { time: formatDate(facts.atMs, 'time'), unit: portfolio.unit.code })}
      </p>
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <EquityCard facts={facts} {...shown} />
          <AccountCard {...shown} />
        </div>
        <div className={styles['column']}>
          <StressCard facts={facts} {...shown} />
          <WorstCard portfolio={portfolio} />
          <ExposureCard {...shown} />
        </div>
      </div>
    </>
  );
}
