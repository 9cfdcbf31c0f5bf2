import { setTimeout as pauseFor } from 'node:timers/promises';
import { EngineError, isUnsound } from '@tallystick/server/engine/engine-error';
import pg from 'pg';
import type { Strike } from '../database/door.ts';
import { boundValues } from '../database/wire.ts';
import { Finding } from '../judge/finding.ts';
import { Machine, type MachineOptions } from './machine.ts';

/** A new start while the last engine's session still ends. */
const START_AGAIN_MS = 5;
const STARTS = 6_000;

export interface Start {
  /** So often the database takes no connection. */
  readonly attempts?: number;
  /** What happens to the first engine that starts. */
  readonly strike?: Strike;
  readonly force?: boolean;
}

/**
 * Starts engines until one lives. Throws a Finding if one does not for a reason that says that the books are wrong, or if none
 * will.
 */
export async function startUntilOneLives(
  on: Pick<MachineOptions, 'databaseUrl' | 'clock'>,
  { attempts = 0, strike, force = false }: Start = {},
): Promise<Machine> {
  for (let i = 0; i < attempts; i++) {
    const started = await tryStart({ ...on, force, prepare: door => (door.refusing = true) });
    if (started !== null) throw new Finding('an engine started without a database', 'started', 'refused');
  }
  if (strike !== undefined) await dieStarting({ ...on, force }, strike);
  let reason = '';
  const why = (error: unknown): void => void (reason = String(error));
  for (let i = 0; i < STARTS; i++) {
    const started = await tryStart({ ...on, force }, why);
    if (started !== null) return started;
    await pauseFor(START_AGAIN_MS);
  }
  throw new Finding('no engine can start', reason, 'one that lives');
}

/** One that dies while it starts, or later, if it had started before the strike came. */
async function dieStarting(on: MachineOptions, strike: Strike): Promise<void> {
  const started = await tryStart({ ...on, prepare: door => void door.arm(strike) });
  if (started === null) return;
  // Struck, it has begun to die.
  if (!started.door.isArmed) await started.failed;
  await bury(started);
}

/** Ends what an engine left, after a look at what it died of. */
export async function bury(machine: Machine): Promise<void> {
  await machine.kill();
  if (isUnsound(machine.failure)) throw unsound('the engine ended', machine.failure);
}

/** Null if it did not start for a reason that passes, of which `why` is told. */
async function tryStart(
  options: MachineOptions,
  why: (error: unknown) => void = () => undefined,
): Promise<Machine | null> {
  try {
    return await Machine.start(options);
  } catch (error) {
    if (isUnsound(error)) throw unsound('the engine does not start', error);
    why(error);
    return null;
  }
}

/** The newest commit of an engine arrives a second time, or late: it must change nothing. */
export async function sendAgain(direct: pg.Client, { door }: Machine): Promise<void> {
  if (door.lastBatch === null) return;
  const { text, bind } = door.lastBatch;
  const refused = await direct.query(text, boundValues(bind)).then(
    () => null,
    (error: unknown) => error,
  );
  if (refused instanceof pg.DatabaseError) return;
  throw new Finding(
    'a commit that came twice or late',
    refused === null ? 'was taken' : String(refused),
    'refused',
  );
}

function unsound(what: string, error: unknown): Finding {
  const words = error instanceof Error ? error.message : String(error);
  return new Finding(what, words, 'sound books', {
    cause: error instanceof EngineError ? error.cause : error,
  });
}
