import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '../replay.ts';
import type { CoreModule } from './core.ts';

/** A core as one script, whose last value is the module. */
export interface Bundle {
  /** SHA-256 of the code, lower-case hex. */
  readonly hash: string;
  readonly code: string;
}

const ENTRY = fileURLToPath(new URL('core-module.ts', import.meta.url));
const NAME = 'core';

/**
 * Makes this program's core into a bundle: the same sources give the same bytes, on any machine. `files`: what it was
 * made from.
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
 * Runs a bundle in a context of its own, which has the language and what turns text into bytes, but no module, file, clock or socket. That
 * keeps a core to what a core may do; it is no jail for hostile code: run only what a trusted hash names.
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

/** Throws for bytes that are not the bundle of that hash. */
export function unpackBundle(hash: string, packed: Uint8Array): Bundle {
  const code = gunzipSync(packed).toString('utf8');
  if (sha256(code) !== hash)
    throw new Error(`the core ${hash.slice(0, 12)} was changed: its code has another hash`);
  return { hash, code };
}
