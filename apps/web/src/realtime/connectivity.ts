import { useSyncExternalStore } from 'react';
import { connectionChanged } from '#realtime/connection.ts';
import { reachability } from '../lib/api-client.ts';
import { watchConnectivity, type Connectivity } from './watch-connectivity.ts';

const server = watchConnectivity({
  calls: listener => reachability.listen(state => listener(state !== 'unreachable')),
  socket: listener => connectionChanged.listen(listener),
  device: listener => {
    window.addEventListener('online', () => listener(true));
    window.addEventListener('offline', () => listener(false));
  },
  isDeviceOnline: navigator.onLine,
  nowMs: () => Date.now(),
});

export const currentConnectivity = server.read;
export const serverLostAtMs = server.lostAtMs;
export const wasServerHeard = server.wasHeard;
export const onConnectivityChange = server.listen;

export function useConnectivity(): Connectivity {
  return useSyncExternalStore(server.listen, server.read);
}
