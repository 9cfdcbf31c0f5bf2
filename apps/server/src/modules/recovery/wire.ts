import type { CallOutput, CallRequest } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import { isIdNumber } from '../identity/id-number.ts';
import { readBasicFields } from '../identity/wire.ts';
import type { Claim } from './identity-claim.ts';
import type { ShownRecovery } from './service.ts';

/** Throws invalid_input, full_name_invalid or id_number_invalid for what cannot be right. */
export function readClaim({ country, full_name, id_number }: CallRequest<'POST user/recovery'>): Claim {
  const { fullName = '', idNumber = '' } = readBasicFields({ country, full_name, id_number });
  if (!isIdNumber(country, idNumber)) throw new CallFailure('id_number_invalid', { field: 'id_number' });
  return { country, fullName, idNumber };
}

export function wireRecovery(recovery: ShownRecovery): CallOutput<'POST user/recovery'> {
  return {
    state: recovery.state,
    requested_at_ms: recovery.requestedAtMs,
    approvals: recovery.approvals,
    ready_at_ms: recovery.readyAtMs,
    ended_at_ms: recovery.endedAtMs,
    reason: recovery.reason,
  };
}
