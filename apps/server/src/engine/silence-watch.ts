import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { patiently } from '../database/patience.ts';
import type { DatabaseLog } from '../database/log.ts';
import { seldom } from '../database/seldom.ts';
import { connectEngine } from './connect.ts';
import { SILENT_MS } from './fence.ts';

const LOOK_EVERY_MS = 250;
/** A connection that does not answer for so long is given up: what it would watch may be silent meanwhile. */
const ANSWER_WITHIN_MS = 3_000;
/** Deposing waits for a second disk, as each commit does. */
const DEPOSED_WITHIN_MS = 10_000;
/**
 * An engine that was not heard of, by the database's clock, for as long as it said itself is deposed. It is silent by then:
 * see `STANDBY_FENCE`. One of an earlier version did not say how long.
 */
const IS_SILENT = `beat_at < clock_timestamp() - coalesce(silent_after_ms, ${SILENT_MS}) * interval '1 millisecond'`;
/** A batch that waits for the disk may keep the lease's row that long; then it is tried again. */
const LOCK_TIMEOUT_MS = 1_000;

const silent = (): Error => new Error('the database does not answer');

interface LeaseRow {
  epoch: string;
  silent: boolean | null;
  projected: string;
}

/** Watches the engine that holds the lease, and deposes it when it is silent. */
export class SilenceWatch {
  readonly #databaseUrl: string;
  readonly #log: DatabaseLog;
  readonly #onProjected: (sequence: number) => void;
  #client: pg.Client | null = null;
  #stopped = false;

  /** `onProjected`: told each time how far the tables are. */
  constructor(databaseUrl: string, log: DatabaseLog, onProjected: (sequence: number) => void) {
    this.#databaseUrl = databaseUrl;
    this.#log = seldom(log);
    this.#onProjected = onProjected;
    void this.#watch();
  }

  stop(): void {
    this.#stopped = true;
    void this.#disconnect();
  }

  async #watch(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#look();
      } catch (error) {
        if (this.#stopped) return;
        this.#log.warn({ err: error }, 'the other core could not be watched; it is tried again');
        await this.#disconnect();
      }
      await pause(LOOK_EVERY_MS, undefined, { ref: false });
    }
  }

  async #look(): Promise<void> {
    const client = (this.#client ??= await this.#connect());
    const asked = client.query<LeaseRow>({
      name: 'watch',
      text: `select l.epoch, p.sequence as projected, ${IS_SILENT} as silent
        from engine_lease l, projection_position p`,
    });
    const {
      rows: [row],
    } = await patiently(asked, ANSWER_WITHIN_MS, silent);
    if (row === undefined || this.#stopped) return;
    this.#onProjected(Number(row.projected));
    if (row.silent === true) await this.#depose(client, row);
  }

  /**
   * Raises the epoch, so that nothing of the silent engine can be committed any more, and ends its session, which holds the
   * lock. A cancelled statement would count as done; an ended session does not. Until the next engine takes the lease it
   * is done again with each look, so nothing is left half done.
   */
  async #depose(client: pg.Client, { epoch }: LeaseRow): Promise<void> {
    const deposed = client.query(
      `with deposed as (
         update engine_lease set epoch = epoch + 1
         where id = 1 and epoch = $1 and ${IS_SILENT} returning writer_pid)
       select pg_terminate_backend(a.pid) from deposed, pg_stat_activity a
       where a.pid = deposed.writer_pid and a.datname = current_database()
         and a.application_name = 'tallystick writer'`,
      [epoch],
    );
    const { rowCount } = await patiently(deposed, DEPOSED_WITHIN_MS, silent);
    if (rowCount !== 0)
      this.#log.warn({ epoch: Number(epoch) }, 'the other core is silent and has been deposed');
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectEngine(this.#databaseUrl, 'tallystick watch');
    // Reported by the next query.
    client.on('error', () => undefined);
    await client.query(`select set_config('lock_timeout', $1, false)`, [`${LOCK_TIMEOUT_MS}`]);
    return client;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}
