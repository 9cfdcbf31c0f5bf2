import { ArrowDown, ArrowUp } from 'lucide-react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { cx } from '#ui/class-names.ts';
import { formatPrice } from '#ui/format.ts';
import type { BookKind } from '#realtime/topics.ts';
import { usePriceMove } from '../api/markets.ts';
import { ChangedDigits } from './changed-digits.tsx';
import styles from './last-price.module.css';

/** The last price, with the colour and arrow of its last move. */
export function LastPrice({
  market,
  kind = 'spot',
  size = 'medium',
}: {
  readonly market: WireMarket;
  readonly kind?: BookKind | undefined;
  readonly size?: 'medium' | 'large';
}) {
  const { t } = useTranslation('market');
  const move = usePriceMove(market.id, kind);
  const { priceDecimals } = unitsOf(market);
  const direction = move?.direction ?? 0;
  const Arrow = direction < 0 ? ArrowDown : ArrowUp;
  return (
    <span className={cx(styles['price'], styles[size], direction > 0 && 'up', direction < 0 && 'down')}>
      <ChangedDigits
        text={formatPrice(move?.last, priceDecimals)}
        previous={move?.previous === undefined ? undefined : formatPrice(move.previous, priceDecimals)}
      />
      {/* Always rendered, so that the price does not move at the first change. */}
      <Arrow
        className={styles['arrow']}
        data-shown={direction !== 0}
        role={direction === 0 ? undefined : 'img'}
        aria-hidden={direction === 0}
        aria-label={direction > 0 ? t('price.rose') : t('price.fell')}
      />
    </span>
  );
}
