import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { perpetualTickersTopic, useTopic, type PerpetualTickersById } from '#realtime/topics.ts';
import { PriceChange } from '#ui/amount.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatCompact, formatPrice } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { useContracts } from '../api/perpetual.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import styles from './contract-picker.module.css';

const all = (tickers: PerpetualTickersById) => tickers;

function Contracts({
  currentId,
  onPick,
}: {
  readonly currentId: number | undefined;
  readonly onPick: (contract: WireContract) => void;
}) {
  const { t } = useTranslation('perpetual');
  const { data } = useContracts();
  const live = useTopic(perpetualTickersTopic(), all);
  if (!data) return <SkeletonRows count={6} />;
  return (
    <ul>
      {data.items.map(({ contract, ticker: first }) => {
        const ticker = live?.get(contract.market_id) ?? first;
        return (
          <li key={contract.market_id}>
            <button
              type="button"
              className={styles['row']}
              aria-current={contract.market_id === currentId || undefined}
              onClick={() => onPick(contract)}
            >
              <CoinIcon symbol={contract.base.code} size={32} />
              <span className={styles['names']}>
                <span className={styles['name']}>
                  {contractName(contract)} <span className={styles['quiet']}>{t('perpetual')}</span>
                </span>
                <span className={styles['volume']}>{formatCompact(ticker.quote_volume_24h)}</span>
              </span>
              <span className={styles['price']}>
                {formatPrice(ticker.last ?? ticker.mark, contractUnits(contract).priceDecimals)}
              </span>
              <PriceChange percent={ticker.change_24h} className={styles['change']} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Sheet with every perpetual contract. */
export function ContractPicker({
  open,
  currentId,
  onPick,
  onClose,
}: {
  readonly open: boolean;
  readonly currentId: number | undefined;
  readonly onPick: (contract: WireContract) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  return (
    <Sheet open={open} onClose={onClose} title={t('picker.title')}>
      <Contracts currentId={currentId} onPick={onPick} />
    </Sheet>
  );
}
