import { operatorChange } from '@tallystick/protocol/desk/changes';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import { invitationPath, issueInvitation } from './invitations.ts';
import { findOperator, insertOperator } from './store.ts';

/** The input is not a valid operator; the message says why. */
export class OperatorRefused extends Error {
  override readonly name = 'OperatorRefused';
}

export interface AddedFromHost {
  /** Of the link by which they choose password and second factor. */
  readonly path: string;
  /** Time from joining until they count as a second person; 0 for the first two of an empty exchange. */
  readonly waitMs: number;
}

/** Lock id for `pg_advisory_xact_lock`, so that no third operator is added as one of the first two. */
const LOCK = 7_306_116;

/**
 * Adds an operator from the host: the first ones of a live exchange have nobody to propose or confirm them. Repeating
 * it for one who has not joined makes a new link. It is logged like everything else. Throws OperatorRefused.
 */
export async function addOperatorFromHost(
  parts: {
    readonly pool: pg.Pool;
    readonly audit: AuditLog;
    readonly waitMs: number;
    readonly now: () => number;
  },
  name: string,
  role: string,
): Promise<AddedFromHost> {
  const parsed = operatorChange.safeParse({ operator_id: null, name, role, active: true });
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'input');
    throw new OperatorRefused(
      field === 'role'
        ? 'The role is one of support, compliance, accountant, administrator.'
        : 'A name has 3 to 32 small letters, digits, ".", "_" or "-", and begins with a letter.',
    );
  }
  return inTransaction(parts.pool, async client => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const atMs = parts.now();
    const found = await findOperator(client, { name }, true);
    const isWaitingToJoin =
      found !== null && found.active && found.role === role && found.password_hash === null;
    if (found !== null && !isWaitingToJoin) {
      throw new OperatorRefused(`There is an operator called ${name} already.`);
    }
    const waitMs = (await isAmongFirstTwo(client, found?.id)) ? 0 : parts.waitMs;
    const operatorId =
      found?.id ??
      (await insertOperator(client, {
        name,
        role: parsed.data.role,
        email: null,
        passwordHash: null,
        secondFromMs: null,
        atMs,
      }));
    if (operatorId === null) throw new OperatorRefused(`There is an operator called ${name} already.`);
    const after = { name, role, from: 'host', waits_hours: waitMs / 3_600_000 };
    await parts.audit.write(client, null, {
      action: found === null ? 'operator.add' : 'operator.link',
      subject: `operator:${operatorId}`,
      before: null,
      after,
    });
    const token = await issueInvitation(client, { operatorId, proposalId: null, waitMs, atMs });
    return { path: invitationPath(token), waitMs };
  });
}

/** Only in an exchange without customers, where nothing needs two people yet. */
async function isAmongFirstTwo(client: pg.ClientBase, operatorId: number | undefined): Promise<boolean> {
  const { rows } = await client.query<{ others: number; customers: boolean }>(
    `select count(*)::int as others, exists (select from customers) as customers
       from operators where $1::int is null or id < $1`,
    [operatorId ?? null],
  );
  return rows[0] !== undefined && rows[0].others < 2 && !rows[0].customers;
}
