import {
  platformSettings,
  type PlatformSettingName,
  type PlatformSettingValue,
} from '@tallystick/protocol/desk/settings';
import type pg from 'pg';
import { defaultSettings } from './defaults.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

interface HistoryRow {
  readonly version: number;
  readonly value: unknown;
  readonly changed_by: string;
  readonly changed_at_ms: string;
}

/**
 * What operators have set, by name: `settings.get('withdrawal_limits').per_day`. Read from memory; the desk writes it
 * by confirmed proposals only, and every value is checked against its schema on the way in and out.
 */
export class PlatformSettings {
  readonly #pool: pg.Pool;
  readonly #defaults: ReturnType<typeof defaultSettings>;
  readonly #values = new Map<PlatformSettingName, unknown>();
  readonly #announced = new Map<PlatformSettingName, AnnouncedSetting>();
  readonly #now: () => number;
  readonly #listeners: (() => void)[] = [];
  #reading: Promise<void> = Promise.resolve();

  private constructor(pool: pg.Pool, mode: 'demo' | 'live', now: () => number) {
    this.#pool = pool;
    this.#now = now;
    this.#defaults = defaultSettings(mode);
  }

  static async load(pool: pg.Pool, mode: 'demo' | 'live', now: () => number): Promise<PlatformSettings> {
    const settings = new PlatformSettings(pool, mode, now);
    await settings.catchUp();
    return settings;
  }

  get<Name extends PlatformSettingName>(name: Name): PlatformSettingValue<Name> {
    const announced = this.#announced.get(name);
    if (announced !== undefined && announced.effectiveAtMs <= this.#now()) {
      return announced.value as PlatformSettingValue<Name>;
    }
    return (this.#values.get(name) ?? this.#defaults[name]) as PlatformSettingValue<Name>;
  }

  /** Announced changes that are not in force yet. */
  announced<Name extends PlatformSettingName>(
    name: Name,
  ): { readonly value: PlatformSettingValue<Name>; readonly effectiveAtMs: number } | null {
    const announced = this.#announced.get(name);
    if (announced === undefined || announced.effectiveAtMs <= this.#now()) return null;
    return { ...announced, value: announced.value as PlatformSettingValue<Name> };
  }

  /** The value as of this transaction, perhaps not in force yet. Locks it until the transaction ends. */
  async read<Name extends PlatformSettingName>(db: Queries, name: Name): Promise<PlatformSettingValue<Name>> {
    const { rows } = await db.query<{ value: unknown }>(
      'select value from platform_settings where name = $1 for update',
      [name],
    );
    const announced = await readAnnounced(db, name);
    if (announced !== null && announced.effectiveAtMs <= this.#now()) {
      return announced.value as PlatformSettingValue<Name>;
    }
    return rows[0] === undefined
      ? (this.#defaults[name] as PlatformSettingValue<Name>)
      : parse(name, rows[0].value);
  }

  /** Replaces the announced change of a setting; null withdraws it. Call `reload` after the commit. */
  async announce(
    db: Queries,
    name: PlatformSettingName,
    later: { readonly value: unknown; readonly by: string; readonly effectiveAtMs: number } | null,
  ): Promise<void> {
    await this.#promote(db, name);
    await db.query('delete from announced_settings where name = $1', [name]);
    if (later === null) return;
    await db.query(
      'insert into announced_settings (name, value, announced_by, effective_at_ms) values ($1, $2, $3, $4)',
      [name, JSON.stringify(parse(name, later.value)), later.by, later.effectiveAtMs],
    );
  }

  /** An announced value that has come into force is stored as a version of its own before the next one. */
  async #promote(db: Queries, name: PlatformSettingName): Promise<void> {
    const due = await readAnnounced(db, name);
    if (due === null || due.effectiveAtMs > this.#now()) return;
    await this.write(db, name, due.value, due.by, due.effectiveAtMs);
  }

  /** Writes a new value; call `reload` after the commit. Throws for a value that its schema refuses. */
  async write(
    db: Queries,
    name: PlatformSettingName,
    value: unknown,
    by: string,
    atMs: number,
  ): Promise<void> {
    const json = JSON.stringify(parse(name, value));
    const { rows } = await db.query<{ version: number }>(
      `insert into platform_settings as s (name, version, value) values ($1, 1, $2)
       on conflict (name) do update set version = s.version + 1, value = excluded.value returning version`,
      [name, json],
    );
    await db.query(
      `insert into platform_setting_history (name, version, value, changed_by, changed_at_ms)
       values ($1, $2, $3, $4, $5)`,
      [name, rows[0]?.version, json, by, atMs],
    );
  }

  /** Applies what was committed here. */
  async reload(): Promise<void> {
    await this.catchUp();
    for (const listener of this.#listeners) listener();
  }

  /** Called after each `reload`: other processes have to catch up. */
  onReloaded(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Applies what is committed, here or by another process. One after another: no older reading ends after a newer one. */
  catchUp(): Promise<void> {
    const read = this.#reading.catch(() => undefined).then(() => this.#read());
    this.#reading = read;
    return read;
  }

  async #read(): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string; value: unknown }>(
      'select name, value from platform_settings',
    );
    for (const { name, value } of rows) {
      if (isSettingName(name)) this.#values.set(name, parse(name, value));
    }
    const later = new Map<PlatformSettingName, AnnouncedSetting>();
    for (const name of Object.keys(platformSettings)) {
      if (!isSettingName(name)) continue;
      const announced = await readAnnounced(this.#pool, name);
      if (announced !== null) later.set(name, announced);
    }
    // At once: between the two nobody may read a value that never was.
    this.#announced.clear();
    for (const [name, announced] of later) this.#announced.set(name, announced);
  }

  /** Newest first. */
  async history(name: PlatformSettingName, limit: number): Promise<readonly HistoryRow[]> {
    const { rows } = await this.#pool.query<HistoryRow>(
      `select version, value, changed_by, changed_at_ms from platform_setting_history
        where name = $1 order by version desc limit $2`,
      [name, limit],
    );
    return rows;
  }
}

interface AnnouncedSetting {
  readonly value: unknown;
  readonly by: string;
  readonly effectiveAtMs: number;
}

async function readAnnounced(db: Queries, name: PlatformSettingName): Promise<AnnouncedSetting | null> {
  const { rows } = await db.query<{ value: unknown; announced_by: string; effective_at_ms: string }>(
    'select value, announced_by, effective_at_ms from announced_settings where name = $1',
    [name],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    value: parse(name, row.value),
    by: row.announced_by,
    effectiveAtMs: Number(row.effective_at_ms),
  };
}

function isSettingName(name: string): name is PlatformSettingName {
  return Object.hasOwn(platformSettings, name);
}

function parse<Name extends PlatformSettingName>(name: Name, value: unknown): PlatformSettingValue<Name> {
  return platformSettings[name].parse(value) as PlatformSettingValue<Name>;
}
