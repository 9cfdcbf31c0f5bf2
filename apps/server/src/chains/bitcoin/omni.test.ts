import { expect, test } from 'vitest';
import { isOmni } from './omni.ts';

const pays = (hex: string) => [{ amount: 0n, script: Buffer.from(hex, 'hex') }];

test.each<[string, string, boolean]>([
  ['a simple send of USDT', '6a146f6d6e69000000000000001f0000000005f5e100', true],
  ['a long payload', `6a4c506f6d6e69${'00'.repeat(76)}`, true],
  ['an older one, to the Exodus address', '76a914946cb2e08075bcbaf157e47bcb67eb2b2339d24288ac', true],
  ['another message', '6a0568656c6c6f', false],
  ['a message that ends early', '6a046f6d6e', false],
  ['no message', '0014751e76e8199196d454941c45d1b3a323f1433bd6', false],
  ['an empty script', '', false],
])('%s: %s', (_what, hex, expected) => {
  expect(isOmni(pays(hex))).toBe(expected);
  expect(isOmni([...pays('00'), ...pays(hex)])).toBe(expected);
});
