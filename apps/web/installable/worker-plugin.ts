import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Manifest, type Plugin } from 'vite';
import type { AppBuild } from '../src/worker/build.ts';

/** What the first screen of visitors and of customers is made of. The texts follow the customer's language. */
const SHELL = [
  'index.html',
  'src/app/on-device.ts',
  'src/pages/index/index.tsx',
  'src/features/wallet/components/home-funds.tsx',
  'src/features/wallet/components/faucet-offer.tsx',
  'src/ui/toast-view.ts',
];
const PAGE = 'index.html';

/** The worker is written last: it names every file of the build it belongs to. */
export function serviceWorker(): Plugin {
  let outDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const manifest = JSON.parse(
        await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8'),
      ) as Manifest;
      const page = await readFile(path.join(outDir, PAGE), 'utf8');
      const root = path.join(import.meta.dirname, '..');
      await bundle(root, outDir, 'src/worker/main.ts', 'sw.js', {
        APP_BUILD: JSON.stringify(describeBuild(manifest, page)),
      });
      await bundle(root, outDir, 'src/worker/off.ts', 'sw-off.js', {});
    },
  };
}

/** Exported for its test. */
export function describeBuild(manifest: Manifest, page: string): AppBuild {
  const shell = [...new Set(SHELL.flatMap(source => filesOf(manifest, source)))].toSorted();
  const known = new Set(shell);
  const sources = Object.keys(manifest).filter(key => !key.startsWith('_'));
  const parts = Object.fromEntries(
    sources
      .map(source => [source, filesOf(manifest, source).filter(file => !known.has(file))] as const)
      .filter(([, files]) => files.length > 0),
  );
  const version = createHash('sha256')
    .update(JSON.stringify({ shell, parts, page }))
    .digest('hex')
    .slice(0, 16);
  return { version, page: '', shell, parts };
}

/** A source's own files and those of all it imports at once. */
function filesOf(manifest: Manifest, source: string): string[] {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string): void => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is no part of the build: see SHELL in installable/worker-plugin.ts`);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  visit(source);
  return [...files];
}

async function bundle(
  root: string,
  outDir: string,
  entry: string,
  file: string,
  define: Readonly<Record<string, string>>,
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    define: { ...define },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(root, entry),
        // One file that imports nothing: a worker whose parts are missing could not be replaced.
        output: { format: 'iife', entryFileNames: file },
      },
    },
  });
}
