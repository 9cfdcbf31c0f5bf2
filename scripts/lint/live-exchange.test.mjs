import { describe, expect, test } from 'vitest';
import { whyNotLive } from './live-exchange.mjs';

describe('the live exchange', () => {
  test.each([
    ['apps/server/src/engine/sequencer.ts', '@tallystick/core', ['Exchange']],
    ['apps/server/src/audit/audit-journal.ts', '@tallystick/core', ['Exchange']],
    ['apps/server/src/testing/tampering.ts', '@tallystick/core', ['Exchange']],
    ['apps/server/src/modules/trust/switch.test.ts', '@tallystick/core', ['Exchange']],
    ['apps/server/src/modules/trust/service.ts', '@tallystick/core', ['Event', 'ReadonlyExchange']],
    ['apps/server/src/feeds/ccxt-feed.ts', 'ccxt', ['Exchange']],
    ['bench/src/core.ts', '@tallystick/core', ['Exchange']],
  ])('%s may import from %s %j', (file, specifier, names) => {
    expect(whyNotLive(file, specifier, names)).toBeNull();
  });

  test.each([
    ['apps/server/src/modules/trust/service.ts', '@tallystick/core', ['Event', 'Exchange']],
    ['apps/server/src/sockets/sockets.ts', '@tallystick/core', ['*']],
    ['apps/server/src/server.ts', '@tallystick/core/exchange', ['Exchange']],
  ])('%s must not import from %s %j', (file, specifier, names) => {
    expect(whyNotLive(file, specifier, names)).toMatch(/only the engine/);
  });
});
