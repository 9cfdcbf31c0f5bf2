import type { CSSProperties } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { formatPrice, UNKNOWN } from '#ui/format.ts';
import { shapeOf, type LinePrices } from '../model/line.ts';
import styles from './position-line.module.css';

const at = (thousandths: number): CSSProperties => ({ left: `${thousandths / 10}%` });

function Legend({
  label,
  price,
  tone,
  decimals,
}: {
  readonly label: string;
  readonly price: string | null;
  readonly tone: string;
  readonly decimals: number;
}) {
  return (
    <div className={styles['item']} data-tone={tone}>
      <dt>
        <i className={styles['key']} aria-hidden="true" />
        {label}
      </dt>
      <dd>{price === null ? UNKNOWN : formatPrice(price, decimals)}</dd>
    </div>
  );
}

/** A position as a line: from liquidation at the left through entry and mark to the target at the right. */
export function PositionLine({
  prices,
  decimals,
  slim = false,
}: {
  readonly prices: LinePrices;
  readonly decimals: number;
  /** Hides the prices below the line. */
  readonly slim?: boolean;
}) {
  const { t } = useTranslation('perpetual');
  const shape = shapeOf(prices);
  const winning = shape !== undefined && shape.mark >= shape.entry;
  const [from, to] = shape ? [Math.min(shape.entry, shape.mark), Math.max(shape.entry, shape.mark)] : [0, 0];
  return (
    <div className={cx(styles['wrap'], slim && styles['slim'])}>
      <div className={styles['line']} aria-hidden="true" data-known={shape !== undefined}>
        {shape ? (
          <>
            <i
              className={styles['span']}
              data-winning={winning}
              style={{ left: `${from / 10}%`, width: `${(to - from) / 10}%` }}
            />
            <i className={styles['end']} data-tone="liquidation" style={{ left: 0 }} />
            {shape.stopLoss === undefined ? null : (
              <i className={styles['tick']} data-tone="stop" style={at(shape.stopLoss)} />
            )}
            <i className={styles['tick']} data-tone="entry" style={at(shape.entry)} />
            <i className={styles['mark']} style={at(shape.mark)} />
            <i
              className={styles['end']}
              data-tone={shape.hasTarget ? 'target' : 'open'}
              style={{ right: 0 }}
            />
          </>
        ) : null}
      </div>
      {slim ? null : (
        <dl className={styles['legend']}>
          <Legend
            label={t('position.liquidation')}
            price={prices.liquidation}
            tone="liquidation"
            decimals={decimals}
          />
          {prices.stopLoss === null ? null : (
            <Legend label={t('position.stop')} price={prices.stopLoss} tone="stop" decimals={decimals} />
          )}
          <Legend label={t('position.entry')} price={prices.entry} tone="entry" decimals={decimals} />
          <Legend label={t('position.mark')} price={prices.mark} tone="mark" decimals={decimals} />
          {prices.takeProfit === null ? null : (
            <Legend
              label={t('position.target')}
              price={prices.takeProfit}
              tone="target"
              decimals={decimals}
            />
          )}
        </dl>
      )}
    </div>
  );
}
