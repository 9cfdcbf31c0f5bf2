import { existsSync } from 'node:fs';
import { Exchange } from '@tallystick/core';
import { upgradeHistory } from '@tallystick/core/testing/upgrade-history';
import { expect, it } from 'vitest';
import { makeBundle, packBundle, runBundle, unpackBundle } from './bundle.ts';
import { bundleFile, currentCore, ownBundle, readReleased, releasedCores } from './released.ts';

it('every released core is still here, unchanged, because some journals need it', () => {
  expect(releasedCores().length).toBeGreaterThan(0);
  for (const { hash, logicVersion } of releasedCores()) {
    expect(existsSync(bundleFile(hash)), `apps/server/cores lacks ${hash}.js.gz`).toBe(true);
    expect(runBundle(readReleased(hash)).LOGIC_VERSION).toBe(logicVersion);
  }
});

it('the current core is released', async () => {
  const { bundle } = await makeBundle();
  const released = releasedCores().map(core => core.hash);
  expect(
    released.includes(bundle.hash) && currentCore()?.hash === bundle.hash,
    'the core was changed: run `npm run core:bundle`, and land what it adds to apps/server/cores with the change',
  ).toBe(true);
});

it('the same sources give the same bundle, which behaves like the sources', async () => {
  const { bundle } = await makeBundle();
  expect((await makeBundle()).bundle.hash).toBe(bundle.hash);
  expect((await ownBundle()).hash).toBe(bundle.hash);
  const bundled = new (runBundle(bundle).Exchange)();
  const exchange = new Exchange();
  for (const [atMs, command] of upgradeHistory()) {
    expect(bundled.apply(command, atMs).ok).toBe(exchange.apply(command, atMs).ok);
  }
  expect(bundled.stateHash()).toBe(exchange.stateHash());
});

it('a bundle cannot reach modules, the clock of Node, the process or the network', () => {
  for (const name of ['process', 'require', 'fetch', 'setTimeout', 'performance']) {
    const code = `const core = { LOGIC_VERSION: typeof ${name} };`;
    expect(runBundle({ hash: name, code })).toEqual({ LOGIC_VERSION: 'undefined' });
  }
  expect(() => runBundle({ hash: 'x', code: `const core = await import('node:fs');` })).toThrow(SyntaxError);
});

it('a packed bundle that would fill the memory is refused', () => {
  const code = ' '.repeat(64 * 1024 * 1024);
  expect(() => unpackBundle('any', packBundle({ hash: 'any', code }))).toThrow('larger than');
});
