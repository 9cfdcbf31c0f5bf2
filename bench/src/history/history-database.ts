import { spawnSync } from 'node:child_process';
import { openDatabase, type Database } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { diskFolder } from '@tallystick/server/testing/scratch-folder';

/** The embedded PostgreSQL as the server runs it, in a folder that `close` removes. */
export class HistoryDatabase {
  readonly #folder: Awaited<ReturnType<typeof diskFolder>>;
  #database: Database;

  private constructor(folder: Awaited<ReturnType<typeof diskFolder>>, database: Database) {
    this.#folder = folder;
    this.#database = database;
  }

  static async create(): Promise<HistoryDatabase> {
    const folder = await diskFolder('bench');
    return new HistoryDatabase(folder, await open(folder.path));
  }

  get pool(): Database['pool'] {
    return this.#database.pool;
  }

  get url(): string {
    return this.#database.url;
  }

  /**
   * Starts the server anew, with everything on disk. After a fill its memory is full of pages that were never written (a
   * checkpoint leaves out those of unlogged tables), and the first readers would have to do that.
   */
  async settle(): Promise<void> {
    await this.#database.close();
    if (process.platform !== 'win32') spawnSync('sync', ['-f', this.#folder.path]);
    this.#database = await open(this.#folder.path);
  }

  async close(): Promise<void> {
    await this.#database.close();
    await this.#folder.remove();
  }
}

function open(dataDir: string): Promise<Database> {
  return openDatabase({ url: null, dataDir, connections: 6 }, SILENT_LOG);
}
