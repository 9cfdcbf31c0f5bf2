import { describe, expect, test } from 'vitest';
import { whyNot } from './zones.mjs';

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
  ])('%s must not import %s', (file, specifier, reason) => {
    expect(whyNot(file, specifier, false)).toMatch(reason);
  });
});
