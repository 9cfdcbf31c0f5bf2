import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from '../database/log.ts';
import type { Pool } from '../database/pool.ts';
import { ownBundle } from '../engine/cores/released.ts';
import { EngineError } from '../engine/engine-error.ts';
import { newestWriter } from '../engine/journal/journal-reader.ts';

/** Between looks whether the core of this version writes. */
const LOOK_EVERY_MS = 250;

/**
 * Waits until no other core has written last, however long that takes: a process of a new version is ready when its core
 * takes over. Whether a journal's core can be followed decides who reads it.
 */
export async function awaitOwnCore(pool: Pick<Pool, 'ask'>, log: DatabaseLog): Promise<void> {
  if (await isOwnCore(pool)) return;
  const { hash: own } = await ownBundle();
  log.info({ own }, 'another core writes: this process waits until the one of its version has taken over');
  do await pause(LOOK_EVERY_MS);
  while (!(await isOwnCore(pool)));
}

/** For who holds what others wait for. Throws EngineError if another core has written last: a new start waits for it. */
export async function refuseOtherCore(pool: Pick<Pool, 'ask'>): Promise<void> {
  if (!(await isOwnCore(pool))) throw new EngineError('another core writes: its own worker should work');
}

async function isOwnCore(pool: Pick<Pool, 'ask'>): Promise<boolean> {
  const { hash: own } = await ownBundle();
  const writer = await newestWriter(async text => ({ rows: await pool.ask(text) }));
  return writer === null || writer.core === own;
}
