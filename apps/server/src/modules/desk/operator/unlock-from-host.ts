import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { issueLoginLink } from '../../security/login-links.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import { OperatorRefused } from './add-from-host.ts';
import { findOperator } from './store.ts';

/**
 * Makes a link for an operator locked out by strangers' guesses. The browser that opens it becomes known and may log in
 * with password and second factor as usual. It is made on the host, where an attacker would have the database anyway,
 * and logged like everything else. Returns its path. Throws OperatorRefused.
 */
export async function unlockFromHost(
  parts: { readonly pool: pg.Pool; readonly audit: AuditLog; readonly now: () => number },
  name: string,
): Promise<string> {
  const token = await inTransaction(parts.pool, async client => {
    const found = await findOperator(client, { name: name.trim().toLowerCase() });
    if (found === null || !found.active)
      throw new OperatorRefused(`There is no active operator called ${name}.`);
    await parts.audit.write(client, null, {
      action: 'operator.unlock',
      subject: `operator:${found.id}`,
      before: null,
      after: { from: 'host' },
    });
    return issueLoginLink(client, { operatorId: found.id }, parts.now());
  });
  return `/desk/#link=${token}`;
}
