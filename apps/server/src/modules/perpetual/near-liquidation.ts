import type { PositionView } from '@tallystick/core';
import { maintenanceMargin, unrealised } from '@tallystick/core/perpetual/formulas';
import type pg from 'pg';
import type { StoredRow } from '../../engine/projections/kinds.ts';
import { POSITIONS } from '../../engine/products/perpetual/tables.ts';
import type { PerpetualUnits } from './units.ts';

/** Maintenance margin in percent of equity at which a position is close to liquidation; it is liquidated at 100. */
const NEAR_PERCENT = 70n;
/** Percentage below which it has recovered. The gap between the two prevents repeated warnings. */
const RECOVERED_PERCENT = 55n;
/** Positions checked per pass; the rest wait for the next pass. */
const AT_MOST = 500;

/** Whether the position is close to liquidation at this mark. */
export function isNear(view: PositionView, units: PerpetualUnits, markE8: number): boolean {
  return ratioAtLeast(view, units, markE8, NEAR_PERCENT);
}

/** Positions of the contract that are close to liquidation at this mark and whose owners have not been warned. */
export async function findNear(
  pool: pg.Pool,
  units: PerpetualUnits,
  markE8: number,
): Promise<PositionView[]> {
  const { contract } = units;
  const highestPpm = Math.max(...contract.tiers.map(tier => tier.maintenancePpm));
  // Equity is maintenance ÷ ratio, so at 70 % liquidation is rate × (1 ÷ 0.7 − 1) away; search twice that far.
  const reach = Math.ceil((markE8 * highestPpm * (100 / Number(NEAR_PERCENT) - 1) * 2) / 1e6);
  const { rows } = await pool.query<StoredRow>(
    `select p.* from positions p left join perpetual_near n using (position_id)
      where p.market_id = $1 and p.status = 'holding' and n.position_id is null
        and ((p.side = 'long' and p.liquidation_e8 between $2 and $3)
          or (p.side = 'short' and p.liquidation_e8 between $3 and $4))
      order by p.position_id limit $5`,
    [contract.marketId, Math.max(0, markE8 - reach), markE8, markE8 + reach, AT_MOST],
  );
  return rows.map(row => POSITIONS.decode(row)).filter(view => isNear(view, units, markE8));
}

/** Warned positions that have recovered or ended: their owners are warned again the next time. */
export async function forgetRecovered(pool: pg.Pool, units: PerpetualUnits, markE8: number): Promise<void> {
  const { rows } = await pool.query<StoredRow>(
    `select p.* from perpetual_near n join positions p using (position_id) where p.market_id = $1`,
    [units.contract.marketId],
  );
  const recovered = rows
    .map(row => POSITIONS.decode(row))
    .filter(view => view.status !== 'holding' || !ratioAtLeast(view, units, markE8, RECOVERED_PERCENT));
  if (recovered.length === 0) return;
  await pool.query('delete from perpetual_near where position_id = any ($1)', [
    recovered.map(view => view.positionId),
  ]);
}

function ratioAtLeast(view: PositionView, units: PerpetualUnits, markE8: number, percent: bigint): boolean {
  const lots = view.openedLots - view.closedLots;
  if (lots === 0) return false;
  const equityMinor = view.marginMinor + unrealised(units.contract, { ...view, lots }, markE8);
  const maintenanceMinor = maintenanceMargin(units.contract, markE8, lots, view.maintenancePpm);
  return maintenanceMinor * 100n >= equityMinor * percent;
}
