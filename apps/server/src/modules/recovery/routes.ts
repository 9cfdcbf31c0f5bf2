import type { RegisterCall } from '../../http/call-router.ts';
import type { FactorRecovery } from './service.ts';

export function registerRecoveryCalls(
  register: RegisterCall,
  recovery: FactorRecovery,
  fileLimitBytes: number,
): void {
  register('POST user/recovery_state', ({ ticket }) => recovery.state(ticket));
  register('POST user/recovery_begin', ({ ticket }) => recovery.begin(ticket));
  register('POST user/recovery', (input, { file }) => recovery.request(input, file), { fileLimitBytes });
  register('POST user/recovery_stop', async ({ token }) => {
    await recovery.stopByLink(token);
    return { stopped: true };
  });
  register('GET user/recovery', async (_input, { session }) => ({
    recovery: await recovery.newest(session.customerId),
  }));
  register('POST user/recovery_cancel', async (_input, { session }) => {
    await recovery.stopBySession(session.customerId);
    return { stopped: true };
  });
}
