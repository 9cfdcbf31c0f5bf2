import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isInstalled } from './setup.mjs';

const WANTED = {
  '': { name: 'root' },
  'node_modules/left': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-another-platform': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};

describe('isInstalled', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tallystick-setup-'));
    mkdirSync(path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: WANTED }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const present = text => writeFileSync(path.join(folder, 'node_modules', '.package-lock.json'), text);
  const packages = entries => present(JSON.stringify({ packages: entries }));

  test('is true when every package that is not optional is there in its version', () => {
    packages({ 'node_modules/left': WANTED['node_modules/left'] });
    expect(isInstalled(folder)).toBe(true);
  });

  test.each([
    ['nothing was installed', () => {}],
    ['an installation was cut off', () => present('{"packages": {"node_mod')],
    ['a package is missing', () => packages({})],
    [
      'a package has another version',
      () => packages({ 'node_modules/left': { version: '0.9.0', integrity: 'sha512-a' } }),
    ],
    [
      'a package has other content',
      () => packages({ 'node_modules/left': { version: '1.0.0', integrity: 'sha512-x' } }),
    ],
    [
      'a package is left over',
      () =>
        packages({
          'node_modules/left': WANTED['node_modules/left'],
          'node_modules/old': { version: '1.0.0' },
        }),
    ],
  ])('is false when %s', (_case, arrange) => {
    arrange();
    expect(isInstalled(folder)).toBe(false);
  });
});
