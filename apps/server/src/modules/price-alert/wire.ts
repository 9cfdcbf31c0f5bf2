import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput } from '@tallystick/protocol';
import type { MarketUnitsTable } from '../market/units.ts';
import { figureOf } from './figures.ts';
import type { PriceAlert } from './store.ts';

export function wireAlert(alert: PriceAlert, units: MarketUnitsTable): CallOutput<'POST alert/add'> {
  const { kind, threshold } = alert;
  return {
    id: alert.id,
    market_id: alert.marketId,
    symbol: units.of(alert.marketId).market.symbol,
    kind,
    value: alert.wanted,
    direction: alert.direction,
    level: figureOf(kind) === 'price' ? formatMinor(BigInt(threshold), 8) : null,
    repeating: alert.repeating,
    state: alert.state,
    created_at_ms: alert.createdAtMs,
    fired_at_ms: alert.firedAtMs,
  };
}
