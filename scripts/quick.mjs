// npm run quick [-- COMMIT]: in less than a minute, most of npm test for the changes since this branch left the trunk,
// or since COMMIT: types, lint and format of changed files, the unit tests that import them, the integration tests
// beside them, and always the tests of core and models. It reports what it skipped.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binary } from './lib/binary.mjs';
import { baseOf, changedSince, gitIn, quickTests } from './lib/changed.mjs';
import { exitWith } from './lib/main.mjs';
import { collect, duration, run, say } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';
import { firstFailure } from './lib/stages.mjs';

const TYPES = path.join(ROOT, 'node_modules', '.cache', 'tallystick', 'types');
const PROJECTS = ['--project', 'unit', '--project', 'integration'];
const SOURCE = /\.(ts|tsx|mjs)$/;

await exitWith(async () => {
  const startedAt = performance.now();
  const git = gitIn(ROOT);
  const base = process.argv[2] ?? baseOf(git);
  const changed = changedSince(git, base);
  const setup = await ensureSetup();
  const options = { cwd: ROOT, env: setup.env };
  const check = (...args) => collect(setup.node, args, options);
  const sources = changed.filter(file => SOURCE.test(file));
  const { tests, leftOut } = quickTests(
    await listed(setup, ...PROJECTS, '--changed', base),
    await listed(setup, '--project', 'unit'),
    changed,
  );
  say(`${changed.length} files changed since ${base.slice(0, 10)}; ${tests.length} test files.`);
  const failed = await firstFailure([
    [
      [
        'types',
        () =>
          check(binary('tsc'), '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', TYPES),
      ],
      ['lint', () => (sources.length === 0 ? 0 : check(binary('oxlint'), '--deny-warnings', ...sources))],
      ['format', () => check(binary('oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...changed)],
      [
        'tests',
        () => run(setup.node, [binary('vitest'), 'run', ...PROJECTS, '--reporter=dot', ...tests], options),
      ],
    ],
  ]);
  say(`\nLeft out, which npm test runs: unused code, ${leftOut.length} integration tests that import what
changed from elsewhere, attacks, both apps and browser tests${leftOut.length > 0 ? ':' : '.'}`);
  for (const file of leftOut) say(`  ${file}`);
  say(failed ? `\nFAILED: ${failed}` : `\nPassed in ${duration(performance.now() - startedAt)}.`);
  return failed ? 1 : 0;
});

/** Test files as vitest finds them, from the root. */
async function listed(setup, ...args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-quick-'));
  try {
    const file = path.join(folder, 'files.json');
    const code = await collect(
      setup.node,
      [binary('vitest'), 'list', '--filesOnly', `--json=${file}`, ...args],
      { cwd: ROOT, env: { ...setup.env, TEST_SEED: '0' } },
    );
    if (code !== 0) throw new Error('vitest could not list its files');
    return JSON.parse(readFileSync(file, 'utf8')).map(entry =>
      path.relative(ROOT, entry.file).split(path.sep).join('/'),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
