// npm run operator -- NAME ROLE: adds somebody to the desk from the host, with the settings of the server. For the first
// operators of a live exchange; everybody after them is proposed and confirmed at the desk.
// npm run operator -- unlock NAME: a link that lets an operator past what strangers have guessed at the name.
import { readSettings, SettingsError } from './config/settings.ts';
import { SILENT_LOG } from './database/log.ts';
import { openDatabase } from './database/database.ts';
import { createPasswords } from './modules/account/passwords.ts';
import { AuditLog } from './modules/desk/audit/audit-log.ts';
import { addOperatorFromHost, OperatorRefused } from './modules/desk/operator/add-from-host.ts';
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
    const parts = { pool: database.pool, audit: new AuditLog(Date.now), now: Date.now };
    if (first === 'unlock') {
      const path = await unlockFromHost(parts, second);
      const link = `${settings.PUBLIC_URL?.replace(/\/$/, '') ?? ''}${path}`;
      process.stdout.write(`${second} opens this once, within 30 minutes, and logs in as ever: ${link}\n`);
    } else {
      const password = await addOperatorFromHost(
        { ...parts, passwords: await createPasswords() },
        first,
        second,
      );
      process.stdout.write(
        `${first} may log in at /desk/ as ${second}. First password, shown once: ${password}\n`,
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
