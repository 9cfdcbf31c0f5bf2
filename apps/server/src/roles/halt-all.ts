import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from '../database/log.ts';
import { saySeldom } from '../database/seldom.ts';
import type { Pool } from '../database/pool.ts';
import { ExchangeHalted } from '../engine/engine-error.ts';
import { recordHalt } from '../engine/halts.ts';
import type { NewsBus } from '../engine/remote/news.ts';
import { EXIT, exitCodeOf } from '../shutdown/exit-code.ts';

export interface HaltAllOptions {
  readonly pool: Pick<Pool, 'ask'>;
  readonly news: Pick<NewsBus, 'tell'>;
  /** How this process is called in what people read. */
  readonly finder: string;
  readonly log: DatabaseLog;
  readonly onFatal: (error: unknown) => void;
}

const AGAIN_MS = 250;

/**
 * What stops one process for good stops them all, as it stops an exchange that is one process; and it stands until people
 * release it, so that no other core goes on. Returns what to call with a failure.
 */
export function haltAll({ pool, news, finder, log, onFatal }: HaltAllOptions): (error: unknown) => void {
  const sayUntold = saySeldom((details, message) => log.error(details, message));
  const halt = async (error: Error): Promise<void> => {
    log.error({ err: error }, 'the exchange is stopped for good');
    for (;;) {
      try {
        await recordHalt(pool, finder, error.message);
        break;
      } catch (failure) {
        // This process takes no more commands, but the next core must not go on.
        sayUntold({ err: failure }, 'other processes could not be stopped; it is tried again');
        await pause(AGAIN_MS);
      }
    }
    news.tell({ kind: 'halt' });
    onFatal(new ExchangeHalted(error.message, { cause: error }));
  };
  return error => {
    const isForGood = error instanceof Error && exitCodeOf(error) === EXIT.halted;
    if (!isForGood || error instanceof ExchangeHalted) onFatal(error);
    else void halt(error);
  };
}
