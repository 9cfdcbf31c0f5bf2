import { describe, expect, test } from 'vitest';
import { whyNotWire } from './domain-words.mjs';

const PROTOCOL = '@tallystick/protocol';
const SPOT = 'apps/server/src/modules/spot';

describe('words of the wire', () => {
  test.each([
    [`${SPOT}/wire.ts`, PROTOCOL, ['WireOrder']],
    [`${SPOT}/routes.ts`, PROTOCOL, ['CallOutput']],
    [`${SPOT}/routes.ts`, './wire.ts', ['wireOrder']],
    ['apps/server/src/modules/perpetual/record-wire.ts', PROTOCOL, ['WireLiquidation']],
    ['apps/server/src/modules/perpetual/record-routes.ts', PROTOCOL, ['CallOutput']],
    ['apps/server/src/modules/market/wire-terms.ts', PROTOCOL, ['WireHalt']],
    [`${SPOT}/spot.integration.test.ts`, PROTOCOL, ['WireOrder']],
    [`${SPOT}/service.ts`, PROTOCOL, ['ErrorCode']],
    [`${SPOT}/wallet-source.ts`, './wire.ts', ['wireFill']],
    ['apps/server/src/modules/desk/market/markets.ts', PROTOCOL, ['CallOutput']],
    ['apps/server/src/sockets/private-topics.ts', PROTOCOL, ['WireOrder']],
  ])('%s may import from %s %j', (file, specifier, names) => {
    expect(whyNotWire(file, specifier, names)).toBeNull();
  });

  test.each([
    [`${SPOT}/service.ts`, PROTOCOL, ['CallOutput'], /CallOutput belongs to/],
    [`${SPOT}/store.ts`, PROTOCOL, ['WireOrder'], /WireOrder belongs to/],
    [`${SPOT}/figures.ts`, PROTOCOL, ['*'], /belongs to/],
    [`${SPOT}/service.ts`, './wire.ts', ['wireOrder'], /know no wire/],
    ['apps/server/src/modules/perpetual/record-store.ts', './record-wire.ts', ['x'], /know no wire/],
  ])('%s must not import from %s %j', (file, specifier, names, reason) => {
    expect(whyNotWire(file, specifier, names)).toMatch(reason);
  });
});
