import type { WirePosition } from '@tallystick/protocol/wire';
import { useCrossAccount } from '../api/margin-type.ts';
import { percentBetween } from '../model/figures.ts';
import type { LiveFigures } from '../model/positions.ts';

/** How near its liquidation is: by its own margin, or by the account that carries it if only this mark moved. */
export function useLiquidation(
  position: WirePosition,
  mark: string | null,
  live: LiveFigures | undefined,
): { readonly liquidation: string | null; readonly ratio: string | null; readonly away: string | null } {
  const account = useCrossAccount(position.market_id);
  if (position.margin_type !== 'cross') {
    const { liquidation_price: liquidation } = position;
    return { liquidation, ratio: live?.ratioPercent ?? null, away: live?.awayPercent ?? null };
  }
  const own = account?.positions.find(one => one.position_id === position.position_id);
  const liquidation = own?.liquidation_price ?? null;
  const away = mark && liquidation ? percentBetween(mark, liquidation) : null;
  return { liquidation, ratio: account?.margin_ratio_percent ?? null, away: away?.replace(/^-/, '') ?? null };
}
