import { HOUR_MS } from '@tallystick/core/durations';
import type { RegisterCall } from '../../http/call-router.ts';
import { RECOVERY_WAIT_MS } from '../security/holds.ts';
import type { FactorRecovery, ShownRecovery } from './service.ts';
import { readClaim, wireRecovery } from './wire.ts';

export function registerRecoveryCalls(
  register: RegisterCall,
  recovery: FactorRecovery,
  fileLimitBytes: number,
): void {
  const shown = (newest: ShownRecovery | null) => (newest === null ? null : wireRecovery(newest));

  register('POST user/recovery_state', async ({ ticket }) => {
    const { blocked, recovery: newest } = await recovery.state(ticket);
    return { blocked, recovery: shown(newest), wait_hours: RECOVERY_WAIT_MS / HOUR_MS };
  });
  register('POST user/recovery_begin', async ({ ticket }) => {
    const { token, gesture, code, expiresInMs } = await recovery.begin(ticket);
    return { challenge: token, gesture, code, expires_in_s: expiresInMs / 1000 };
  });
  register(
    'POST user/recovery',
    async (input, { file }) => wireRecovery(await recovery.request(input.challenge, readClaim(input), file)),
    { fileLimitBytes },
  );
  register('POST user/recovery_stop', async ({ token }) => {
    await recovery.stopByLink(token);
    return { stopped: true };
  });
  register('GET user/recovery', async (_input, { session }) => ({
    recovery: shown(await recovery.newest(session.customerId)),
  }));
  register('POST user/recovery_cancel', async (_input, { session }) => {
    await recovery.stopBySession(session.customerId);
    return { stopped: true };
  });
}
