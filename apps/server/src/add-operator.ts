// npm run operator -- NAME ROLE: adds somebody to the desk from the host, with the settings of the server. For the first
// operators of a live exchange; everybody after them is proposed and confirmed at the desk. Again for one who has not
// joined yet: another link.
// npm run operator -- unlock NAME: a link that lets an operator past what strangers have guessed at the name.
import { readSettings, SettingsError } from './config/settings.ts';
import { SILENT_LOG } from './database/log.ts';
import { openDatabase } from './database/database.ts';
import { AuditLog } from './audit-log/audit-log.ts';
import { addOperatorFromHost, OperatorRefused } from './modules/desk/operator/add-from-host.ts';
import { INVITATION_HOURS } from './modules/desk/operator/invitations.ts';
import { unlockFromHost } from './modules/desk/operator/unlock-from-host.ts';

const [first = '', second = ''] = process.argv.slice(2);

try {
  const settings = readSettings();
  if (settings.DATABASE_URL === null) {
    throw new OperatorRefused(
      'Set DATABASE_URL: the embedded database belongs to the demo, which has operators.',
    );
  }
  const database = await openDatabase(
    { url: settings.DATABASE_URL, dataDir: settings.DATA_DIR, connections: 4 },
    SILENT_LOG,
  );
  try {
    const addressOf = (path: string) => `${settings.PUBLIC_URL?.replace(/\/$/, '') ?? ''}${path}`;
    const parts = { pool: database.pool, audit: new AuditLog(Date.now), now: Date.now };
    if (first === 'unlock') {
      const path = await unlockFromHost(parts, second);
      process.stdout.write(
        `${second} opens this once, within 30 minutes, and logs in as ever: ${addressOf(path)}\n`,
      );
    } else {
      const waitMs = settings.OPERATOR_WAIT_HOURS * 3_600_000;
      const added = await addOperatorFromHost({ ...parts, waitMs }, first, second);
      const counts = added.waitMs === 0 ? 'at once' : `${settings.OPERATOR_WAIT_HOURS} hours after that`;
      process.stdout.write(
        `${first} chooses password and second factor here: ${addressOf(added.path)}\n` +
          `The link opens once, within ${INVITATION_HOURS} hours: give it to nobody else. ` +
          `As ${second}, ${first} counts as a second person ${counts}.\n`,
      );
    }
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof OperatorRefused || error instanceof SettingsError)) throw error;
  process.stderr.write(
    `${error.message}\nUsage: npm run operator -- NAME ROLE\n       npm run operator -- unlock NAME\n`,
  );
  process.exitCode = 2;
}
