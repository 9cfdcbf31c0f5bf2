import type { Services } from '../composition/compose.ts';
import type { Stops } from '../module/stops.ts';
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
