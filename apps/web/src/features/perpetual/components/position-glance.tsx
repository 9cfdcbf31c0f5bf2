import { ChevronDown } from 'lucide-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { perpetualTickersTopic, useTopic, type PerpetualTickersById } from '#realtime/topics.ts';
import { cx } from '#ui/class-names.ts';
import { useOpenPositions } from '../api/perpetual.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import { listHolding, liveFigures } from '../model/positions.ts';
import styles from './position-glance.module.css';
import { PositionLine } from './position-line.tsx';
import { useMoney } from './ticket-preview.tsx';
import { useContractOf } from './use-contract.ts';
import { useLiquidation } from './use-liquidation.ts';

interface Glance {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly mark: string;
  /** The sum over all positions. */
  readonly netMinor: bigint;
}

const sameGlance = (a: Glance | null, b: Glance | null) =>
  a?.position === b?.position && a?.mark === b?.mark && a?.netMinor === b?.netMinor;

/** One line above the form: the result of all positions, and the one nearest to liquidation. */
export function PositionGlance({
  placeholder,
  onOpen,
}: {
  /** Shown until prices are known. */
  readonly placeholder: ReactNode;
  readonly onOpen: () => void;
}) {
  const positions = useOpenPositions();
  const contractOf = useContractOf();
  const held = useMemo(() => listHolding(positions?.values() ?? [], undefined), [positions]);
  const select = useCallback(
    (tickers: PerpetualTickersById): Glance | null => {
      let nearest: (Omit<Glance, 'netMinor'> & { readonly away: bigint }) | undefined;
      let netMinor = 0n;
      for (const position of held) {
        const contract = contractOf(position.market_id);
        const mark = tickers.get(position.market_id)?.mark;
        const live = contract && mark ? liveFigures(position, contract, mark) : undefined;
        if (!contract || !mark || !live) return null;
        netMinor += live.netMinor;
        // Equity above maintenance relative to the value, so that contracts can be compared.
        const away =
          live.equityMinor > 0n
            ? ((live.equityMinor - live.maintenanceMinor) * 10_000n) / live.valueMinor
            : 0n;
        if (!nearest || away < nearest.away) nearest = { position, contract, mark, away };
      }
      return nearest ? { ...nearest, netMinor } : null;
    },
    [held, contractOf],
  );
  const glance = useTopic(held.length > 0 ? perpetualTickersTopic() : undefined, select, sameGlance);
  if (!glance) return placeholder;
  return <GlanceButton glance={glance} count={held.length} onOpen={onOpen} />;
}

function GlanceButton({
  glance: { position, contract, mark, netMinor },
  count,
  onOpen,
}: {
  readonly glance: Glance;
  readonly count: number;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useMoney(contract);
  const { direction } = position;
  const { liquidation } = useLiquidation(position, mark, undefined);
  return (
    <button type="button" className={cx(styles['glance'], 'raised')} onClick={onOpen}>
      <span className="row-2">
        <span className="grow text-13 weight-600">
          {count === 1 ? (
            <>
              <span className={direction === 'long' ? 'up' : 'down'}>{t(`direction.${direction}`)}</span>{' '}
              {contractName(contract)}
            </>
          ) : (
            t('position.tab', { count })
          )}
        </span>
        <span className={cx('weight-650', netMinor > 0n && 'up', netMinor < 0n && 'down')}>
          {money(netMinor, true)}
        </span>
        <ChevronDown size={16} className="quiet" aria-hidden="true" />
      </span>
      <PositionLine
        slim
        prices={{
          direction,
          liquidation,
          entry: position.open_price,
          mark,
          takeProfit: position.take_profit_price,
          stopLoss: position.stop_loss_price,
        }}
        decimals={contractUnits(contract).priceDecimals}
      />
    </button>
  );
}
