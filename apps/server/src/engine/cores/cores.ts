import type { ClientBase } from 'pg';
import { HaltError, OtherVersion } from '../engine-error.ts';
import { packBundle, runBundle, unpackBundle, type Bundle } from './bundle.ts';
import type { Core, Cores } from './core.ts';
import * as coreModule from './core-module.ts';
import { ownBundle, readReleased, releasedCores, type ReleasedCore } from './released.ts';

export interface CoresOptions {
  /** Run this program's own core from its bundle as well, as later versions will. */
  readonly ownFromBundle?: boolean;
  /**
   * Whether code from the database may run that this repository does not know. Whoever can write to the database could
   * have put it there: allowed for development and demo, never for live.
   */
  readonly unreleased: boolean;
  /** Told of such a core before it runs. */
  readonly onUnreleased?: (core: string) => void;
}

/** The cores that can replay this database's journal. */
export function openCores(client: Pick<ClientBase, 'query'>, options: CoresOptions): Promise<Cores> {
  return coresWith(hash => readStored(client, hash), options);
}

/** The packed code of a core that came with a journal, by its hash; null if there is none. */
export type FindCode = (hash: string) => Promise<Uint8Array | null>;

/** As `openCores`, for a journal that came without its database. Throws HaltError if the code does not match its hash. */
export async function coresWith(find: FindCode, options: CoresOptions): Promise<Cores> {
  const bundle = await ownBundle();
  const own = { hash: bundle.hash, module: options.ownFromBundle ? runBundle(bundle) : coreModule };
  const released = releasedCores();
  const known = new Map<string, Core>([[own.hash, own]]);
  return {
    own,
    of: async ({ core: hash, logicVersion }) => {
      const name = hash ?? `unmarked ${logicVersion}`;
      const core = known.get(name) ?? (await load(find, { hash, logicVersion }, released, options));
      known.set(name, core);
      if (core.module.LOGIC_VERSION !== logicVersion) throw new OtherVersion(notKept(hash, logicVersion));
      return core;
    },
  };
}

async function load(
  find: FindCode,
  { hash, logicVersion }: { readonly hash: string | null; readonly logicVersion: number },
  released: readonly ReleasedCore[],
  { unreleased, onUnreleased }: CoresOptions,
): Promise<Core> {
  const entry = released.find(one =>
    hash === null ? one.unmarked === true && one.logicVersion === logicVersion : one.hash === hash,
  );
  if (entry !== undefined) return { hash, module: runBundle(readReleased(entry.hash)) };
  if (hash === null) throw new OtherVersion(notKept(hash, logicVersion));
  const code = await find(hash);
  if (code === null) throw new OtherVersion(notKept(hash, logicVersion));
  if (!unreleased) {
    throw new OtherVersion(
      `the core ${hash.slice(0, 12)} that wrote the journal stands beside it, but was never released: put its ` +
        'bundle into apps/server/cores if you know where it comes from',
    );
  }
  const bundle = unpacked(hash, code);
  onUnreleased?.(hash);
  return { hash, module: runBundle(bundle) };
}

function unpacked(hash: string, code: Uint8Array): Bundle {
  try {
    return unpackBundle(hash, code);
  } catch (error) {
    throw new HaltError(`the core ${hash.slice(0, 12)} beside the journal was changed`, { cause: error });
  }
}

function notKept(hash: string | null, logicVersion: number): string {
  const which =
    hash === null
      ? `logic version ${logicVersion}`
      : `the core ${hash.slice(0, 12)} (logic version ${logicVersion})`;
  return (
    `part of the journal was written by ${which}, which is not kept here: start the version that wrote it once more ` +
    'and stop it in order, so that it leaves a snapshot'
  );
}

/** Stores this program's core in the database of its journal. */
export async function storeOwnBundle(client: Pick<ClientBase, 'query'>): Promise<void> {
  const bundle = await ownBundle();
  const hash = Buffer.from(bundle.hash, 'hex');
  const { rowCount } = await client.query('select 1 from core_bundles where hash = $1', [hash]);
  if (rowCount !== 0) return;
  await client.query(
    'insert into core_bundles (hash, logic_version, code) values ($1, $2, $3) on conflict do nothing',
    [hash, coreModule.LOGIC_VERSION, packBundle(bundle)],
  );
}

async function readStored(client: Pick<ClientBase, 'query'>, hash: string): Promise<Buffer | null> {
  const found = await client.query<{ code: Buffer }>('select code from core_bundles where hash = $1', [
    Buffer.from(hash, 'hex'),
  ]);
  return found.rows[0]?.code ?? null;
}
