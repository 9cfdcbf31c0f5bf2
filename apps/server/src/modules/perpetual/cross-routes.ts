import type { CrossFigures } from '@tallystick/core';
import type { CallOutput } from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import { explained } from './explain.ts';
import type { Perpetual } from './perpetual.ts';
import type { PerpetualUnits } from './units.ts';
import { marginRatio } from './wire.ts';

/** What carries positions, and the account that carries cross ones. */
export function crossCalls(
  register: RegisterCall,
  { service, units }: Pick<Perpetual, 'service' | 'units'>,
): void {
  register('GET lever/margin_type', ({ market_id: marketId }, { session }) => {
    units.of(marketId);
    return { market_id: marketId, margin_type: service.marginType(session.customerId, marketId) };
  });
  register(
    'POST lever/margin_type',
    async ({ market_id: marketId, margin_type: marginType }, { session }) => {
      await service.setMarginType(session.customerId, marketId, marginType).catch(explained());
      return { market_id: marketId, margin_type: marginType };
    },
  );
  register('GET lever/cross_account', ({ market_id: marketId }, { session }) => {
    const of = units.of(marketId);
    const account = service.crossAccount(session.customerId, of.quote.id);
    return { account: account === null ? null : wireAccount(account, of, units) };
  });
}

function wireAccount(
  { availableMinor, equityMinor, maintenanceMinor, requiredMinor, positions }: CrossFigures,
  of: PerpetualUnits,
  units: Perpetual['units'],
): NonNullable<CallOutput<'GET lever/cross_account'>['account']> {
  const freeMinor = availableMinor - requiredMinor;
  return {
    currency: of.quote.code,
    available: of.amount(availableMinor),
    equity: of.amount(equityMinor),
    maintenance_margin: of.amount(maintenanceMinor),
    margin_ratio_percent: positions.length === 0 ? null : marginRatio(maintenanceMinor, equityMinor),
    required: of.amount(requiredMinor),
    free: of.amount(freeMinor > 0n ? freeMinor : 0n),
    positions: positions.map(({ positionId, marketId, liquidationE8 }) => ({
      position_id: positionId,
      market_id: marketId,
      liquidation_price: units.of(marketId).exactPriceOrNull(liquidationE8),
    })),
  };
}
