import type { operatorChange } from '@tallystick/protocol/desk/changes';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import { emailContact } from '../../../account/contact.ts';
import type { KnownDevices } from '../../../account/known-devices.ts';
import type { Invitations } from '../../operator/invitations.ts';
import type { OperatorSessions } from '../../operator/operator-sessions.ts';
import { tieToDeciders } from '../../../../approval/second-person.ts';
import { findOperator, insertOperator, type OperatorRow } from '../../operator/store.ts';
import type { Prepared, ProposalKind } from '../../../../approval/proposal-kind.ts';

type Change = z.output<typeof operatorChange>;

export interface OperatorKindOptions {
  readonly sessions: OperatorSessions;
  readonly devices: Pick<KnownDevices, 'forgetAllOf'>;
  readonly invitations: Pick<Invitations, 'send' | 'sendWaiting'>;
  /** Wait from joining, or from a change by colleagues, until somebody counts as a second person. */
  readonly waitMs: number;
  /** The exchange's time. */
  readonly now: () => number;
}

/**
 * Operators and their roles. A changed account is logged out, waits before it counts as a second person, and never does
 * so together with its maker: docs/decisions/0042.
 */
export function operatorKind(options: OperatorKindOptions): ProposalKind<Change> {
  const { sessions, devices, invitations, waitMs, now } = options;

  async function add(client: pg.ClientBase, change: Change, proposalId: number): Promise<void> {
    const { name, role } = change;
    const email = emailContact(change.email ?? '').target;
    const atMs = now();
    const added = { name, role, email, passwordHash: null, secondFromMs: null, atMs };
    const id = await insertOperator(client, added);
    if (id === null) throw new CallFailure('proposal_outdated');
    if (!change.active) await client.query('update operators set active = false where id = $1', [id]);
    await tieToDeciders(client, id, proposalId, 'created', atMs);
    if (change.active) await invitations.send(client, { id, name, email }, proposalId, waitMs);
  }

  async function alter(client: pg.ClientBase, id: number, change: Change, proposalId: number): Promise<void> {
    const { name, role, active } = change;
    const atMs = now();
    const email = addressOf(change);
    const { rows } = await client.query<{ email: string | null }>(
      `update operators set name = $2, role = $3, active = $4, email = coalesce($5, email),
              totp_secret = case when $6 then null else totp_secret end,
              totp_pending = case when $6 then null else totp_pending end,
              password_hash = case when $7 then null else password_hash end,
              second_from_ms = case when $7 or second_from_ms is null then null
                                    when $4 then greatest(second_from_ms, $8) else second_from_ms end
        where id = $1 returning email`,
      [id, name, role, active, email, change.reset_totp, change.reset_password, atMs + waitMs],
    );
    if (active) await tieToDeciders(client, id, proposalId, 'changed', atMs);
    await sessions.endAllOf(client, id);
    await devices.forgetAllOf({ operatorId: id }, null, client);
    const address = rows[0]?.email ?? null;
    if (change.reset_password && address !== null) {
      await invitations.send(client, { id, name, email: address }, proposalId, waitMs);
    }
  }

  return {
    propose: 'operator.propose',
    confirm: 'operator.confirm',
    async prepare(client, change) {
      const email = addressOf(change);
      const found =
        change.operator_id === null ? null : await findOperator(client, { id: change.operator_id }, true);
      if (change.operator_id !== null && found === null) {
        throw new CallFailure('not_found', { field: 'operator_id' });
      }
      const namesake = await findOperator(client, { name: change.name });
      if (namesake !== null && namesake.id !== found?.id) {
        throw found === null
          ? new CallFailure('nothing_changed', { field: 'name' })
          : new CallFailure('invalid_input', { field: 'name' });
      }
      const other = email === null ? null : await findOperator(client, { email });
      if (other !== null && other.id !== found?.id)
        throw new CallFailure('contact_taken', { field: 'email' });
      return found === null ? preparedNew(change, email) : preparedChange(found, change, email);
    },
    apply: (client, change, _operator, proposalId) =>
      change.operator_id === null
        ? add(client, change, proposalId)
        : alter(client, change.operator_id, change, proposalId),
    committed: async () => invitations.sendWaiting(),
  };
}

/** Proposals made before addresses existed have no such field, not even null. */
function addressOf({ email }: Partial<Change>): string | null {
  return typeof email === 'string' ? emailContact(email).target : null;
}

function preparedNew({ name, role, active }: Change, email: string | null): Prepared {
  if (email === null) throw new CallFailure('missing_field', { field: 'email' });
  return { subject: `operator:${name}`, before: null, after: { name, role, email, active } };
}

function preparedChange(found: OperatorRow, change: Change, email: string | null): Prepared {
  const { name, role, active, reset_password: resets } = change;
  if (resets && (email ?? found.email) === null) throw new CallFailure('missing_field', { field: 'email' });
  if (resets && !active) throw new CallFailure('invalid_input', { field: 'reset_password' });
  const totp = found.totp_secret !== null;
  const before = {
    name: found.name,
    role: found.role,
    email: found.email,
    active: found.active,
    totp,
    reset_password: false,
  };
  const after = {
    name,
    role,
    email: email ?? found.email,
    active,
    totp: totp && !change.reset_totp,
    reset_password: resets,
  };
  if (isDeepStrictEqual(before, after)) throw new CallFailure('nothing_changed');
  return { subject: `operator:${found.id}`, before, after };
}
