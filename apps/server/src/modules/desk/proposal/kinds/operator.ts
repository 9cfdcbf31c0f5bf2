import { randomBytes } from 'node:crypto';
import type { operatorChange } from '@tallystick/protocol/desk/changes';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { KnownDevices } from '../../../account/known-devices.ts';
import type { Passwords } from '../../../account/passwords.ts';
import type { OperatorSessions } from '../../operator/operator-sessions.ts';
import { findOperator, insertOperator } from '../../operator/store.ts';
import type { ProposalKind } from '../kind.ts';

type Change = z.output<typeof operatorChange>;

const FIRST_PASSWORD_BYTES = 12;

export interface OperatorKindOptions {
  readonly passwords: Passwords;
  readonly sessions: OperatorSessions;
  readonly devices: Pick<KnownDevices, 'forgetAllOf'>;
  readonly now: () => number;
}

/** Who works at the desk, and as what. Somebody whose role changes or who leaves is logged out with it. */
export function operatorKind({
  passwords,
  sessions,
  devices,
  now,
}: OperatorKindOptions): ProposalKind<Change> {
  return {
    propose: 'operator.propose',
    confirm: 'operator.confirm',
    async prepare(client, change) {
      const namesake = await findOperator(client, { name: change.name });
      if (change.operator_id === null) {
        if (namesake !== null) throw new CallFailure('nothing_changed', { field: 'name' });
        return {
          subject: `operator:${change.name}`,
          before: null,
          after: { name: change.name, role: change.role, active: change.active },
        };
      }
      const found = await findOperator(client, { id: change.operator_id }, true);
      if (found === null) throw new CallFailure('not_found', { field: 'operator_id' });
      if (namesake !== null && namesake.id !== found.id)
        throw new CallFailure('invalid_input', { field: 'name' });
      const totp = found.totp_secret !== null;
      const before = { name: found.name, role: found.role, active: found.active, totp };
      const after = {
        name: change.name,
        role: change.role,
        active: change.active,
        totp: totp && !change.reset_totp,
      };
      if (isDeepStrictEqual(before, after)) throw new CallFailure('nothing_changed');
      return { subject: `operator:${found.id}`, before, after };
    },
    async apply(client, change) {
      const { name, role, active } = change;
      if (change.operator_id === null) {
        const firstPassword = randomBytes(FIRST_PASSWORD_BYTES).toString('base64url');
        const passwordHash = await passwords.hash(firstPassword);
        const id = await insertOperator(client, { name, role, passwordHash, atMs: now() });
        if (id === null) throw new CallFailure('proposal_outdated');
        return { firstPassword };
      }
      await client.query(
        `update operators set name = $2, role = $3, active = $4,
                totp_secret = case when $5 then null else totp_secret end
          where id = $1`,
        [change.operator_id, name, role, active, change.reset_totp],
      );
      await sessions.endAllOf(client, change.operator_id);
      await devices.forgetAllOf({ operatorId: change.operator_id }, null, client);
      return {};
    },
  };
}
