import { existsSync } from 'node:fs';
import path from 'node:path';

/** Debian's path of the small browser that WebKitWebDriver starts; elsewhere MINIBROWSER names it. */
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** A program of the machine, and the Debian package that brings it. */
export interface Program {
  readonly file: string;
  readonly debianPackage: string;
}

export const FIREFOX: Program = { file: 'firefox-esr', debianPackage: 'firefox-esr' };
export const XVFB: Program = { file: 'Xvfb', debianPackage: 'xvfb' };
export const WEBKIT_DRIVER: Program = { file: 'WebKitWebDriver', debianPackage: 'webkit2gtk-driver' };
export const WEBKIT_BROWSER: Program = {
  file: process.env['MINIBROWSER'] ?? MINI_BROWSER,
  debianPackage: 'webkit2gtk-driver',
};

/** Where a program is, or null. */
export function findProgram({ file }: Program, folders = process.env['PATH'] ?? ''): string | null {
  const places = path.isAbsolute(file)
    ? [file]
    : folders.split(path.delimiter).map(folder => path.join(folder, file));
  return places.find(place => existsSync(place)) ?? null;
}

/** Why an engine cannot run on this machine, and what to do about it; null if it can. */
export function whySkipped(engine: string, programs: readonly Program[], folders?: string): string | null {
  const missing = programs.filter(program => findProgram(program, folders) === null);
  if (missing.length === 0) return null;
  const packages = [...new Set(missing.map(program => program.debianPackage))];
  const names = missing.map(program => path.basename(program.file)).join(', ');
  return `${engine} skipped: no ${names} here. On Debian: apt-get install --no-install-recommends ${packages.join(' ')}`;
}
