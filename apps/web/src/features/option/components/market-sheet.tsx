import { Check } from 'lucide-react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatPrice } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import styles from './market-sheet.module.css';
import { useIndexPrice } from './use-ticks.ts';

function IndexPrice({ market }: { readonly market: WireMarket }) {
  return <>{formatPrice(useIndexPrice(market.id), unitsOf(market).priceDecimals)}</>;
}

/** Markets with options, with their index prices. */
export function MarketSheet({
  markets,
  currentId,
  onPick,
  onClose,
}: {
  readonly markets: readonly WireMarket[];
  readonly currentId: number | undefined;
  readonly onPick: (marketId: number) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('option');
  return (
    <Sheet open onClose={onClose} title={t('pickMarket')}>
      <List className={styles['list'] ?? ''}>
        {markets.map(market => (
          <Row
            key={market.id}
            icon={<CoinIcon symbol={market.base.code} size={28} />}
            title={market.symbol}
            selected={market.id === currentId}
            value={
              <span className={styles['value']}>
                <IndexPrice market={market} />
                {market.id === currentId ? <Check size={16} aria-hidden="true" /> : null}
              </span>
            }
            onClick={() => onPick(market.id)}
          />
        ))}
      </List>
    </Sheet>
  );
}
