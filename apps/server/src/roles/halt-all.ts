import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from '../database/log.ts';
import { saySeldom } from '../database/seldom.ts';
import type { Pool } from '../database/pool.ts';
import { ExchangeHalted, OtherVersion } from '../engine/engine-error.ts';
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
/** For so long the database may refuse to remember it; then this process ends, and remembers it alone. */
const REMEMBERED_WITHIN_MS = 5_000;

/**
 * What stops one process for good stops them all, as it stops an exchange that is one process; and it stands until people
 * release it, so that no other core goes on. Another version's journal stops only this process. Returns what to call with
 * a failure.
 */
export function haltAll({ pool, news, finder, log, onFatal }: HaltAllOptions): (error: unknown) => void {
  const sayUntold = saySeldom((details, message) => log.error(details, message));
  const halt = async (error: Error): Promise<void> => {
    log.error({ err: error }, 'the exchange is stopped for good');
    const late = new AbortController();
    const ending = setTimeout(() => {
      late.abort();
      log.error({}, 'other processes could not be stopped; this one ends, and only itself remembers why');
      onFatal(error);
    }, REMEMBERED_WITHIN_MS);
    while (!late.signal.aborted) {
      try {
        await recordHalt(pool, finder, error.message);
        clearTimeout(ending);
        news.tell({ kind: 'halt' });
        // Also if it is late: then the database remembers it for this process as well.
        onFatal(new ExchangeHalted(error.message, { cause: error }));
        return;
      } catch (failure) {
        // This process takes no more commands, but the next core must not go on.
        sayUntold({ err: failure }, 'other processes could not be stopped; it is tried again');
        await pause(AGAIN_MS);
      }
    }
  };
  return error => {
    const isForGood = error instanceof Error && exitCodeOf(error) === EXIT.halted;
    const isOwn = isForGood && !(error instanceof ExchangeHalted) && !isOtherVersion(error);
    if (isOwn) void halt(error);
    else onFatal(error);
  };
}

/** Also if it is only the cause. */
function isOtherVersion(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OtherVersion) return true;
  return false;
}
