import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitSeed } from './seed.ts';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tallystick-seed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
function commit(text) {
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', text);
}

test('each commit has a seed of its own', () => {
  git('init', '-q');
  commit('One');
  const one = commitSeed(folder);
  expect(one).toBe(Math.floor(parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16) / 2));
  expect(commitSeed(folder)).toBe(one);
  commit('Two');
  expect(commitSeed(folder)).not.toBe(one);
});

test('without a repository the seed is constant', () => {
  expect(commitSeed(folder)).toBe(commitSeed(folder));
  expect(commitSeed(folder)).toBe(1);
});

test('properties use the seed', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env.TEST_SEED));
});
