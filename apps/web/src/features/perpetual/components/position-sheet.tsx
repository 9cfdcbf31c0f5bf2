import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDate, formatDecimal, formatPercent, formatPrice } from '#ui/format.ts';
import { HelpLink } from '#ui/help-link.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { positionQuery, positionStoryQuery } from '../api/perpetual.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import { topUpOf } from '../model/margin.ts';
import { minorOf } from '../model/positions.ts';
import type { ProvableEvent } from '../api/proof.ts';
import { storyOf, type StoryEvent } from '../model/story.ts';
import { LiveResult, useLiveFigures } from './position-card.tsx';
import styles from './position-sheet.module.css';
import { StoryList } from './story-list.tsx';
import { useExactMoney } from './ticket-preview.tsx';
import { useLiquidation } from './use-liquidation.ts';

/** Loaded on demand: most customers never need the verifier. */
const ProofSheet = lazy(async () => ({ default: (await import('./proof-sheet.tsx')).ProofSheet }));

function EndResult({
  position,
  contract,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const net = minorOf(position.net_profit, contract.quote.decimals);
  return (
    <div>
      <p className="note">{t('position.net')}</p>
      <p className={cx(styles['net'], net > 0n && 'up', net < 0n && 'down')}>{money(net, true)}</p>
    </div>
  );
}

function OpenResult({
  position,
  contract,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
}) {
  const { live } = useLiveFigures(position, contract);
  return <LiveResult contract={contract} live={live} />;
}

function Story({ position, contract }: { readonly position: WirePosition; readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const { data, error, refetch } = useQuery(positionStoryQuery(position.position_id, position.updated_at_ms));
  const [checking, setChecking] = useState<ProvableEvent>();
  const events = useMemo(() => data && storyOf(data), [data]);
  const check = (event: StoryEvent) => (event.kind === 'fill' ? undefined : setChecking(event));
  return (
    <section>
      <h3 className="subheading">{t('story.title')}</h3>
      {error || !events ? (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={130} radius={12} />} />
      ) : null}
      {events ? <StoryList events={events} contract={contract} onCheck={check} /> : null}
      {checking ? (
        <Suspense fallback={null}>
          <ProofSheet event={checking} contract={contract} onClose={() => setChecking(undefined)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** The position named in the page's URL. */
export function NamedPosition({
  positionId,
  contract,
  onClose,
}: {
  readonly positionId: number;
  readonly contract: WireContract;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const { data, error, refetch } = useQuery(positionQuery(positionId));
  if (data) return <PositionSheet position={data} contract={contract} onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title={t('position.number')}>
      <Pending error={error} onRetry={refetch} shape={<Skeleton height={320} />} />
    </Sheet>
  );
}

/** Everything about one position: its terms, costs, earnings and events. */
export function PositionSheet({
  position,
  contract,
  onClose,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const { priceDecimals } = contractUnits(contract);
  const amount = (text: string, signed = false) => money(minorOf(text, contract.quote.decimals), signed);
  const price = (text: string | null) =>
    text === null ? null : `${formatPrice(text, priceDecimals)} ${contract.quote.code}`;
  const { mark, live } = useLiveFigures(position, contract);
  const { liquidation } = useLiquidation(position, mark, live);
  const isCross = position.margin_type === 'cross';
  const topUp = topUpOf(position, contract);
  const isOpen = position.status === 'holding';
  // Cancelled without any fill.
  const isNothing = position.status === 'cancelled' && position.open_price === null;
  const lines: readonly (readonly [string, string | null])[] = [
    [t('details.status'), t(`status.${position.status}`)],
    [t('position.reason'), position.close_reason && t(`closed.${position.close_reason}`)],
    [
      t('position.ended'),
      position.end_reason && position.end_reason !== 'filled' && !isOpen
        ? t(`ended.${position.end_reason}`)
        : null,
    ],
    [
      t('position.size'),
      `${t('position.lots', { lots: formatDecimal(String(isOpen ? position.holding_lots : position.lots)) })} · ${position.multiple}×`,
    ],
    [t('ticket.price'), price(position.price)],
    [t('position.openPrice'), price(position.open_price)],
    [t('position.closePrice'), price(position.close_price)],
    [
      t(isCross ? 'marginType.estimate' : 'position.liquidation_price'),
      isOpen ? (price(liquidation) ?? (isCross ? t('marginType.notAlone') : null)) : null,
    ],
    [t('position.bankruptcy'), isOpen ? price(position.bankruptcy_price) : null],
    [t('stops.takeProfit'), price(position.take_profit_price)],
    [t('stops.stopLoss'), price(position.stop_loss_price)],
    [t('position.margin'), isOpen ? (isCross ? t('marginType.byAccount') : amount(position.margin)) : null],
    [
      t('position.added'),
      minorOf(position.added_margin, contract.quote.decimals) === 0n ? null : amount(position.added_margin),
    ],
    [
      t('position.removed'),
      minorOf(position.removed_margin, contract.quote.decimals) === 0n
        ? null
        : amount(position.removed_margin),
    ],
    [
      t('margin.topUp'),
      topUp.limit === 0n && topUp.used === 0n
        ? null
        : t('margin.usedOf', { used: money(topUp.used), limit: money(topUp.limit) }),
    ],
    [
      t('proof.maintenanceRate'),
      isOpen ? formatPercent(position.maintenance_percent, { sign: 'never' }) : null,
    ],
    [
      t('position.priceResult'),
      position.close_price === null ? null : amount(position.realised_profit, true),
    ],
    [t('position.fees'), position.open_price === null ? null : amount(position.fee)],
    [
      t('proof.liquidationFee'),
      minorOf(position.liquidation_fee, contract.quote.decimals) === 0n
        ? null
        : amount(position.liquidation_fee),
    ],
    [
      t('proof.insurancePaid'),
      minorOf(position.insurance_paid, contract.quote.decimals) === 0n
        ? null
        : amount(position.insurance_paid, true),
    ],
    [t('position.funding'), position.open_price === null ? null : amount(position.funding, true)],
    [t('position.placed'), formatDate(position.placed_at_ms, 'dateTime')],
    [
      t('position.closedAt'),
      position.closed_at_ms === null ? null : formatDate(position.closed_at_ms, 'dateTime'),
    ],
    [t('position.number'), `#${position.position_id}`],
  ];
  return (
    <Sheet open onClose={onClose} title={`${t(`direction.${position.direction}`)} ${contractName(position)}`}>
      {isOpen ? <OpenResult position={position} contract={contract} /> : null}
      {isOpen || isNothing ? null : <EndResult position={position} contract={contract} />}
      <KeyValues className="sums mt-3">
        {lines.map(([label, value]) =>
          value === null ? null : (
            <KeyValue key={label} label={label}>
              {value}
            </KeyValue>
          ),
        )}
      </KeyValues>
      {isNothing ? null : <Story position={position} contract={contract} />}
      <HelpLink about="position" id={position.position_id} />
    </Sheet>
  );
}
