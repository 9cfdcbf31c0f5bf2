import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Services } from '../composition/compose.ts';
import type { DatabaseLog } from '../database/log.ts';
import type { NewsBus } from '../engine/remote/news.ts';
import { SharedCalls } from '../http/shared-calls.ts';
import type { Stops } from '../module/stops.ts';
import { PeriodicJob } from '../timekeeping/periodic-job.ts';
import type { BoardReader } from './board.ts';

/** What a gateway does beside answering calls: it shows what others do. All else is the worker's. */
export async function startShowing(services: Services, board: BoardReader, stops: Stops): Promise<void> {
  const { feed, priceLog, heads } = services;
  stops.add(board.start(services));
  stops.add(() => feed.stop());
  await feed.start();
  for (const log of [priceLog, heads]) {
    log.start();
    stops.add(() => log.stop());
  }
}

const TOLD_EVERY_MS = 1_000;
const callCounts = z.object({
  from: z.string(),
  minute: z.number(),
  counts: z.array(z.tuple([z.string(), z.number()])),
});

export interface ShareCallsOptions {
  readonly news: NewsBus;
  /** The machine's clock. */
  readonly now: () => number;
  readonly log: DatabaseLog;
  readonly stops: Stops;
}

/** Limits that hold for all gateways together: each tells the others every second what it has counted. */
export function shareCalls({ news, now, log, stops }: ShareCallsOptions): SharedCalls {
  const calls = new SharedCalls({ from: randomBytes(6).toString('base64url'), now });
  news.hear(heard => {
    if (heard.kind !== 'calls') return;
    const counted = callCounts.safeParse(readJson(heard.counted));
    if (counted.success) calls.hear(counted.data);
    else log.warn({}, 'what another gateway has counted cannot be read; it may be of another version');
  });
  const tell = async (): Promise<void> => {
    const counted = calls.news();
    if (counted !== null) news.tell({ kind: 'calls', counted: JSON.stringify(counted) });
  };
  const failure = 'other gateways could not be told what was counted';
  stops.add(new PeriodicJob(tell, { everyMs: TOLD_EVERY_MS, log, failure }).start());
  return calls;
}

/** Null: it is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
