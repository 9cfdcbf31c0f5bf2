import { Star } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { toggleFavourite, useFavourites } from '../model/favourites.ts';
import styles from './favourite-button.module.css';

export function FavouriteButton({
  marketId,
  symbol,
  size = 20,
  className,
}: {
  readonly marketId: number;
  readonly symbol: string;
  readonly size?: number;
  readonly className?: string | undefined;
}) {
  const { t } = useTranslation('market');
  const starred = useFavourites().has(marketId);
  const label = t('favourite', { symbol });
  return (
    <button
      type="button"
      className={cx(styles['star'], className)}
      aria-pressed={starred}
      aria-label={label}
      title={label}
      onClick={() => toggleFavourite(marketId)}
    >
      <Star size={size} strokeWidth={1.7} aria-hidden="true" />
    </button>
  );
}
