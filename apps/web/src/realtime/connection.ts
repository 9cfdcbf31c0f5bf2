import { retryRefused } from '@tallystick/protocol/retry-refused';
import type { Socket } from 'socket.io-client';
import type {
  ClientToServer,
  ErrorCode,
  ServerToClient,
  SocketMessage,
  SubscribeReply,
  Topic,
} from '@tallystick/protocol';
import { currentSession, endSession, onSessionChange, sessionLost } from '#lib/session.ts';
import { createSignal } from '#lib/signal.ts';
import { observeClockAhead, serverClock } from '../lib/server-clock.ts';
import { TopicStore, type TopicFeed, type TopicReducer } from './topic-store.ts';

type AppSocket = Socket<ServerToClient, ClientToServer>;

const PRIVATE_TOPICS: readonly string[] = [
  'orders',
  'positions',
  'perpetual_orders',
  'perpetual_alerts',
  'balances',
  'options',
  'notices',
];
/** Limit of a connection attempt: a dead network, or a gateway that drops the connection, reports no error. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The socket opens after the first paint: prices come a moment later, but the page is visible sooner. */
const START_DELAY_MS = 300;
/** Refusals that do not concern the topic: a later request may succeed. */
const LATER: readonly ErrorCode[] = ['rate_limited', 'internal_error'];
/** A usual round trip on a phone. */
const PUSH_TRIP_MS = 120;

const stores = new Map<string, TopicStore>();
let socket: AppSocket | undefined;
let starting = false;

export function isConnected(): boolean {
  return socket?.connected ?? false;
}

/** Emits after the connection was lost and is back: missed data must be fetched again. */
export const reconnected = createSignal<void>();
/** Emits true while connected. */
export const connectionChanged = createSignal<boolean>();

function requestSnapshot(topic: string): void {
  startSocket();
  if (!socket?.connected) return;
  const sentMs = Date.now();
  socket.emit('subscribe', topic, (answer: SubscribeReply) => {
    if (!answer.ok) {
      // Other refusals leave it without a value: screens show a dash, and the next connection asks again.
      if (LATER.includes(answer.code)) stores.get(topic)?.postponed();
      return;
    }
    serverClock.observe(answer.server_time_ms, sentMs, Date.now());
    stores.get(topic)?.open(answer.sequence, answer.data);
  });
}

/** Timers sleep while the page is hidden; what became due meanwhile runs when it is shown again. */
function scheduleWhenVisible(run: () => void, delayMs: number): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') run();
  };
  const timer = window.setTimeout(() => {
    if (document.visibilityState === 'visible') run();
    else document.addEventListener('visibilitychange', onVisible, { once: true });
  }, delayMs);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

const feed: TopicFeed = {
  request: requestSnapshot,
  release: topic => socket?.emit('unsubscribe', topic),
  schedule: scheduleWhenVisible,
};

/** The one store of a topic; made on first use. */
export function storeFor<T extends Topic, State>(
  topic: T,
  reducer: TopicReducer<T, State>,
): TopicStore<T, State> {
  const known = stores.get(topic);
  // A topic's name determines its types; the map loses them, so they are restored here.
  if (known) return known as unknown as TopicStore<T, State>;
  const store = new TopicStore<T, State>(topic, reducer, feed);
  stores.set(topic, store as unknown as TopicStore);
  return store;
}

function dispatch(message: SocketMessage): void {
  stores.get(message.topic)?.receive(message.sequence, message.data);
}

function resyncAll(): void {
  for (const store of stores.values()) if (store.isWatched) store.resync();
}

async function connect(): Promise<void> {
  const { io } = await import('socket.io-client');
  let greetedWith = '';
  const opened: AppSocket = io({
    path: '/api/socket.io',
    transports: ['websocket', 'polling'],
    timeout: CONNECT_TIMEOUT_MS,
    // Read at each attempt, so that a new session is used without a new socket.
    auth: reply => {
      greetedWith = currentSession()?.token ?? '';
      reply({ token: greetedWith });
    },
  });
  socket = opened;
  retryRefused(opened);
  let before = false;
  opened.on('connect', () => {
    connectionChanged.emit(true);
    resyncAll();
    if (before) reconnected.emit();
    before = true;
  });
  opened.on('disconnect', reason => {
    connectionChanged.emit(false);
    // The library does not reconnect by itself after the server closed the connection, as it does at shutdown.
    if (reason === 'io server disconnect') opened.connect();
  });
  // Reconnects at once: the library would wait for its running attempt, and longer after each failure.
  window.addEventListener('online', () => {
    if (!opened.connected) opened.disconnect().connect();
  });
  opened.on('message', dispatch);
  // The connection was too slow for these topics: their data are old, and nothing comes until they are requested again.
  opened.on('resync', ({ topics }) => {
    for (const topic of topics) if (stores.get(topic)?.isWatched === true) stores.get(topic)?.resync();
  });
  opened.on('session_ended', () => {
    // Logged out elsewhere, or the password changed. Irrelevant if another session has begun meanwhile.
    if (greetedWith === '' || currentSession()?.token !== greetedWith) return;
    endSession();
    sessionLost.emit('');
  });
  opened.on('server_time', time => {
    // Pushed without a request, so its travel time is unknown and taken as half of this round trip.
    const heardMs = Date.now();
    serverClock.observe(time.server_time_ms, heardMs - PUSH_TRIP_MS, heardMs);
    observeClockAhead(time.clock_ahead_ms);
  });
}

function startSocket(): void {
  if (starting) return;
  starting = true;
  const begin = () => {
    connect().catch(() => {
      // The code did not load (probably offline): the next subscription tries again.
      starting = false;
    });
  };
  window.setTimeout(() => requestAnimationFrame(begin), START_DELAY_MS);
}

/** Opens the connection even before a screen watches anything. */
export function openRealtime(): void {
  startSocket();
}

onSessionChange(() => {
  for (const topic of PRIVATE_TOPICS) stores.get(topic)?.reset();
  // The handshake carries the token: another customer needs another handshake.
  if (socket) socket.disconnect().connect();
});
