import { defineConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,bench,e2e}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: [...excluded, '**/*.integration.test.ts'],
          setupFiles: ['scripts/test-seed.mjs'],
          // Properties work all the time they take: five seconds alone are thirty beside others on two cores.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Pure code: a fresh module graph per file would cost more than the tests themselves.
          isolate: false,
          // Runs beside the next one, whose files wait more than they work.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{apps/server,attack,bench}/**/*.integration.test.ts'],
          exclude: excluded,
          // One embedded PostgreSQL serves all files; each file gets a database of its own.
          globalSetup: ['apps/server/src/testing/postgres.global.ts'],
          setupFiles: ['scripts/test-seed.mjs'],
          // A few send thousands of requests: a minute beside others on two busy cores.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // The second that is the default is none on a machine with other things to do.
          expect: { poll: { timeout: 60_000 } },
          // Loading the server anew for every file took longer than many files.
          isolate: false,
          // They wait for disks and timers more than they work, so that two cores carry three.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.e2e.ts'],
          exclude: excluded,
          globalSetup: ['e2e/src/harness/prepared.global.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // As long as locators wait: see harness/phone.ts.
          expect: { poll: { timeout: 60_000 } },
          // Each file runs a server and a browser of its own, which wait more than they work: two cores carry three.
          maxWorkers: 3,
        },
      },
      {
        // Not a part of npm test: npm run e2e:engines, for browsers the machine has to bring.
        test: {
          name: 'engines',
          include: ['e2e/src/engines/*.engine.ts'],
          exclude: excluded,
          globalSetup: ['e2e/src/harness/prepared.global.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // As long as harness/phone.ts waits.
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 1,
        },
      },
    ],
  },
});
