import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import type { Allowance, Allowances } from '../account/allowances.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { MOST_ALERTS, type PriceAlertService } from './service.ts';
import { wireAlert } from './wire.ts';

/** Limit per customer: an alert set close to the price fires with the next tick and stores a notice each time. */
const SET_OF_CUSTOMER: Allowance = { burst: 200, everyMs: 30_000 };

export function registerPriceAlertCalls(
  register: RegisterCall,
  alerts: Pick<PriceAlertService, 'list' | 'add' | 'edit' | 'delete'>,
  units: MarketUnitsTable,
  allowances: Pick<Allowances, 'take'>,
): void {
  const admit = async (customerId: number): Promise<void> => {
    const waitMs = await allowances.take(`price-alert:${customerId}`, SET_OF_CUSTOMER);
    if (waitMs > 0) throw new CallFailure('rate_limited', { retry_after_s: Math.ceil(waitMs / 1_000) });
  };
  register('GET alert/list', async (input, { session }) => {
    const found = await alerts.list(session.customerId, input.market_id ?? null);
    return { items: found.map(alert => wireAlert(alert, units)), most: MOST_ALERTS };
  });
  register('POST alert/add', async ({ market_id: marketId, kind, value, repeating }, { session }) => {
    await admit(session.customerId);
    const chosen = { marketId, kind, wanted: value, repeating };
    return wireAlert(await alerts.add(session.customerId, chosen), units);
  });
  register('POST alert/edit', async ({ alert_id: alertId, value, repeating }, { session }) => {
    await admit(session.customerId);
    const chosen = { wanted: value, repeating };
    return wireAlert(await alerts.edit(session.customerId, alertId, chosen), units);
  });
  register('POST alert/delete', async (input, { session }) => {
    await alerts.delete(session.customerId, input.alert_id);
    return {};
  });
}
