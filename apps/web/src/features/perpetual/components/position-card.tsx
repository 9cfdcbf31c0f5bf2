import { formatMinor } from '@tallystick/core/money/decimal';
import type { ReactNode } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { compareDecimals } from '#lib/decimal.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { formatAmount, formatDate, formatDecimal, formatPercent, UNKNOWN } from '#ui/format.ts';
import { useWaitingOrders } from '../api/orders.ts';
import { usePerpetualPart } from '../api/perpetual.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import { liveFigures, minorOf, type LiveFigures } from '../model/positions.ts';
import styles from './position-card.module.css';
import { PositionLine } from './position-line.tsx';
import { useMoney } from './ticket-preview.tsx';
import { useLiquidation } from './use-liquidation.ts';

export type PositionAction = 'stops' | 'margin' | 'close' | 'reverse' | 'details';

export const markOf = (ticker: { readonly mark: string | null }) => ticker.mark;

/** A position's figures at the live mark price; undefined until there is one. */
export function useLiveFigures(
  position: WirePosition,
  contract: WireContract,
): { readonly mark: string | null; readonly live: LiveFigures | undefined } {
  const mark = usePerpetualPart(position.market_id, markOf) ?? position.mark_price;
  return { mark, live: liveFigures(position, contract, mark) };
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The result of closing now with fees and funding, and its parts. */
export function LiveResult({
  contract,
  live,
}: {
  readonly contract: WireContract;
  readonly live: LiveFigures | undefined;
}) {
  const { t } = useTranslation('perpetual');
  const money = useMoney(contract);
  const { decimals, display_decimals: shown } = contract.quote;
  const part = (minor: bigint) => {
    const text = formatAmount(formatMinor(minor, decimals), shown);
    return minor > 0n ? `+${text}` : text;
  };
  const tone = live && live.netMinor > 0n ? 'up' : live && live.netMinor < 0n ? 'down' : undefined;
  return (
    <div>
      <p className={styles['caption']}>{t('position.result')}</p>
      <p className={cx(styles['result'], tone)} data-figure="net">
        <span>{live ? money(live.netMinor, true) : UNKNOWN}</span>
        <span className="text-14 weight-600">{formatPercent(live?.netPercent)}</span>
      </p>
      <p className={styles['parts']}>
        {t('position.resultText', {
          price: live ? part(live.priceMinor) : UNKNOWN,
          fees: live ? part(-live.feesMinor) : UNKNOWN,
          funding: live ? part(live.fundingMinor) : UNKNOWN,
        })}
      </p>
    </div>
  );
}

/** One open position: result, the line from liquidation to target, figures and actions. */
export function PositionCard({
  position,
  contract,
  onAction,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onAction: (action: PositionAction) => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useMoney(contract);
  const { mark, live } = useLiveFigures(position, contract);
  const { priceDecimals } = contractUnits(contract);
  const { direction, holding_lots: held, lots, multiple } = position;
  // Its account carries it: rate and liquidation are the account's.
  const isCross = position.margin_type === 'cross';
  const { liquidation, ratio, away } = useLiquidation(position, mark, live);
  const name = `${t(`direction.${direction}`)} ${contractName(position)}`;
  const isShown = (minor: bigint | undefined) => (minor === undefined ? UNKNOWN : money(minor));
  return (
    <li className={cx(styles['card'], 'raised')} data-position={position.position_id}>
      <div className="row-2 between">
        <button type="button" className={styles['open']} onClick={() => onAction('details')}>
          <span className="visually-hidden">{t('position.details', { position: name })}</span>
          <span className="weight-650" aria-hidden="true">
            <span className={direction === 'long' ? 'up' : 'down'}>{t(`direction.${direction}`)}</span>{' '}
            {contractName(position)}
          </span>
          <span className="note">
            {held < lots
              ? t('position.remaining', {
                  held: formatDecimal(String(held)),
                  lots: formatDecimal(String(lots)),
                })
              : t('position.lots', { lots: formatDecimal(String(held)) })}{' '}
            · {multiple}×{isCross ? ` · ${t('marginType.cross')}` : ''}
          </span>
        </button>
        <span className="flex-none quiet text-12">{formatDate(position.opened_at_ms, 'dayMinute')}</span>
      </div>
      <LiveResult contract={contract} live={live} />
      <PositionLine
        prices={{
          direction,
          liquidation,
          entry: position.open_price,
          mark,
          takeProfit: position.take_profit_price,
          stopLoss: position.stop_loss_price,
        }}
        decimals={priceDecimals}
      />
      <dl className={styles['figures']}>
        <Figure label={t('position.margin')}>
          {isCross ? t('marginType.byAccount') : money(minor(position.margin, contract))}
        </Figure>
        <Figure label={t('position.ratio')}>
          <span data-high={ratio !== null && isHigh(ratio)} className={styles['ratio']}>
            {formatPercent(ratio, { sign: 'never' })}
          </span>
        </Figure>
        <Figure label={t('position.value')}>{isShown(live?.valueMinor)}</Figure>
        <Figure label={t('position.away')}>
          {liquidation === null
            ? t(isCross ? 'marginType.notAlone' : 'preview.never')
            : formatPercent(away, { sign: 'never' })}
        </Figure>
      </dl>
      <ClosingOrders position={position} />
      <div className={styles['actions']}>
        {(['stops', 'margin', 'reverse', 'close'] as const).map(action => (
          <Button
            key={action}
            tone="quiet"
            size="small"
            aria-label={`${t(`action.${action}`)}: ${name}`}
            onClick={() => onAction(action)}
          >
            {t(`action.${action}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** The orders that wait to close it. In hedge and net mode there may be several, of which the position names the oldest. */
function ClosingOrders({
  position: { closing, market_id: marketId, direction },
}: {
  position: WirePosition;
}) {
  const { t } = useTranslation('perpetual');
  const orders = useWaitingOrders(marketId) ?? [];
  if (!closing) return null;
  const all = orders.filter(order => order.isMerged && order.closes && order.direction === direction);
  const lots = all.reduce((sum, order) => sum + order.lots, 0);
  return (
    <p className={styles['parts']}>
      {all.length > 1
        ? t('close.severalWait', { count: all.length, lots: formatDecimal(String(lots)) })
        : t('close.waits', {
            lots: formatDecimal(String(closing.lots)),
            price: formatDecimal(closing.price),
          })}
    </p>
  );
}

function minor(text: string, { quote }: WireContract): bigint {
  return minorOf(text, quote.decimals);
}

/** From 80 % on, liquidation is near and the ratio is shown as a warning. */
function isHigh(ratio: string): boolean {
  return compareDecimals(ratio, '80') >= 0;
}
