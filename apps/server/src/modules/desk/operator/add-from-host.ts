import { randomBytes } from 'node:crypto';
import { operatorChange } from '@tallystick/protocol/desk/changes';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import type { Passwords } from '../../account/passwords.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { insertOperator } from './store.ts';

const PASSWORD_BYTES = 12;

/** What was typed cannot be an operator; the message says why. */
export class OperatorRefused extends Error {
  override readonly name = 'OperatorRefused';
}

/**
 * Adds an operator from the host itself, for the first ones of a live exchange, who have nobody yet to propose or
 * confirm them. Returns the first password. It is on the log like everything else. Throws OperatorRefused.
 */
export async function addOperatorFromHost(
  parts: {
    readonly pool: pg.Pool;
    readonly passwords: Passwords;
    readonly audit: AuditLog;
    readonly now: () => number;
  },
  name: string,
  role: string,
): Promise<string> {
  const parsed = operatorChange.safeParse({ operator_id: null, name, role, active: true });
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'input');
    throw new OperatorRefused(
      field === 'role'
        ? 'The role is one of support, compliance, accountant, administrator.'
        : 'A name has 3 to 32 small letters, digits, ".", "_" or "-", and begins with a letter.',
    );
  }
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await parts.passwords.hash(password);
  await inTransaction(parts.pool, async client => {
    const atMs = parts.now();
    const id = await insertOperator(client, { name, role: parsed.data.role, passwordHash, atMs });
    if (id === null) throw new OperatorRefused(`There is an operator called ${name} already.`);
    const after = { name, role, from: 'host' };
    await parts.audit.write(client, null, {
      action: 'operator.add',
      subject: `operator:${id}`,
      before: null,
      after,
    });
  });
  return password;
}
