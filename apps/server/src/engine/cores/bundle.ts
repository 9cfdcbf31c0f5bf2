import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '../replay.ts';
import type { CoreModule } from './core.ts';

/** A core as one script; the script's last value is the module. */
export interface Bundle {
  /** SHA-256 of the code, lower-case hex. */
  readonly hash: string;
  readonly code: string;
}

const ENTRY = fileURLToPath(new URL('core-module.ts', import.meta.url));
const NAME = 'core';
/** A core has less than one. */
const MOST_CODE_BYTES = 32 * 1024 * 1024;

/**
 * Bundles this program's core. The same sources give the same bytes on every machine. `files`: the sources.
 */
export async function makeBundle(
  entry = ENTRY,
): Promise<{ readonly bundle: Bundle; readonly files: readonly string[] }> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({ input: entry, platform: 'neutral', logLevel: 'warn' });
  try {
    const { output } = await build.generate({ format: 'iife', name: NAME, minify: true, exports: 'named' });
    const [{ code, moduleIds }] = output;
    return { bundle: { hash: sha256(code), code }, files: moduleIds };
  } finally {
    await build.close();
  }
}

/**
 * Runs a bundle in its own context, with the language and text encoding but no modules, files, clock or sockets. This
 * keeps the core pure, but is no protection from hostile code: run only bundles whose hash is trusted.
 */
export function runBundle({ hash, code }: Bundle): CoreModule {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  Object.assign(context, { Buffer, TextDecoder, TextEncoder });
  const script = new vm.Script(`${code}\n${NAME}`, { filename: `core-${hash.slice(0, 12)}.js` });
  return script.runInContext(context) as CoreModule;
}

export function packBundle({ code }: Bundle): Buffer {
  return gzipSync(code, { level: 9 });
}

/** Throws if the bytes do not have that hash. */
export function unpackBundle(hash: string, packed: Uint8Array): Bundle {
  const code = gunzipSync(packed, { maxOutputLength: MOST_CODE_BYTES }).toString('utf8');
  if (sha256(code) !== hash)
    throw new Error(`the core ${hash.slice(0, 12)} was changed: its code has another hash`);
  return { hash, code };
}
