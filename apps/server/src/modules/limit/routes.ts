import type { RegisterCall } from '../../http/call-router.ts';
import type { LimitService } from './service.ts';

export function registerLimitCalls(register: RegisterCall, limits: LimitService): void {
  register('GET limits/self', (_input, { session }) => limits.standing(session.customerId));
  register('POST limits/self', (input, { session }) => limits.set(session.customerId, input));
}
