import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgram, whySkipped } from './programs.ts';

const HERE = { file: path.basename(process.execPath), debianPackage: 'nodejs' };
const FOLDERS = ['/nowhere', path.dirname(process.execPath)].join(path.delimiter);
const ABSENT = { file: 'no-such-browser', debianPackage: 'no-such' };
const ABSENT_TOO = { file: '/nowhere/no-such-helper', debianPackage: 'no-such' };

describe('an engine', () => {
  it('runs if all its programs are installed', () => {
    expect(findProgram(HERE, FOLDERS)).toBe(process.execPath);
    expect(whySkipped('Node', [HERE], FOLDERS)).toBeNull();
  });

  it('is skipped with the names of what is missing and what to install, once', () => {
    expect(whySkipped('Example', [HERE, ABSENT, ABSENT_TOO], FOLDERS)).toBe(
      'Example skipped: no no-such-browser, no-such-helper here. ' +
        'On Debian: apt-get install --no-install-recommends no-such',
    );
  });
});
