import type { RegisterCall } from '../../http/call-router.ts';
import type { PriceAlertService } from './service.ts';

export function registerPriceAlertCalls(register: RegisterCall, alerts: PriceAlertService): void {
  register('GET alert/list', (input, { session }) => alerts.list(session.customerId, input.market_id));
  register('POST alert/add', (input, { session }) => alerts.add(session.customerId, input));
  register('POST alert/edit', (input, { session }) => alerts.edit(session.customerId, input));
  register('POST alert/delete', (input, { session }) => alerts.delete(session.customerId, input.alert_id));
}
