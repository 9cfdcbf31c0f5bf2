import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const api = process.env['API_ORIGIN'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;
const root = import.meta.dirname;

/** One file that imports nothing: a worker whose parts are missing could not be replaced. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        root,
        publicDir: false,
        build: {
          outDir: 'dist',
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: path.join(root, 'src/worker/main.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}

export default defineConfig({
  root,
  base: '/desk/',
  plugins: [react(), serviceWorker()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    // What is built in, with its licences: THIRD-PARTY-NOTICES.md.
    license: { fileName: 'licences.md' },
  },
  server: { proxy: { '/api': { target: api } } },
});
