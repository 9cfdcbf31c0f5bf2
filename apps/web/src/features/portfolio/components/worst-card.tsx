import type { Portfolio } from '@tallystick/protocol/portfolio/portfolio';
import { useTranslation } from '#i18n/use-translation.ts';
import { Line, Money, Section } from './figures.tsx';
import { useProductName } from './use-product-name.ts';
import styles from './portfolio.module.css';

/** The most that can be lost with what is open, part by part, and what waiting orders would add. */
export function WorstCard({ portfolio: { losses, unit } }: { readonly portfolio: Portfolio }) {
  const { t } = useTranslation('portfolio');
  const nameOf = useProductName();
  const { lines, worstMinor, safeMinor, waiting, penaltyMinor } = losses;
  const waitingMinor = waiting.spotMinor + waiting.contractMinor;
  const money = (minor: bigint) => <Money minor={minor} of={unit} />;
  return (
    <Section name="worst" title={t('worst.title')} text={t('worst.text')}>
      <p className={styles['subline']} data-figure="worst">
        {money(worstMinor)} <span className={styles['unit']}>{unit.code}</span>
      </p>
      <dl className={styles['lines']}>
        {lines.map(({ product, cause, lossMinor }) => (
          <Line
            key={`${product}:${cause}`}
            name={`${product}:${cause}`}
            label={t(`worst.${cause}`, { product: nameOf(product) })}
          >
            {money(lossMinor)}
          </Line>
        ))}
        <Line strong name="safe" label={t('worst.safe')} text={t('worst.safeText', { unit: unit.code })}>
          {money(safeMinor)}
        </Line>
      </dl>
      {waitingMinor === 0n ? null : (
        <dl className={styles['lines']}>
          {waiting.spotMinor === 0n ? null : (
            <Line name="spotOrders" label={t('worst.spotOrders')} text={t('worst.waitingText')}>
              {money(waiting.spotMinor)}
            </Line>
          )}
          {waiting.contractMinor === 0n ? null : (
            <Line name="contractOrders" label={t('worst.contractOrders')} text={t('worst.waitingText')}>
              {money(waiting.contractMinor)}
            </Line>
          )}
          <Line strong name="then" label={t('worst.filled')}>
            {money(worstMinor + waitingMinor)}
          </Line>
        </dl>
      )}
      {penaltyMinor === 0n ? null : (
        <dl className={styles['lines']}>
          <Line name="penalty" label={t('worst.penalty')} text={t('worst.penaltyText')}>
            {money(penaltyMinor)}
          </Line>
        </dl>
      )}
    </Section>
  );
}
