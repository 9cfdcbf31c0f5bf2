import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBundle, unpackBundle, type Bundle } from './bundle.ts';

/** Kept for good: some journals can only be replayed by it. */
export interface ReleasedCore {
  readonly hash: string;
  readonly logicVersion: number;
  /** Wrote the journals of this logic version whose rows name no core. */
  readonly unmarked?: boolean;
}

/** Which sources the newest released bundle was made from. */
export interface CurrentCore {
  readonly hash: string;
  readonly sources: string;
  readonly files: readonly string[];
}

export const RELEASED_FOLDER = fileURLToPath(new URL('../../../cores/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

function readJson<T>(name: string, missing: T): T {
  const file = path.join(RELEASED_FOLDER, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : missing;
}

export function releasedCores(): readonly ReleasedCore[] {
  return readJson<ReleasedCore[]>('manifest.json', []);
}

export function currentCore(): CurrentCore | null {
  return readJson<CurrentCore | null>('current.json', null);
}

export function bundleFile(hash: string): string {
  return path.join(RELEASED_FOLDER, `${hash}.js.gz`);
}

/** Throws if the file is missing or its content does not match its name. */
export function readReleased(hash: string): Bundle {
  return unpackBundle(hash, readFileSync(bundleFile(hash)));
}

/** SHA-256 over the files' names and contents; null if one is missing. */
export function hashSources(files: readonly string[]): string | null {
  const hash = createHash('sha256');
  for (const file of files) {
    const full = path.join(ROOT, file);
    if (!existsSync(full)) return null;
    const content = readFileSync(full);
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** A file's name in the form `hashSources` takes. */
export function sourceName(file: string): string {
  return path.relative(ROOT, file).split(path.sep).join('/');
}

let own: Promise<Bundle> | undefined;

/** This program's core: the released bundle if it was made from exactly these sources, otherwise a new one. */
export function ownBundle(): Promise<Bundle> {
  return (own ??= findOwn());
}

async function findOwn(): Promise<Bundle> {
  const current = currentCore();
  if (current !== null && hashSources(current.files) === current.sources) return readReleased(current.hash);
  return (await makeBundle()).bundle;
}
