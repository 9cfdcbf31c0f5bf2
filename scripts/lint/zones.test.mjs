import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PARTS, resolveImport } from './resolve.mjs';
import { whyNot } from './zones.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('where an import leads', () => {
  test.each([
    ['apps/web/src/features/spot/a.ts', '../market/b.ts', 'apps/web/src/features/market/b.ts'],
    ['apps/web/src/features/spot/a.ts', '#lib/b.ts', 'apps/web/src/lib/b.ts'],
    ['apps/desk/src/pages/a.tsx', '#lib/b.ts', 'apps/desk/src/lib/b.ts'],
    ['apps/web/src/a.ts', '@tallystick/core', 'packages/core/src/index.ts'],
    ['apps/web/src/a.ts', '@tallystick/core/money/decimal', 'packages/core/src/money/decimal.ts'],
    ['bench/src/a.ts', '@tallystick/server/engine/engine', 'apps/server/src/engine/engine.ts'],
    ['apps/server/src/a.ts', '#lib/b.ts', null],
    ['apps/server/src/a.ts', 'fastify', null],
    ['apps/server/src/a.ts', 'node:fs', null],
  ])('%s, %s: %s', (file, specifier, target) => {
    expect(resolveImport(file, specifier)).toBe(target);
  });
});

describe('import directions', () => {
  test.each([
    ['packages/protocol/src/a.ts', '@tallystick/core', false],
    ['apps/server/src/main.ts', '@tallystick/core/money/decimal', false],
    ['apps/server/src/main.ts', 'node:fs', false],
    ['apps/web/src/features/spot/model/a.ts', '@tallystick/core/money/decimal', false],
    ['apps/web/src/features/spot/model/a.ts', '@tallystick/core', true],
    ['apps/web/src/features/spot/model/a.ts', '../api/b.ts', false],
    ['apps/web/src/features/spot/model/a.ts', '../../../ui/amount.tsx', false],
    ['apps/web/src/pages/trade/index.tsx', '../../features/spot/model/a.ts', false],
    ['packages/core/src/book/book.test.ts', 'node:fs', false],
    ['packages/core/src/book/book.ts', '../ledger/ledger.ts', false],
    ['README.ts', '@tallystick/server/main', false],
    ['apps/web/src/features/spot/a.tsx', '#ui/amount.tsx', false],
    ['apps/web/src/features/spot/a.tsx', '#lib/paths.ts', false],
    ['apps/web/src/layout/a.tsx', '#features/spot/api/b.ts', false],
    ['apps/web/src/app/routes.ts', '#pages/home.tsx', false],
    ['apps/desk/src/pages/a.tsx', '#features/chat/b.ts', false],
    ['apps/server/src/modules/wallet/service.ts', '../market/units.ts', false],
    ['apps/server/src/modules/wallet/service.ts', '../../http/page.ts', false],
    ['apps/server/src/modules/desk/desk.ts', '../wallet/service.ts', false],
    ['apps/server/src/server.ts', './sockets/sockets.ts', false],
    ['apps/server/src/engine/a.test.ts', '../testing/test-server.ts', false],
    ['apps/server/src/engine/a.test.ts', '../modules/wallet/store.ts', false],
    ['bench/src/a.ts', '@tallystick/server/modules/wallet/service', false],
  ])('%s may import %s', (file, specifier, typeOnly) => {
    expect(whyNot(file, specifier, typeOnly)).toBeNull();
  });

  test.each([
    ['packages/core/src/a.ts', '@tallystick/protocol', /must not depend on packages\/protocol/],
    ['packages/core/src/a.ts', '../../protocol/src/index.ts', /by their name/],
    ['packages/core/src/a.ts', 'node:crypto', /without Node/],
    ['packages/protocol/src/a.ts', '@tallystick/server/main', /must not depend on apps\/server/],
    ['packages/verify/src/a.ts', '@tallystick/protocol', /must not depend on packages\/protocol/],
    ['apps/web/src/lib/a.ts', '@tallystick/server/config/settings', /must not depend on apps\/server/],
    ['apps/web/src/lib/a.ts', '@tallystick/core', /core\/money/],
    ['apps/web/src/features/spot/a.ts', '../market/b.ts', /feature spot must not know feature market/],
    ['apps/web/src/features/spot/a.ts', '../../pages/home.tsx', /features\/ must not know pages\//],
    ['apps/web/src/ui/a.tsx', '../features/spot/b.ts', /ui\/ must not know features\//],
    ['apps/web/src/lib/a.ts', '../ui/b.ts', /lib\/ must not know ui\//],
    ['apps/web/src/features/spot/a.ts', '#features/market/b.ts', /feature spot must not know feature market/],
    ['apps/web/src/features/spot/a.ts', '#app/routes.ts', /features\/ must not know app\//],
    ['apps/web/src/features/spot/a.ts', '#layout/b.tsx', /features\/ must not know layout\//],
    ['apps/web/src/pages/a.tsx', '#app/routes.ts', /pages\/ must not know app\//],
    ['apps/web/src/ui/a.tsx', '#features/spot/b.ts', /ui\/ must not know features\//],
    ['apps/web/src/lib/a.ts', '#ui/b.ts', /lib\/ must not know ui\//],
    ['apps/web/src/lib/a.test.ts', '#ui/b.ts', /lib\/ must not know ui\//],
    ['apps/web/src/new/a.ts', '#lib/b.ts', /new\/ has no place/],
    ['apps/desk/src/lib/a.ts', '#pages/b.tsx', /lib\/ must not know pages\//],
    ['apps/server/src/engine/a.ts', '#config/settings.ts', /none of the imports in apps\/server/],
    ['apps/server/src/engine/a.ts', '../feed/feed.ts', /engine\/ must not know feed\//],
    ['apps/server/src/database/a.ts', '../engine/engine.ts', /database\/ must not know engine\//],
    ['apps/server/src/http/health.ts', '../payout-hold/payout-hold.ts', /http\/ must not know payout-hold\//],
    ['apps/server/src/settings/a.ts', '../modules/account/store.ts', /settings\/ must not know modules\//],
    ['apps/server/src/modules/spot/a.ts', '../desk/desk.ts', /modules\/ must not know modules\/desk\//],
    ['apps/server/src/modules/spot/a.ts', '@tallystick/server/sockets/sockets', /must not know sockets\//],
    ['apps/server/src/modules/desk/a.ts', '../../sockets/b.ts', /modules\/desk\/ must not know sockets\//],
    ['apps/server/src/sockets/a.ts', '../services.ts', /sockets\/ must not know \.\//],
    ['apps/server/src/helpers/a.ts', '../http/page.ts', /helpers\/ has no place/],
  ])('%s must not import %s', (file, specifier, reason) => {
    expect(whyNot(file, specifier, false)).toMatch(reason);
  });
});

const VIOLATIONS = `
import { a } from '#app/a.ts';
import type { B } from '#pages/b.ts';
export { c } from '#app/c.ts';
export * from '../market/d.ts';
export type E = import('#app/e.ts').E;
export const f = () => import('#app/f.ts');
export const used = [a, f] as readonly (unknown | B)[];
`;

describe('lint', () => {
  /** Lints files in a project with our packages, rules and settings. Returns file and line of the findings by rule. */
  function lint(files) {
    const root = mkdtempSync(path.join(tmpdir(), 'lint-'));
    try {
      for (const kept of [
        '.oxlintrc.json',
        'package.json',
        'scripts/lint',
        ...PARTS.map(part => `${part}/package.json`),
      ]) {
        cpSync(path.join(ROOT, kept), path.join(root, kept), { recursive: true });
      }
      for (const [name, source] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
        writeFileSync(path.join(root, name), source);
      }
      const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
      const names = Object.keys(files);
      const ran = spawnSync(process.execPath, [oxlint, '--format=json', ...names], {
        cwd: root,
        encoding: 'utf8',
      });
      return JSON.parse(ran.stdout).diagnostics.map(({ code, filename, labels }) => ({
        rule: /\((.*)\)/.exec(code)?.[1],
        at: `${path.basename(filename)}:${labels[0].span.line}`,
      }));
    } finally {
      rmSync(root, { recursive: true });
    }
  }

  test('checks imports, types, re-exports and dynamic imports', () => {
    const found = lint({ 'apps/web/src/features/spot/violations.ts': VIOLATIONS });
    const lines = found.filter(({ rule }) => rule === 'import-directions').map(({ at }) => at);
    expect(lines.toSorted()).toEqual([2, 3, 4, 5, 6, 7].map(line => `violations.ts:${line}`));
  });

  test('refuses type-only circles, also through names of package.json', () => {
    const found = lint({
      'apps/web/src/lib/a.ts': `import type { B } from './b.ts';\nexport type A = readonly B[];\n`,
      'apps/web/src/lib/b.ts': `import type { A } from '#lib/a.ts';\nexport type B = A | null;\n`,
    });
    const circles = found.filter(({ rule }) => rule === 'no-cycle').map(({ at }) => at);
    expect(circles.toSorted()).toEqual(['a.ts:1', 'b.ts:1']);
  });
});
