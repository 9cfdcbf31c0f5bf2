import { isAllowed, type Permission } from '@tallystick/protocol/desk/roles';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';

/** Throws operator_forbidden unless the operator's role has the right. */
export function requirePermission(operator: Pick<Operator, 'role'>, permission: Permission): void {
  if (!isAllowed(operator.role, permission)) throw new CallFailure('operator_forbidden', { permission });
}
