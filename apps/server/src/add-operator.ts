// npm run operator -- NAME ROLE: adds somebody to the desk from the host, with the settings of the server. For the first
// operators of a live exchange; everybody after them is proposed and confirmed at the desk.
import { readSettings, SettingsError } from './config/settings.ts';
import { SILENT_LOG } from './database/log.ts';
import { openDatabase } from './database/database.ts';
import { createPasswords } from './modules/account/passwords.ts';
import { AuditLog } from './modules/desk/audit/audit-log.ts';
import { addOperatorFromHost, OperatorRefused } from './modules/desk/operator/add-from-host.ts';

const [name = '', role = ''] = process.argv.slice(2);

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
    const parts = {
      pool: database.pool,
      passwords: await createPasswords(),
      audit: new AuditLog(Date.now),
      now: Date.now,
    };
    const password = await addOperatorFromHost(parts, name, role);
    process.stdout.write(
      `${name} may log in at /desk/ as ${role}. First password, shown once: ${password}\n`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof OperatorRefused || error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\nUsage: npm run operator -- NAME ROLE\n`);
  process.exitCode = 2;
}
