import { defineConfig } from 'vitest/config';
import { IS_CLUSTER, OTHER_TESTS } from './apps/server/src/testing/which-exchange.ts';
import { commitSeed } from './scripts/lib/seed.ts';
import { LongestFirst } from './scripts/test-order.ts';

const excluded = ['**/node_modules/**', '**/dist/**'];
/** Files wait for disks, timers and servers more than they work: two cores carry three beside the attacks, four alone. */
const WORKERS = 3;
const ALONE = 4;
const BESIDE_OTHERS = 2;
/** What exchanges of several processes meet at. */
const NATS = IS_CLUSTER ? ['apps/server/src/testing/nats.global.ts'] : [];
/** In this order: the last prepares an exchange in the PostgreSQL of the one before; the first counts what all of it costs. */
const BROWSER_SETUP = [
  'e2e/src/harness/processor-time.global.ts',
  'apps/server/src/testing/postgres.global.ts',
  ...NATS,
  'e2e/src/harness/prepared.global.ts',
];

// Workers take it from here; said, as whoever sees a property fail runs it again by it.
process.env['TEST_SEED'] ??= String(commitSeed());
if (process.env['VITEST']) process.stderr.write(`Properties try TEST_SEED=${process.env['TEST_SEED']}\n`);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    ...(IS_CLUSTER ? { testNamePattern: OTHER_TESTS } : {}),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,attack,bench,e2e}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: [...excluded, '**/*.integration.test.ts'],
          setupFiles: ['scripts/test-seed.mjs'],
          // Properties work all the time they take: five seconds alone are thirty beside others on two cores.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // Pure code: a fresh module graph per file would cost more than the tests themselves.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{apps/server,bench}/**/*.integration.test.ts'],
          exclude: excluded,
          // One embedded PostgreSQL serves all files; each file gets a database of its own.
          globalSetup: ['apps/server/src/testing/postgres.global.ts', ...NATS],
          setupFiles: ['scripts/test-seed.mjs'],
          // A few send thousands of requests: a minute beside others on two busy cores.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // The second that is the default is none on a machine with other things to do.
          expect: { poll: { timeout: 60_000 } },
          // Loading the server anew for every file took longer than many files.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'attack',
          include: ['attack/**/*.integration.test.ts'],
          exclude: excluded,
          globalSetup: ['attack/src/testing/prepared.global.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          isolate: false,
          // Beside unit and integration tests: each waits most of its time for a server that is hurt.
          maxWorkers: BESIDE_OTHERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.e2e.ts'],
          exclude: excluded,
          globalSetup: BROWSER_SETUP,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // As long as locators wait: see harness/phone.ts.
          expect: { poll: { timeout: 60_000 } },
          isolate: false,
          // Each has a browser, most a server of their own, and all wait for both; several processes wait less.
          maxWorkers: IS_CLUSTER ? BESIDE_OTHERS : ALONE,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Not a part of npm test: npm run e2e:engines, for browsers the machine has to bring.
        test: {
          name: 'engines',
          include: ['e2e/src/engines/*.engine.ts'],
          exclude: excluded,
          globalSetup: BROWSER_SETUP,
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
