// npm test: installs what is missing, then runs every check and every test, stopping after the first stage in which
// something fails. The closing line counts tests: `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binary } from './lib/binary.mjs';
import { exitWith } from './lib/main.mjs';
import { collect, duration, run, say } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';
import { firstFailure } from './lib/stages.mjs';
import { ensureAppsBuilt } from './lib/web.mjs';

const MESSAGE_LINES = 8;

await exitWith(async () => {
  const startedAt = performance.now();
  const setup = await ensureSetup();
  const reports = mkdtempSync(path.join(tmpdir(), 'tallystick-test-'));
  const count = { passed: 0, failed: 0, messages: [] };

  const node = (...args) => run(setup.node, args, { cwd: ROOT, env: setup.env });
  const check = (...args) => collect(setup.node, args, { cwd: ROOT, env: setup.env });
  const vitest = async (...projects) => {
    const report = path.join(reports, `${projects.join('-')}.json`);
    const chosen = projects.flatMap(project => ['--project', project]);
    const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await node(binary('vitest'), 'run', ...chosen, ...outputs);
    // Without a report vitest itself did not start; its exit code is the result.
    if (code === 0 || existsSync(report)) add(count, report);
    return code;
  };
  const stages = [
    // They are independent, and none alone keeps two cores busy; types take as long as all others and are first.
    [
      // Each checker works out the types that several need once more: four cost twice what one does.
      ['types', () => check(binary('tsc'), '--noEmit', '--checkers', '1')],
      ['lint', () => check(binary('oxlint'), '--deny-warnings')],
      ['format', () => check(binary('oxfmt'), '--check', '.')],
      ['unused code', () => check(binary('knip'))],
      ['apps', () => ensureAppsBuilt(setup).then(() => 0)],
      ['unit tests', () => vitest('unit')],
    ],
    [
      ['integration tests', () => vitest('integration')],
      // They mostly wait for timers and restarts, so in a separate pool they block no other tests.
      ['attacks', () => vitest('attack')],
    ],
    [['browser tests', () => vitest('e2e')]],
  ];

  try {
    const failed = await firstFailure(stages);
    // Failures are repeated at the end, the only part some logs keep.
    for (const message of count.messages) say(`\n✗ ${message}`);
    // A failing check counts as a failure, although it is not a test.
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

function add(count, report) {
  const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  if (numTotalTests === 0) throw new Error('vitest ran no test at all');
  count.passed += numPassedTests;
  count.failed += numFailedTests;
  for (const file of testResults) {
    // A file that could not be loaded has a message of its own.
    if (file.status === 'failed' && file.message) count.messages.push(told(file.name, file.message));
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === 'failed') {
        count.messages.push(told(`${path.relative(ROOT, file.name)}: ${fullName}`, ...failureMessages));
      }
    }
  }
}

/** Long counterexamples and call stacks are in the output above. */
function told(name, ...messages) {
  const lines = messages.flatMap(message => message.split('\n')).slice(0, MESSAGE_LINES);
  return [name, ...lines.map(line => `    ${line.slice(0, 300)}`)].join('\n');
}
