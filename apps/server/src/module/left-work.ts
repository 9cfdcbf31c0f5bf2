import type { DatabaseLog } from '../database/log.ts';
import { PeriodicJob } from '../timekeeping/periodic-job.ts';
import type { Module } from './module.ts';

const EVERY_MS = 10_000;
/** A process that lives needs less for what it has begun; two that do the same at once only waste work. */
const LEFT_FOR_MS = 5_000;

type Finishing = Pick<Module, 'name' | 'finishLeft'>;

/** One turn: each module by itself, so that what cannot be finished holds up nothing else. Never rejects. */
export async function finishLeft(
  modules: readonly Finishing[],
  leftForMs: number,
  log: Pick<DatabaseLog, 'error'>,
): Promise<void> {
  for (const module of modules) {
    try {
      await module.finishLeft?.(leftForMs);
    } catch (error) {
      log.error({ err: error, module: module.name }, 'what was left half done could not be finished yet');
    }
  }
}

/**
 * Gateways are killed in the middle of work while this process lives: finishes it every ten seconds. Returns a function
 * that stops it and waits for the running turn.
 */
export function finishLeftPeriodically(
  modules: readonly Finishing[],
  log: Pick<DatabaseLog, 'error'>,
): () => Promise<void> {
  const failure = 'what was left half done could not be looked for';
  return new PeriodicJob(() => finishLeft(modules, LEFT_FOR_MS, log), {
    everyMs: EVERY_MS,
    log,
    failure,
  }).start();
}

/** Does `finish` for each, the next also if one fails. @throws the first failure, when all have been tried */
export async function finishEach<T>(all: readonly T[], finish: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await finish(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
