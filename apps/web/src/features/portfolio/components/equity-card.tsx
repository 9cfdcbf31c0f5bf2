import { useState } from 'react';
import { formatMinor } from '@tallystick/core/money/decimal';
import { E18, type PortfolioFacts, type PortfolioProduct } from '@tallystick/protocol/portfolio/facts';
import { rateOf } from '@tallystick/protocol/portfolio/groups';
import type { Portfolio } from '@tallystick/protocol/portfolio/portfolio';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDecimal } from '#ui/format.ts';
import { Segmented } from '#ui/segmented.tsx';
import { linesOf } from '../model/lines.ts';
import { oldIndexes } from '../model/old-indexes.ts';
import { percentText, type CoinOf } from '../model/shown.ts';
import { Line, Money, Quantity, Section } from './figures.tsx';
import { useProductName } from './use-product-name.ts';
import styles from './portfolio.module.css';

/** Everything the customer has, and its parts: by product with what holds it, or by coin. */
export function EquityCard({
  facts,
  portfolio,
  coinOf,
}: {
  readonly facts: PortfolioFacts;
  readonly portfolio: Portfolio;
  readonly coinOf: CoinOf;
}) {
  const { t } = useTranslation('portfolio');
  const { hideBalances } = useSettings();
  const [split, setSplit] = useState<'product' | 'coin'>('product');
  const { unit, equityMinor, atIndexMinor, unpriced } = portfolio;
  const old = oldIndexes(facts);
  const names = unpriced.map(({ currencyId, amountMinor }) => {
    const { code, decimals } = coinOf(currencyId);
    return hideBalances ? code : `${formatDecimal(formatMinor(amountMinor, decimals))} ${code}`;
  });
  return (
    <Section name="equity" title={t('equity.title')} text={t('equity.text')}>
      <p className={styles['headline']} data-figure="equity">
        <Money minor={equityMinor} of={unit} /> <span className={styles['unit']}>{unit.code}</span>
      </p>
      <Segmented
        className={styles['split']}
        label={t('equity.split')}
        value={split}
        onChange={setSplit}
        choices={[
          { value: 'product', label: t('equity.product') },
          { value: 'coin', label: t('equity.coin') },
        ]}
      />
      {split === 'product' ? (
        <ByProduct portfolio={portfolio} coinOf={coinOf} />
      ) : (
        <ByCoin portfolio={portfolio} coinOf={coinOf} />
      )}
      {atIndexMinor === equityMinor ? null : (
        <dl className={styles['lines']}>
          <Line name="atIndex" label={t('equity.atIndex')} text={t('equity.atIndexText')}>
            <Money minor={atIndexMinor} of={unit} />
          </Line>
        </dl>
      )}
      {old.length === 0 ? null : (
        <p className={styles['unpriced']}>{t('equity.old', { coins: old.join(', ') })}</p>
      )}
      {names.length === 0 ? null : (
        <p className={styles['unpriced']}>{t('equity.unpriced', { amounts: names.join(', ') })}</p>
      )}
    </Section>
  );
}

interface SplitProps {
  readonly portfolio: Portfolio;
  readonly coinOf: CoinOf;
}

function ByProduct({ portfolio, coinOf }: SplitProps) {
  const { byProduct, worths, unit } = portfolio;
  const nameOf = useProductName();
  const used = byProduct.filter(({ product }) => worths.some(one => one.product === product));
  return used.map(({ product, valueMinor }) => (
    <dl key={product} className={styles['lines']} data-product={product}>
      <Line strong label={nameOf(product)}>
        <Money minor={valueMinor} of={unit} />
      </Line>
      <Parts portfolio={portfolio} product={product} coinOf={coinOf} />
    </dl>
  ));
}

/** What is in a product, each line one kind in one currency. */
function Parts({ portfolio, product, coinOf }: SplitProps & { readonly product: PortfolioProduct }) {
  const { t } = useTranslation('portfolio');
  const { unit } = portfolio;
  return linesOf(portfolio, product).map(({ kind, currencyId, amountMinor, valueMinor }) => (
    <Line
      key={`${kind}:${currencyId}`}
      label={
        <>
          {t(`parts.${kind}`)}
          {currencyId === unit.currencyId ? null : (
            <>
              {' '}
              <Quantity minor={amountMinor} of={coinOf(currencyId)} />
            </>
          )}
        </>
      }
    >
      <Money minor={valueMinor ?? 0n} of={unit} change={kind === 'result'} />
    </Line>
  ));
}

function ByCoin({ portfolio: { byCoin, unit, equityMinor }, coinOf }: SplitProps) {
  return (
    <dl className={styles['lines']}>
      {byCoin.map(({ currencyId, amountMinor, valueMinor }) => {
        const coin = coinOf(currencyId);
        const share = rateOf(valueMinor, equityMinor);
        return (
          <Line
            key={currencyId}
            label={
              <span className={styles['coin']}>
                <CoinIcon symbol={coin.code} size={20} />
                <span>
                  {coin.code}
                  {share === null ? null : <span className={styles['amount']}> {percentText(share)}</span>}
                  <small>
                    <Quantity minor={amountMinor} of={coin} />
                    {coin.priceE18 === null || currencyId === unit.currencyId
                      ? null
                      : ` × ${formatDecimal(formatMinor(coin.priceE18, E18))}`}
                  </small>
                </span>
              </span>
            }
          >
            <Money minor={valueMinor} of={unit} />
          </Line>
        );
      })}
    </dl>
  );
}
