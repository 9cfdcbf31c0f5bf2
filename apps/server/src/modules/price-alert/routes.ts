import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import type { Allowance, Allowances } from '../account/allowances.ts';
import type { PriceAlertService } from './service.ts';

/** Of one customer: an alert set a hair beside the price fires with the next tick, and each is a notice that is kept. */
const SET_OF_CUSTOMER: Allowance = { burst: 200, everyMs: 30_000 };

export function registerPriceAlertCalls(
  register: RegisterCall,
  alerts: Pick<PriceAlertService, 'list' | 'add' | 'edit' | 'delete'>,
  allowances: Pick<Allowances, 'take'>,
): void {
  const admit = async (customerId: number): Promise<void> => {
    const waitMs = await allowances.take(`price-alert:${customerId}`, SET_OF_CUSTOMER);
    if (waitMs > 0) throw new CallFailure('rate_limited', { retry_after_s: Math.ceil(waitMs / 1_000) });
  };
  register('GET alert/list', (input, { session }) => alerts.list(session.customerId, input.market_id));
  register('POST alert/add', async (input, { session }) => {
    await admit(session.customerId);
    return alerts.add(session.customerId, input);
  });
  register('POST alert/edit', async (input, { session }) => {
    await admit(session.customerId);
    return alerts.edit(session.customerId, input);
  });
  register('POST alert/delete', (input, { session }) => alerts.delete(session.customerId, input.alert_id));
}
