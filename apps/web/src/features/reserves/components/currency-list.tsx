import { formatMinor } from '@tallystick/core/money/decimal';
import type { CurrencyReserves } from '@tallystick/verify/public-log/reserves';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatAmount } from '#ui/format.ts';
import styles from './reserves.module.css';
import { Standing } from './standing.tsx';

/** Every currency with how far it is covered; one is chosen. Needs the namespace `reserves`. */
export function CurrencyList({
  items,
  isDemo,
  isSure,
  chosen,
  onChoose,
}: {
  readonly items: readonly CurrencyReserves[];
  readonly isDemo: boolean;
  readonly isSure: boolean;
  readonly chosen: string;
  readonly onChoose: (currency: string) => void;
}) {
  const { t } = useTranslation('reserves');
  return (
    <List label={t('currencies')} className={styles['currencies'] ?? ''}>
      {items.map(one => (
        <Row
          key={one.currency}
          icon={<CoinIcon symbol={one.currency} size={28} />}
          title={one.currency}
          detail={
            one.owed === 0n
              ? undefined
              : t('owedShort', { amount: formatAmount(formatMinor(one.owed, one.decimals)) })
          }
          value={<Standing one={one} isDemo={isDemo} isSure={isSure} />}
          selected={one.currency === chosen}
          onClick={() => onChoose(one.currency)}
        />
      ))}
    </List>
  );
}
