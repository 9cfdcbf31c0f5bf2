import { marketsQuery, type Quotation } from '#features/market/api/markets.ts';
import { LastSeen, type KeptQuery } from '#lib/last-seen.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentConnectivity, onConnectivityChange, wasServerHeard } from '#realtime/connectivity.ts';
import { currentSession, onSessionChange } from '#lib/session.ts';
import { showSince } from '#lib/shown-since.ts';
import { readStoredJson, removeStored, writeStoredJson } from '#lib/storage.ts';
import { connectionChanged, isConnected } from '#realtime/connection.ts';
import { tickersTopic } from '#realtime/topics.ts';

/** A server that has not answered by then may still answer: until it does, what was seen last stands there. */
const PATIENCE_MS = 8_000;

/** The markets with the newest prices that the socket has brought; undefined while it brings none. */
function withTickers(markets: readonly Quotation[]): Quotation[] | undefined {
  const tickers = tickersTopic().read();
  return tickers && markets.map(item => ({ ...item, ticker: tickers.get(item.market.id) ?? item.ticker }));
}

/**
 * What home, the list of markets and the assets show: the keys of their queries. The customer's features are no part of
 * the first load, so that their keys stand here again; a test compares them.
 */
export const FIRST_SCREEN: readonly KeptQuery[] = [
  {
    key: marketsQuery.queryKey,
    isPrivate: false,
    renewed: answer => withTickers(answer as Quotation[]),
  },
  { key: ['news/list', 'latest', false], isPrivate: false },
  { key: ['news/list', 'latest', true], isPrivate: true },
  { key: ['wallet/list'], isPrivate: true },
];

const storageKey = (isPrivate: boolean) => (isPrivate ? 'ownSeen' : 'seen');
const isAnything = (value: unknown): value is unknown => value !== undefined;

const lastSeen = new LastSeen({
  client: queryClient,
  queries: FIRST_SCREEN,
  storage: {
    read: isPrivate => readStoredJson(storageKey(isPrivate), isAnything),
    write: (isPrivate, value) => writeStoredJson(storageKey(isPrivate), value),
    remove: isPrivate => removeStored(storageKey(isPrivate)),
  },
  owner: () => currentSession()?.user.id ?? null,
  nowMs: () => Date.now(),
  onShown: showSince,
});

/** Shows what was seen last while the server does not answer, and keeps what it answers. Once per visit. */
export function keepFirstScreen(): void {
  lastSeen.tidy();
  onSessionChange(() => lastSeen.forgetPrivate());
  // It comes with the first touch, when all may be connected already.
  let connected = isConnected();
  const showOrRenew = (): void => {
    if (currentConnectivity() === 'online') lastSeen.renew();
    else lastSeen.show();
  };
  onConnectivityChange(showOrRenew);
  showOrRenew();
  window.setTimeout(() => {
    if (!wasServerHeard()) lastSeen.show();
  }, PATIENCE_MS);
  connectionChanged.listen(isUp => {
    connected = isUp;
    // The first connection of a visit is no news to anybody else.
    if (isUp) lastSeen.renew();
  });
  const putAway = (): void => {
    if (document.visibilityState === 'hidden') lastSeen.write(connected);
  };
  document.addEventListener('visibilitychange', putAway);
  window.addEventListener('pagehide', () => lastSeen.write(connected));
}
