import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { baseOf, changedSince, gitIn, quickTests } from './changed.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tallystick-changed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const WHO = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
const git = (...args) => execFileSync('git', [...WHO, ...args], { cwd: folder, encoding: 'utf8' }).trim();
const head = () => git('rev-parse', 'HEAD');

function commit(file) {
  writeFileSync(path.join(folder, file), file);
  git('add', '-A');
  git('commit', '-q', '-m', file);
  return head();
}

describe('what changed', () => {
  test('on a branch is what differs from where it left the trunk, committed or not', () => {
    git('init', '-q', '-b', 'main');
    const left = commit('before.ts');
    git('switch', '-q', '-c', 'work');
    commit('committed.ts');
    git('switch', '-q', 'main');
    commit('elsewhere.ts');
    git('switch', '-q', 'work');
    writeFileSync(path.join(folder, 'before.ts'), 'edited');
    writeFileSync(path.join(folder, 'new.ts'), 'new');
    expect(baseOf(gitIn(folder))).toBe(left);
    expect(changedSince(gitIn(folder), left)).toEqual(['before.ts', 'committed.ts', 'new.ts']);
  });

  test('on the trunk is what the last merged branch brought, and everything since', () => {
    git('init', '-q', '-b', 'main');
    const before = commit('before.ts');
    git('switch', '-q', '-c', 'work');
    commit('landed.ts');
    git('switch', '-q', 'main');
    git('merge', '-q', '--no-ff', '-m', 'Landed', 'work');
    expect(baseOf(gitIn(folder))).toBe(before);
    const landing = head();
    commit('since.ts');
    expect(baseOf(gitIn(folder))).toBe(landing);
  });

  test('of the first commit is nothing, and without a commit is unknown', () => {
    git('init', '-q', '-b', 'main');
    expect(() => baseOf(gitIn(folder))).toThrow('no commit');
    const first = commit('first.ts');
    expect(baseOf(gitIn(folder))).toBe(first);
    expect(() => changedSince(gitIn(folder), 'nowhere')).toThrow('nowhere');
  });
});

test('core and models are always tested, integration tests where something changed beside them', () => {
  const units = ['packages/core/src/a.test.ts', 'apps/web/src/features/x/model/b.test.ts', 'apps/c.test.ts'];
  const near = 'apps/server/src/near/d.integration.test.ts';
  const far = 'apps/server/src/far/e.integration.test.ts';
  const related = ['apps/c.test.ts', near, far];
  const { tests, leftOut } = quickTests(related, units, ['apps/server/src/near/thing.ts']);
  expect(tests).toEqual([...units, near].toSorted());
  expect(leftOut).toEqual([far]);
  const long = 'apps/server/src/http/fuzz.integration.test.ts';
  expect(quickTests([long], [], ['apps/server/src/http/thing.ts'])).toEqual({ tests: [], leftOut: [long] });
  expect(quickTests([], units, []).tests).toEqual(units.slice(0, 2).toSorted());
});
