import { ROLES, type Role } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import { findOperator, insertOperator, listOperators } from '../modules/desk/operator/store.ts';
import { createPasswords } from '../modules/account/passwords.ts';

export const DEMO_OPERATOR_PASSWORD = 'tally-desk';

/** Demo operators are named after their role. */
function nameOf(role: Role): string {
  return role === 'administrator' ? 'admin' : role;
}

export const DEMO_OPERATORS: readonly string[] = ROLES.map(nameOf);

/**
 * One operator of each role, so that two people can approve: they count as second persons at once. Seeding again
 * changes nothing; operators added where others already exist never count. Demo only.
 */
export async function seedDemoOperators(pool: pg.Pool, now: () => number): Promise<void> {
  const passwords = await createPasswords();
  const isFirst = (await listOperators(pool)).length === 0;
  for (const role of ROLES) {
    const name = nameOf(role);
    if ((await findOperator(pool, { name })) !== null) continue;
    const passwordHash = await passwords.hash(DEMO_OPERATOR_PASSWORD);
    const secondFromMs = isFirst ? 0 : null;
    await insertOperator(pool, { name, role, email: null, passwordHash, secondFromMs, atMs: now() });
  }
}
