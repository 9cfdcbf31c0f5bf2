import type pg from 'pg';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import type { PlatformSettings } from '../../../settings/platform-settings.ts';

/** Closes the customers' calls at once. Opening again takes a proposal of the setting, so two people. */
export async function startMaintenance(
  parts: {
    readonly pool: pg.Pool;
    readonly settings: PlatformSettings;
    readonly audit: AuditLog;
    readonly now: () => number;
  },
  operator: Operator,
  reason: string,
): Promise<DeskOutput<'POST desk/maintenance_start'>> {
  const { pool, settings, audit, now } = parts;
  const after = { on: true, reason };
  await inTransaction(pool, async client => {
    const before = await settings.read(client, 'maintenance');
    if (before.on) throw new CallFailure('nothing_changed');
    await settings.write(client, 'maintenance', after, operator.name, now());
    const subject = 'setting:maintenance';
    await audit.write(client, operator, { action: 'maintenance.start', subject, before, after });
  });
  await settings.reload();
  return after;
}
