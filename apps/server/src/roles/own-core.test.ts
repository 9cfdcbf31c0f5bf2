import { expect, it } from 'vitest';
import { SILENT_LOG } from '../database/log.ts';
import { ownBundle } from '../engine/cores/released.ts';
import { EXIT, exitCodeOf } from '../shutdown/exit-code.ts';
import { awaitOwnCore, refuseOtherCore } from './own-core.ts';

const { hash: own } = await ownBundle();
const OTHER = 'ab'.repeat(32);

/** A database whose journal's newest row is by these cores, one after the other. */
function written(...cores: string[]): { readonly asked: () => number; readonly ask: never } {
  let asked = 0;
  const ask = (): Promise<unknown> => {
    const core = cores[Math.min(asked++, cores.length - 1)];
    return Promise.resolve(core === undefined ? [] : [{ core: Buffer.from(core, 'hex'), logic_version: 1 }]);
  };
  return { asked: () => asked, ask: ask as never };
}

it('is waited for while another core writes', async () => {
  const database = written(OTHER, OTHER, own);
  await awaitOwnCore(database, SILENT_LOG);
  expect(database.asked()).toBe(3);
  await awaitOwnCore(written(), SILENT_LOG);
});

it('is not waited for by who holds a lease: the process ends, to be started again', async () => {
  await refuseOtherCore(written(own));
  await refuseOtherCore(written());
  const refused = await refuseOtherCore(written(OTHER)).catch((error: unknown) => error);
  expect(exitCodeOf(refused)).toBe(EXIT.again);
});
