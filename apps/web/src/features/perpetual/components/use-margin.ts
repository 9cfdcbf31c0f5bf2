import { useMemo } from 'react';
import type { WireContract, WirePerpetualTicker, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatPercent, formatPrice } from '#ui/format.ts';
import { useOpenPositions, usePerpetualPart } from '../api/perpetual.ts';
import { liquidationWith } from '../model/changes.ts';
import { contractUnits } from '../model/contract.ts';
import { percentBetween, percentOf } from '../model/figures.ts';
import { marginPrices } from '../model/margin.ts';
import { exposureOf } from '../model/positions.ts';
import { useLiveFigures } from './position-card.tsx';
import { useFreeBalance } from './use-ticket.ts';

const indexOf = (ticker: WirePerpetualTicker) => ticker.index;
const isStale = (ticker: WirePerpetualTicker) => ticker.stale;

/** What the forms about a position's margin are checked against and show, live. */
export function useMargin(position: WirePosition, contract: WireContract) {
  const { t } = useTranslation('perpetual');
  const { priceDecimals } = contractUnits(contract);
  const available = useFreeBalance(contract);
  const { mark, live } = useLiveFigures(position, contract);
  const index = usePerpetualPart(contract.market_id, indexOf) ?? null;
  const stale = usePerpetualPart(contract.market_id, isStale) ?? true;
  const positions = useOpenPositions();
  const exposureMinor = useMemo(() => exposureOf(positions?.values() ?? [], contract), [positions, contract]);
  const room = { available, exposureMinor, prices: marginPrices(mark, index), stale };
  /** With so much more margin, or less. */
  const liquidation = (addedMinor: bigint): string => {
    const at = liquidationWith(position, contract, addedMinor);
    if (!at) return t('preview.never');
    const away = mark ? percentBetween(mark, at.price) : null;
    return `${formatPrice(at.price, priceDecimals)} (${formatPercent(away, { decimals: 1, minDecimals: 1 })})`;
  };
  const ratio = (addedMinor: bigint): string | undefined =>
    live && live.equityMinor + addedMinor > 0n
      ? formatPercent(percentOf(live.maintenanceMinor, live.equityMinor + addedMinor), { sign: 'never' })
      : undefined;
  return { room, liquidation, ratio };
}
