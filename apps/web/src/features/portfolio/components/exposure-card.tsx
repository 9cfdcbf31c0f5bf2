import { ChevronDown } from 'lucide-react';
import { E18 } from '@tallystick/protocol/portfolio/facts';
import type { CoinExposure } from '@tallystick/protocol/portfolio/exposure';
import type { Portfolio } from '@tallystick/protocol/portfolio/portfolio';
import { useTranslation } from '#i18n/use-translation.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { percentText, type CoinOf } from '../model/shown.ts';
import { Line, Money, Quantity, Section } from './figures.tsx';
import { useProductName } from './use-product-name.ts';
import styles from './portfolio.module.css';

/** How much moves with each coin: what is held, wherever it is, and contracts. */
export function ExposureCard({
  portfolio,
  coinOf,
}: {
  readonly portfolio: Portfolio;
  readonly coinOf: CoinOf;
}) {
  const { t } = useTranslation('portfolio');
  const { exposure, unit } = portfolio;
  return (
    <Section name="exposure" title={t('exposure.title')} text={t('exposure.text')}>
      <dl className={styles['lines']}>
        <Line strong name="net" label={t('exposure.net')} text={t('exposure.netText')}>
          <Money minor={exposure.netMinor} of={unit} />
        </Line>
        <Line name="gross" label={t('exposure.gross')} text={t('exposure.grossText')}>
          <Money minor={exposure.grossMinor} of={unit} />
        </Line>
        <Line name="unit" label={t('exposure.unit', { unit: unit.code })} text={t('exposure.unitText')}>
          <Money minor={exposure.unitMinor} of={unit} />
        </Line>
      </dl>
      {exposure.coins.length === 0 ? (
        <p className={styles['text']}>{t('exposure.none')}</p>
      ) : (
        exposure.coins.map(one => (
          <CoinRow key={one.currencyId} one={one} portfolio={portfolio} coinOf={coinOf} />
        ))
      )}
    </Section>
  );
}

/** A coin's net exposure; opened, everything it consists of. */
function CoinRow({
  one,
  portfolio: { unit, worths },
  coinOf,
}: {
  readonly one: CoinExposure;
  readonly portfolio: Portfolio;
  readonly coinOf: CoinOf;
}) {
  const { t } = useTranslation('portfolio');
  const nameOf = useProductName();
  const coin = coinOf(one.currencyId);
  const several =
    new Set(worths.filter(({ kind }) => kind === 'available').map(({ product }) => product)).size > 1;
  return (
    <details className={styles['details']} data-coin={coin.code}>
      <summary className={styles['summary']}>
        <CoinIcon symbol={coin.code} size={24} />
        <span className={styles['positionLines']}>
          <span className="ends">
            <span className="weight-600">{coin.code}</span>
            <span className="weight-600">
              <Money minor={one.netMinor} of={unit} />
            </span>
          </span>
          <span className={`ends ${styles['second']}`}>
            <span>
              <Quantity minor={one.netE18} of={{ decimals: E18, code: coin.code }} />
            </span>
            <span>
              {one.shareBps === null ? null : t('exposure.share', { percent: percentText(one.shareBps) })}
            </span>
          </span>
        </span>
        <ChevronDown size={16} className={styles['chevron']} aria-hidden="true" />
      </summary>
      <dl className={styles['lines']}>
        {one.held.map(({ product, kind, amountMinor, valueMinor }) => (
          <Line
            key={`${product}:${kind}`}
            label={
              <>
                {kind === 'available' && several
                  ? `${nameOf(product)} · ${t('parts.available')}`
                  : t(`parts.${kind}`)}{' '}
                <Quantity minor={amountMinor} of={coin} />
              </>
            }
          >
            <Money minor={valueMinor ?? 0n} of={unit} />
          </Line>
        ))}
        {one.longMinor === 0n ? null : (
          <Line label={t('exposure.long')}>
            <Money minor={one.longMinor} of={unit} />
          </Line>
        )}
        {one.shortMinor === 0n ? null : (
          <Line label={t('exposure.short')}>
            <Money minor={-one.shortMinor} of={unit} />
          </Line>
        )}
        <Line label={t('exposure.gross')}>
          <Money minor={one.grossMinor} of={unit} />
        </Line>
      </dl>
    </details>
  );
}
