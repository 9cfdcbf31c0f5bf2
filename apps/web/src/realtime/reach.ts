import { useSyncExternalStore } from 'react';
import { connectionChanged } from '#realtime/connection.ts';
import { reachability } from '../lib/api-client.ts';
import { watchReach, type Reach } from './watch-reach.ts';

const server = watchReach({
  calls: listener => reachability.listen(state => listener(state !== 'unreachable')),
  socket: listener => connectionChanged.listen(listener),
  device: listener => {
    window.addEventListener('online', () => listener(true));
    window.addEventListener('offline', () => listener(false));
  },
  isDeviceOnline: navigator.onLine,
  nowMs: () => Date.now(),
});

export const currentReach = server.read;
export const serverLostAtMs = server.lostAtMs;
export const wasServerHeard = server.wasHeard;
export const onReachChange = server.listen;

export function useReach(): Reach {
  return useSyncExternalStore(server.listen, server.read);
}
