import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { installableApp } from './installable/manifest-plugin.ts';
import { serviceWorker } from './installable/worker-plugin.ts';

const api = process.env['API_ORIGIN'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

/** What a newcomer's phone fetches: the shell and the home page, with all they import. */
const FIRST_LOAD = ['src/app/main.tsx', 'src/pages/index/index.tsx'];

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

function reachedFrom(starts: readonly string[], modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    // A library's face names all it has; what of it is used, and where, is not known here.
    if (reached.has(id) || id.includes('node_modules')) return;
    reached.add(id);
    modules.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  starts.forEach(visit);
  return reached;
}

let firstLoad: ReadonlySet<string> | undefined;

/** Puts what the first page needs into one file: it compresses better than thirty, and nothing else is in it. */
function firstLoadChunk(id: string, modules: Modules): string | null {
  const starts = FIRST_LOAD.map(file => path.join(import.meta.dirname, file));
  firstLoad ??= reachedFrom(starts, modules);
  return firstLoad.has(id) && !starts.includes(id) ? 'kit' : null;
}

/** Programs that check us, by their package. */
const PROGRAMS = [
  ['verify', 'tallystick-verify.mjs'],
  ['witness', 'tallystick-witness.mjs'],
  ['witness', 'tallystick-mirror.mjs'],
] as const;

/**
 * The stand-alone verifier, the witness and the mirror, each as one file without dependencies, beside the app: whoever doubts
 * us downloads it, reads it, and runs it on a computer of their own, `node tallystick-verify.mjs proof.json`.
 */
function standAlonePrograms(): Plugin {
  let outDir = '';
  return {
    name: 'stand-alone-programs',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const [part, entryFileNames] of PROGRAMS) {
        await build({
          configFile: false,
          logLevel: 'warn',
          root: import.meta.dirname,
          publicDir: false,
          ssr: { noExternal: true, target: 'node' },
          build: {
            ssr: path.join(import.meta.dirname, '../../packages', part, 'bin', entryFileNames),
            outDir,
            emptyOutDir: false,
            target: 'node20',
            minify: false,
            rolldownOptions: { output: { entryFileNames } },
          },
        });
      }
    },
  };
}

/** Parts of libraries that cannot be reached here, and that every first load would carry. */
const UNREACHABLE = [
  {
    // Connections name their transports (realtime/connection.ts), and HTTP/3 is none of them.
    file: /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]webtransport\.js$/,
    part: /^[^]+$/,
    instead: 'export class WT {}',
  },
  {
    // What a link fetches ahead where the library renders on a server.
    file: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]components\.js$/,
    part: /^function PrefetchPageLinks\([^]*?\n\}\n/m,
    instead: 'function PrefetchPageLinks() { return null; }\n',
  },
];

/** Leaves them out. Fails the build when another version has them elsewhere. */
function withoutUnreachable(): Plugin {
  const left = new Set(UNREACHABLE);
  return {
    name: 'without-unreachable',
    apply: 'build',
    transform: {
      filter: { id: UNREACHABLE.map(({ file }) => file) },
      handler(code, id) {
        const found = UNREACHABLE.find(({ file, part }) => file.test(id) && part.test(code));
        if (!found) return null;
        left.delete(found);
        return { code: code.replace(found.part, found.instead), map: null };
      },
    },
    buildEnd() {
      for (const { file } of left) this.error(`${file.source}: not where it was`);
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/web/',
  plugins: [react(), withoutUnreachable(), standAlonePrograms(), installableApp(), serviceWorker()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers without modulepreload load the same files a moment later; the polyfill costs all others.
    modulePreload: { polyfill: false },
    // The manifest lets bench:web tell what the first load consists of.
    manifest: true,
    // What is built in, with its licences: THIRD-PARTY-NOTICES.md.
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A release of ours leaves the libraries cached.
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
              priority: 3,
            },
            { name: firstLoadChunk, priority: 2 },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
    },
  },
});
