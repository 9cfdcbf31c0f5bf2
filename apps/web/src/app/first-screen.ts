import { marketsQuery, type Quotation } from '#features/market/api/markets.ts';
import { LastSeen, type KeptQuery } from '#lib/last-seen.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentConnectivity, onConnectivityChange, wasServerHeard } from '#realtime/connectivity.ts';
import { currentSession, onSessionChange } from '#lib/session.ts';
import { showSince } from '#lib/shown-since.ts';
import { readStoredJson, removeStored, writeStoredJson } from '#lib/storage.ts';
import { connectionChanged, isConnected } from '#realtime/connection.ts';
import { tickersTopic } from '#realtime/topics.ts';

/** If the server has not answered by then, the last known data are shown until it does. */
const SERVER_TIMEOUT_MS = 8_000;

/** The markets with the newest prices from the socket; undefined without any. */
function withTickers(markets: readonly Quotation[]): Quotation[] | undefined {
  const tickers = tickersTopic().read();
  return tickers && markets.map(item => ({ ...item, ticker: tickers.get(item.market.id) ?? item.ticker }));
}

/**
 * Query keys of what home, the list of markets and the assets show. Repeated here, because the customer's features are not
 * part of the first load; a test compares them.
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

/** Shows the last known data while the server does not answer, and stores its answers. Once per visit. */
export function keepFirstScreen(): void {
  lastSeen.tidy();
  onSessionChange(() => lastSeen.forgetPrivate());
  // Loaded at the first touch, when everything may be connected already.
  let connected = isConnected();
  const showOrRenew = (): void => {
    if (currentConnectivity() === 'online') lastSeen.renew();
    else lastSeen.show();
  };
  onConnectivityChange(showOrRenew);
  showOrRenew();
  window.setTimeout(() => {
    if (!wasServerHeard()) lastSeen.show();
  }, SERVER_TIMEOUT_MS);
  connectionChanged.listen(isUp => {
    connected = isUp;
    // Not by `reconnected`, which is not emitted for a visit's first connection.
    if (isUp) lastSeen.renew();
  });
  const putAway = (): void => {
    if (document.visibilityState === 'hidden') lastSeen.write(connected);
  };
  document.addEventListener('visibilitychange', putAway);
  window.addEventListener('pagehide', () => lastSeen.write(connected));
}
