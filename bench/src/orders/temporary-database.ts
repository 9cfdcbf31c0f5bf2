import { openDatabase, type Database } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { diskFolder } from '@tallystick/server/testing/scratch-folder';

/** The embedded PostgreSQL as the server runs it, durable, in a folder that `close` removes. */
export async function temporaryDatabase(): Promise<Database> {
  const folder = await diskFolder('bench');
  const database = await openDatabase({ url: null, dataDir: folder.path, connections: 6 }, SILENT_LOG);
  const { rows } = await database.pool.query<{ fsync: string; commit: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  if (rows[0]?.fsync !== 'on' || rows[0].commit !== 'on') throw new Error('the database is not durable');
  return {
    pool: database.pool,
    url: database.url,
    close: async () => {
      await database.close();
      await folder.remove();
    },
  };
}
