import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { binary } from './binary.mjs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

describe('binary', () => {
  test('finds a command whose package has another name', () => {
    expect(binary('tsc')).toMatch(/node_modules.typescript.+tsc$/);
  });

  test('throws naming a command that no package has', () => {
    expect(() => binary('no-such-command')).toThrow('no-such-command');
  });

  test.each(Object.entries(scripts))(
    'npm run %s starts with the set-up, or only starts others',
    (_, script) => {
      for (const command of script.split(/&&|\|\|/)) {
        expect(command.trim()).toMatch(/^(exec )?node scripts\/\w+\.mjs( |$)|^npm run /);
      }
      const [, used] = / --bin (\S+)/.exec(script) ?? [];
      if (used) expect(readFileSync(binary(used), 'utf8')).toMatch(/^#!.*node/);
    },
  );
});
