import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { SHARED_PLACE } from '../database/cluster-folder.ts';
import { canEnter, postgresUser } from '../database/run-as.ts';

const run = promisify(execFile);

const PROJECT = path.join(import.meta.dirname, '../../../..');
/** What programs load; the rest (configuration, documents, what services need) is of use only when installed. */
const LOADED = /^(lib(?!js-)|python)/;
/** Libraries that every machine has; its own must be used. */
const OWN = /^(libc6|libc-bin|libgcc|libstdc|libcrypt1|gcc)/;
/** Only PostgreSQL's compiler of queries loads it, and it is larger than all others together. */
const LARGE = /^libllvm/;
const TRIPLE = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';

/** Why a program that tests need is not there: they skip, and say this. */
export interface Missing {
  readonly missing: string;
}

/** A package and the libraries it needs, in a folder of their own. */
export interface DebianPackage {
  /** Stands for `/`: programs are in `usr/bin` of it. */
  readonly folder: string;
  /** `usr/lib` of this machine's kind. */
  readonly libraries: string;
  /** For its programs: they find each other, their libraries and their Python modules by it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Several packages whose programs work together. */
export interface DebianPrograms {
  /** The folder that stands for `/`, by package. */
  readonly folders: Readonly<Record<string, string>>;
  /** As that of one package. */
  readonly env: Readonly<Record<string, string>>;
}

const asked = new Map<string, Promise<DebianPackage | Missing>>();

/**
 * Downloads a package of Debian's archive as the machine's own `apt` knows it, with the libraries this machine lacks,
 * without installing anything: any user may. Several packages share the folder. Once for all processes and runs. Never
 * throws.
 *
 * @example
 * const nats = await debianPackage('nats-server');
 * if ('missing' in nats) return context.skip(nats.missing);
 * spawn(path.join(nats.folder, 'usr/sbin/nats-server'), ['--port', String(port)], { env: nats.env });
 */
export function debianPackage(...names: [string, ...string[]]): Promise<DebianPackage | Missing> {
  const together = names.join('+');
  const known = asked.get(together) ?? debianPackageIn(null, ...names);
  asked.set(together, known);
  return known;
}

/** Kept between runs: Debian's packages, unpacked but not installed, where PostgreSQL's user may enter, too. */
async function cacheFolder(): Promise<string> {
  const user = await postgresUser();
  const reachable = user === null || (await canEnter(user, PROJECT));
  return reachable ? path.join(PROJECT, 'node_modules/.cache/tallystick/debian') : `${SHARED_PLACE}/debian`;
}

/** As `debianPackage`, for several; the first one that is missing is what is missing. */
export async function debianPrograms(...names: readonly string[]): Promise<DebianPrograms | Missing> {
  const folders: Record<string, string> = {};
  for (const name of names) {
    const found = await debianPackage(name);
    if ('missing' in found) return found;
    folders[name] = found.folder;
  }
  return { folders, env: await environment(Object.values(folders)) };
}

/** As `debianPackage`, kept in the given folder; null: in the usual one. */
export async function debianPackageIn(
  cache: string | null,
  ...names: [string, ...string[]]
): Promise<DebianPackage | Missing> {
  const [name] = names;
  if (process.platform !== 'linux') return { missing: `${name} is looked for on Linux only` };
  try {
    const folder = await unpacked(cache ?? (await cacheFolder()), names);
    return {
      folder,
      libraries: path.join(folder, 'usr/lib', TRIPLE),
      env: await environment([folder]),
    };
  } catch (error) {
    return { missing: `${name} could not be had: ${reason(error)}` };
  }
}

/** Downloaded once, by one process at a time, and used only when complete. */
async function unpacked(cache: string, names: readonly string[]): Promise<string> {
  const whole = path.join(cache, names.join('+'));
  if (await exists(whole)) return whole;
  await mkdir(cache, { recursive: true });
  const unlock = await lock(path.join(cache, 'lock'));
  try {
    if (!(await exists(whole))) await download(names, whole);
  } finally {
    await unlock();
  }
  return whole;
}

async function download(names: readonly string[], whole: string): Promise<void> {
  const draft = await mkdtemp(path.join(path.dirname(whole), 'draft-'));
  try {
    await fetchPackages(names, draft, []).catch(async (error: unknown) => {
      // The machine's lists may be missing, or so old that their files are gone: then with lists of our own.
      const options = await freshLists(draft);
      // Which, without a network, say nothing; the first words are the clearer ones.
      await fetchPackages(names, draft, options).catch(() => Promise.reject(error));
    });
    for (const file of await readdir(draft)) {
      if (file.endsWith('.deb')) await run('dpkg', ['-x', file, 'root'], { cwd: draft });
    }
    await rename(path.join(draft, 'root'), whole);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Into the folder: the packages, and what they load that this machine does not have. */
async function fetchPackages(
  names: readonly string[],
  folder: string,
  options: readonly string[],
): Promise<void> {
  const install = [...options, '--simulate', '--no-install-recommends', 'install', ...names];
  const { stdout } = await run('apt-get', install, { env: english() });
  const lacking = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, one = '']) => one);
  const loaded = lacking.filter(one => LOADED.test(one) && !OWN.test(one) && !LARGE.test(one));
  await run('apt-get', [...options, ...PATIENCE, 'download', ...new Set([...names, ...loaded])], {
    cwd: folder,
    env: english(),
  });
}

