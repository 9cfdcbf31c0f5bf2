import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setOptionTerms } from '@tallystick/server/testing/option-terms';
import type { App } from './app.ts';
import { startPreparedApp } from './prepared-app.ts';

const RECORDINGS = path.join(import.meta.dirname, '../../fixtures/market-data');
/** The shortest duration of an option, in seconds, and one that is longer than the tests on any machine. */
export const SHORT = 6;
export const LONG = 599;
/** The largest allowed for `SHORT`, so that prices do not become stale when a machine is slow for a second. */
export const STALE_MS = 2_900;

/** The recordings of every run, and one of a price that stands still. */
async function recordingsWithAFlatOne(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-recordings-'));
  await cp(RECORDINGS, folder, { recursive: true });
  const lines = (await readFile(path.join(folder, 'BTCUSDT_5m.csv'), 'utf8')).trim().split('\n');
  const flat = lines.map((line, row) => (row === 0 ? line : `${line.split(',')[0]},2,2,2,2,1000`));
  await writeFile(path.join(folder, 'XRPUSDT_5m.csv'), `${flat.join('\n')}\n`);
  return folder;
}

/**
 * An exchange with quick options on bitcoin (market 1) and on a market whose price never moves (market 5): options there end
 * at their entry price. An hour of recorded prices a minute, two ticks a second.
 */
export async function startOptionApp(): Promise<App> {
  const recordings = await recordingsWithAFlatOne();
  const removeRecordings = () => rm(recordings, { recursive: true, force: true });
  try {
    const app = await startPreparedApp({
      FEED: `replay:${recordings}`,
      FEED_SPEED: '60',
      FEED_INTERVAL_MS: '500',
    });
    for (const marketId of [1, 5]) {
      await setOptionTerms(app.url, {
        marketId,
        staleMs: STALE_MS,
        times: [
          [SHORT, '80'],
          [LONG, '82.5'],
        ],
      });
    }
    return {
      ...app,
      close: async () => {
        await app.close();
        await removeRecordings();
      },
    };
  } catch (error) {
    await removeRecordings();
    throw error;
  }
}
