import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { LONGEST } from '../test-order.ts';

const TRUNKS = ['origin/main', 'main', 'origin/master', 'master'];

/** Git's output in a folder, as lines; null if it fails. */
export function gitIn(folder) {
  return (...args) => {
    try {
      const text = execFileSync('git', args, {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return text.split('\n').filter(Boolean);
    } catch (error) {
      if (error.code === 'ENOENT' || typeof error.status === 'number') return null;
      throw error;
    }
  };
}

/** Where this branch left the trunk; on the trunk itself, the state before the last merged branch. */
export function baseOf(git) {
  const [head] = git('rev-parse', 'HEAD') ?? [];
  if (!head) throw new Error('What changed is asked of git: here is no commit');
  for (const trunk of TRUNKS) {
    const [base] = git('merge-base', 'HEAD', trunk) ?? [];
    if (base && base !== head) return base;
    if (base) break;
  }
  const [landing] = git('rev-list', '--first-parent', '--merges', '-1', 'HEAD') ?? [];
  if (landing && landing !== head) return landing;
  return (git('rev-parse', 'HEAD^') ?? [head])[0];
}

/** Files that differ from the base, committed or not, and new ones; without deleted ones. */
export function changedSince(git, base) {
  const differ = git('diff', '--name-only', '--diff-filter=d', base);
  if (differ === null) throw new Error(`git knows no ${base}`);
  const added = git('ls-files', '--others', '--exclude-standard') ?? [];
  return [...new Set([...differ, ...added])].toSorted();
}

const isIntegration = file => file.endsWith('.integration.test.ts');
const isAlways = file => file.startsWith('packages/core/') || file.includes('/model/');

/**
 * Selects tests that import what changed: all unit tests, and the integration tests that changed or are in a folder
 * with changes, except the longest. Always includes the unit tests of the core and the models.
 * @param {readonly string[]} related test files that import what changed
 * @param {readonly string[]} units all unit test files
 * @param {readonly string[]} changed
 */
export function quickTests(related, units, changed) {
  const folders = new Set(changed.map(file => path.posix.dirname(file)));
  const integration = related.filter(isIntegration);
  const near = integration.filter(file => folders.has(path.posix.dirname(file)) && !LONGEST.includes(file));
  const chosen = [...related.filter(file => !isIntegration(file)), ...units.filter(isAlways), ...near];
  return {
    tests: [...new Set(chosen)].toSorted(),
    leftOut: integration.filter(file => !near.includes(file)),
  };
}
