import { isPushRoute, readPushMessage } from '@tallystick/protocol/read-push-message';
import type { WorkerScope } from './scope.ts';

const ALERTS = '/alerts';

/** Shows what is pushed to the desk, and nothing else: it keeps no page and answers no request. */
export function startWorker(scope: WorkerScope): void {
  const base = scope.registration.scope;
  scope.addEventListener('install', event => event.waitUntil(scope.skipWaiting()));
  // A pressed notification navigates an open window, and a worker may navigate only windows that it controls.
  scope.addEventListener('activate', event => event.waitUntil(scope.clients.claim()));
  scope.addEventListener('push', event => event.waitUntil(show(scope, event.data?.text())));
  scope.addEventListener('notificationclick', event => {
    event.notification.close();
    const data: unknown = event.notification.data;
    const isOurs = typeof data === 'object' && data !== null && 'route' in data && isPushRoute(data.route);
    event.waitUntil(open(scope, `${base}#${isOurs ? String(data.route) : ALERTS}`));
  });
}

async function show({ registration }: WorkerScope, text: string | undefined): Promise<void> {
  const icon = `${registration.scope}icon.svg`;
  const message = readPushMessage(text);
  // Browsers ask that each push shows something, also one of another version.
  if (message === undefined) {
    const body = 'There is news at the desk.';
    await registration.showNotification('Tallystick', { icon, body, tag: 'desk', data: { route: ALERTS } });
    return;
  }
  const { title, body, tag, route, atMs } = message;
  const options = { icon, body, tag, renotify: true, timestamp: atMs, data: { route } };
  await registration.showNotification(title, options);
}

async function open({ clients, registration }: WorkerScope, url: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windows.find(one => one.url.startsWith(registration.scope));
  // A window that the worker does not control cannot be navigated. Before focusing, which a browser may refuse.
  const isLed = await window?.navigate(url).then(
    () => true,
    () => false,
  );
  await (isLed === true ? window?.focus() : clients.openWindow(url));
}
