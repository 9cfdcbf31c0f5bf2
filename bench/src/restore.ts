/**
 * `restore-test`: an exchange on PostgreSQL 15 is backed up under load with pgBackRest and deploy/pgbackrest.conf, restored
 * into empty clusters, and compared with the live one; a damaged backup must be noticed. Ends with 1 when something is
 * lost or differs.
 *
 *   --json    one JSON array on standard output and nothing else
 */
import { diskFolder } from '@tallystick/server/testing/scratch-folder';
import { progress, report } from './report.ts';
import { rehearse } from './restore/rehearsal.ts';

/** Orders before each backup; `npm run restore-test -- 5000` sets another number. */
const ORDERS = Number(process.argv[2]) || 50_000;

const folder = await diskFolder('restore');
try {
  const rows = await rehearse({ folder: folder.path, orders: ORDERS });
  if ('missing' in rows) {
    progress(`skipped: ${rows.missing}`);
  } else {
    report(rows);
  }
} finally {
  await folder.remove();
}
