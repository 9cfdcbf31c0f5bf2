import type { PushMessage } from '@tallystick/protocol/push-message';
import { beforeEach, expect, test } from 'vitest';
import type { WorkerScope } from './scope.ts';
import { startWorker } from './worker.ts';

const SCOPE = 'https://exchange.example/desk/';
const MESSAGE: PushMessage = {
  v: 1,
  topic: 'alerts',
  title: 'Alert: Stale index: BTC/USDT',
  body: 'Stale index: BTC/USDT. Found: 95 s. Limit: 60 s.',
  route: '/alerts',
  tag: 'stale_index:BTC/USDT',
  atMs: 1_770_000_000_000,
};

let listeners: Map<string, (event: never) => void>;
let windows: { url: string; past?: boolean }[];
let done: string[];
let shown: { title: string; options: NotificationOptions }[];
beforeEach(() => {
  listeners = new Map();
  windows = [];
  done = [];
  shown = [];
  const scope = {
    registration: {
      scope: SCOPE,
      showNotification: (title: string, options: NotificationOptions) => {
        shown.push({ title, options });
        return Promise.resolve();
      },
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () =>
        Promise.resolve(
          windows.map(({ url, past }) => ({
            url,
            focus: () => Promise.resolve(done.push(`focus ${url}`)),
            navigate: (to: string) =>
              past ? Promise.reject(new TypeError()) : Promise.resolve(done.push(`navigate ${to}`)),
          })),
        ),
      openWindow: (url: string) => Promise.resolve(done.push(`open ${url}`)),
    },
    skipWaiting: () => Promise.resolve(),
    addEventListener: (name: string, listener: (event: never) => void) => listeners.set(name, listener),
  };
  startWorker(scope as unknown as WorkerScope);
});

async function happen(name: string, event: object): Promise<void> {
  let work: Promise<unknown> | undefined;
  listeners.get(name)?.({ ...event, waitUntil: (one: Promise<unknown>) => (work = one) } as never);
  await work;
}

test('an alert is shown as it was sent', async () => {
  await happen('push', { data: { text: () => JSON.stringify(MESSAGE) } });
  const { title, body, tag, route, atMs } = MESSAGE;
  const options = { body, tag, renotify: true, timestamp: atMs, data: { route } };
  expect(shown).toEqual([{ title, options: { ...options, icon: `${SCOPE}icon.svg` } }]);
});

test.each([undefined, '', '{}', JSON.stringify({ ...MESSAGE, route: '//evil.example' })])(
  'what cannot be read (%j) is told neutrally',
  async text => {
    await happen('push', { data: text === undefined ? null : { text: () => text } });
    expect(shown).toMatchObject([{ title: 'Tallystick', options: { data: { route: '/alerts' } } }]);
  },
);

test.each([
  [{ route: '/alerts' }, '/alerts'],
  [{ route: '//evil.example' }, '/alerts'],
  [null, '/alerts'],
  [{ route: '/chats/7' }, '/chats/7'],
])('a press on %j opens the desk at %s', async (data, route) => {
  const notification = { data, close: () => done.push('close') };
  windows = [{ url: 'https://exchange.example/web/' }];
  await happen('notificationclick', { notification });
  expect(done).toEqual(['close', `open ${SCOPE}#${route}`]);
});

test('a press leads the desk that is open', async () => {
  windows = [{ url: 'https://exchange.example/web/' }, { url: `${SCOPE}#/chats` }];
  await happen('notificationclick', { notification: { data: { route: '/alerts' }, close: () => {} } });
  expect(done).toEqual([`navigate ${SCOPE}#/alerts`, `focus ${SCOPE}#/chats`]);
});

test('a press opens a window where the one that is open was loaded past the worker', async () => {
  windows = [{ url: `${SCOPE}#/chats`, past: true }];
  await happen('notificationclick', { notification: { data: { route: '/alerts' }, close: () => {} } });
  expect(done).toEqual([`open ${SCOPE}#/alerts`]);
});
