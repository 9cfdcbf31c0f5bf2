// npm test: installs what is missing, then runs every check and every test, stopping at the first that fails.
// The closing line counts tests: `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitWith } from './lib/main.mjs';
import { duration, run, say } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';
import { ensureAppsBuilt } from './lib/web.mjs';

const tool = (...parts) => path.join(ROOT, 'node_modules', ...parts);

await exitWith(async () => {
  const startedAt = performance.now();
  const setup = await ensureSetup();
  const reports = mkdtempSync(path.join(tmpdir(), 'tallystick-test-'));
  const count = { passed: 0, failed: 0 };

  const node = (...args) => run(setup.node, args, { cwd: ROOT, env: setup.env });
  const vitest = async (...projects) => {
    const report = path.join(reports, `${projects.join('-')}.json`);
    const chosen = projects.flatMap(project => ['--project', project]);
    const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await node(tool('vitest', 'vitest.mjs'), 'run', ...chosen, ...outputs);
    // Without a report vitest itself did not start, and its code says so.
    if (code === 0 || existsSync(report)) add(count, report);
    return code;
  };
  const steps = [
    ['types', () => node(tool('typescript', 'bin', 'tsc'), '--noEmit')],
    ['lint', () => node(tool('oxlint', 'bin', 'oxlint'), '--deny-warnings')],
    ['format', () => node(tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.')],
    ['unused code', () => node(tool('knip', 'bin', 'knip.js'))],
    ['unit and integration tests', () => vitest('unit', 'integration')],
    ['apps', () => ensureAppsBuilt(setup).then(() => 0)],
    ['browser tests', () => vitest('e2e')],
  ];

  try {
    const failed = await firstFailure(steps);
    // A check that fails is a failure too, although it is not a test.
    if (failed && count.failed === 0) count.failed = 1;
    say(
      failed ? `\nFAILED: ${failed}` : `\nEverything passed in ${duration(performance.now() - startedAt)}.`,
    );
    process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
    return failed ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

/** Runs the steps in order and resolves to the name of the first that fails, or null. */
async function firstFailure(steps) {
  for (const [name, step] of steps) {
    say(`\n━━ ${name}`);
    const startedAt = performance.now();
    const code = await step();
    say(`${code === 0 ? '✓' : '✗'} ${name}, ${duration(performance.now() - startedAt)}`);
    if (code !== 0) return name;
  }
  return null;
}

function add(count, report) {
  const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
  if (numTotalTests === 0) throw new Error('vitest ran no test at all');
  count.passed += numPassedTests;
  count.failed += numFailedTests;
}
