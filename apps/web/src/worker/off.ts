import type { WorkerScope } from './scope.ts';

/**
 * Replaces the workers of the app and the desk while the operator has switched them off (APP_WORKER=off): takes over at
 * once, deletes everything stored and unregisters. Both then work as in a browser without workers.
 */
const scope = globalThis as unknown as WorkerScope;

async function forgetAll(): Promise<void> {
  const names = await scope.caches.keys();
  await Promise.all(names.map(name => scope.caches.delete(name)));
  await scope.registration.unregister();
}

scope.addEventListener('install', event => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', event => event.waitUntil(forgetAll()));