const PATIENCE = ['-oAcquire::http::Timeout=20', '-oAcquire::Retries=2', '-oAPT::Sandbox::User='];

/** Asks the archive what it has, for ourselves only; returns the options that use the answer. */
async function freshLists(folder: string): Promise<string[]> {
  const lists = path.join(folder, 'lists');
  const cache = path.join(folder, 'cache');
  await mkdir(path.join(lists, 'partial'), { recursive: true });
  await mkdir(path.join(cache, 'archives/partial'), { recursive: true });
  const options = [`-oDir::State::Lists=${lists}`, `-oDir::Cache=${cache}`];
  await run('apt-get', [...options, ...PATIENCE, 'update'], { env: english(), maxBuffer: 16 * 2 ** 20 });
  return options;
}

async function environment(folders: readonly string[]): Promise<Record<string, string>> {
  const within = (...places: string[]): string[] =>
    folders.flatMap(folder => places.map(place => path.join(folder, place)));
  const servers = await Promise.all(folders.map(postgresPrograms));
  // Debian's own before others, such as a Python of another version than its modules are for.
  const machine = ['/usr/sbin', '/usr/bin', '/sbin', '/bin', process.env['PATH'] ?? ''];
  return {
    PATH: [...servers.flat(), ...within('usr/bin', 'usr/sbin', 'bin', 'sbin'), ...machine].join(':'),
    LD_LIBRARY_PATH: within(`usr/lib/${TRIPLE}`, `lib/${TRIPLE}`).join(':'),
    PYTHONPATH: within('usr/lib/python3/dist-packages').join(':'),
  };
}

/** Debian keeps them apart by version, behind wrappers that know installed clusters only. */
async function postgresPrograms(folder: string): Promise<string[]> {
  const versions = path.join(folder, 'usr/lib/postgresql');
  if (!(await exists(versions))) return [];
  return (await readdir(versions)).map(version => path.join(versions, version, 'bin'));
}

/** Waits for the file's lock; the system releases it when this process ends, however it ends. */
async function lock(file: string): Promise<() => Promise<void>> {
  const holder = spawn('flock', [file, 'sh', '-c', 'echo held; cat'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(holder, 'exit');
  const held = once(holder.stdout, 'data').then(() => true);
  if (!(await Promise.race([held, ended.then(() => false)]))) throw new Error(`${file} cannot be locked`);
  return async () => {
    holder.stdin.end();
    await ended;
  };
}

/** The machine's settings, and messages that can be read by a program. */
function english(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C' };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  const errors = said.split('\n').filter(line => line.startsWith('E:'));
  return errors.length > 0 ? errors.join(' ') : error.message;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
