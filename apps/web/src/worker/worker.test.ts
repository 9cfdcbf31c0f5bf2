import { beforeEach, expect, test } from 'vitest';
import type { PushMessage } from '@tallystick/protocol/push-message';
import { FakeCaches } from './testing/fake-caches.ts';
import type { OpenWindow, WorkerScope } from './scope.ts';
import { AppWorker } from './worker.ts';

const SCOPE = 'https://exchange.example/web/';
const MESSAGE: PushMessage = {
  v: 1,
  topic: 'trades',
  title: 'Order filled',
  body: 'Bought 0.01 BTC at 64,000.',
  route: '/pages/trade/index?order=17',
  tag: 'order-17',
  atMs: 1_770_000_000_000,
};

interface ToldWindow extends OpenWindow {
  readonly messages: unknown[];
  focused: boolean;
}

let windows: ToldWindow[];
let opened: string[];
let shown: { readonly title: string; readonly options: NotificationOptions | undefined }[];
let subscribed: PushSubscriptionOptionsInit[];
let takenOver: number;
let fire: (name: string, event?: object) => Promise<void>;

beforeEach(() => {
  windows = [];
  opened = [];
  shown = [];
  subscribed = [];
  takenOver = 0;
  const listeners = new Map<string, (event: never) => void>();
  const scope = {
    caches: new FakeCaches(),
    registration: {
      scope: SCOPE,
      showNotification: async (title: string, options?: NotificationOptions) =>
        void shown.push({ title, options }),
      pushManager: {
        subscribe: async (options: PushSubscriptionOptionsInit) => void subscribed.push(options),
      },
    },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => void opened.push(url),
    },
    navigator: { languages: ['en'], setAppBadge: () => Promise.reject(new Error('not allowed')) },
    skipWaiting: async () => void takenOver++,
    addEventListener: (name: string, listener: (event: never) => void) => void listeners.set(name, listener),
  };
  new AppWorker(scope as unknown as WorkerScope, { version: 'one', page: '', shell: [], parts: {} }).start();
  fire = async (name, event = {}) => {
    const work: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (part: Promise<unknown>) => work.push(part) } as never);
    await Promise.all(work);
  };
});

function openWindow(url: string, looks: Partial<ToldWindow> = {}): ToldWindow {
  const window: ToldWindow = {
    url,
    focused: false,
    visibilityState: 'hidden',
    messages: [],
    postMessage: message => void window.messages.push(message),
    focus: async () => void (window.focused = true),
    ...looks,
  };
  windows.push(window);
  return window;
}

const push = (text: string | null) => fire('push', { data: text === null ? null : { text: () => text } });
const press = (data: unknown) =>
  fire('notificationclick', { notification: { data, close: () => undefined } });

test('a push is shown as written, even if the icon cannot have a badge', async () => {
  await push(JSON.stringify(MESSAGE));
  expect(shown).toMatchObject([
    {
      title: MESSAGE.title,
      options: { body: MESSAGE.body, tag: MESSAGE.tag, data: { route: MESSAGE.route } },
    },
  ]);
});

test("each push shows something, in the app's last language", async () => {
  await fire('message', { data: { type: 'language', language: 'esp' } });
  await push(null);
  await push('{"v":2}');
  expect(shown.map(({ options }) => options?.body)).toEqual([
    'Hay novedades para ti. Abre la aplicación para leerlas.',
    'Hay novedades para ti. Abre la aplicación para leerlas.',
  ]);
});

test('a press leads to its page in the window in front, not in the desk’s', async () => {
  const desk = openWindow('https://exchange.example/desk/', { focused: true });
  const behind = openWindow(`${SCOPE}#/pages/index/index`);
  const inFront = openWindow(`${SCOPE}#/pages/index/index`, { visibilityState: 'visible' });
  await press({ route: MESSAGE.route });
  expect(inFront.messages).toEqual([{ type: 'goTo', route: MESSAGE.route }]);
  expect(inFront.focused).toBe(true);
  expect([desk.messages, behind.messages, opened]).toEqual([[], [], []]);
});

test('and in a new one if none is open; never to another site', async () => {
  await press({ route: MESSAGE.route });
  await press({ route: '//evil.example' });
  expect(opened).toEqual([`${SCOPE}#${MESSAGE.route}`, `${SCOPE}#/pages/notice/index`]);
});

test('a changed subscription is renewed, and every open page is told', async () => {
  const page = openWindow(`${SCOPE}#/pages/index/index`);
  const applicationServerKey = new ArrayBuffer(65);
  await fire('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey } } });
  expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey }]);
  expect(page.messages).toEqual([{ type: 'subscriptionChanged' }]);
  // If the browser has already renewed the subscription, the worker only tells the pages.
  await fire('pushsubscriptionchange', {
    oldSubscription: { options: { applicationServerKey } },
    newSubscription: {},
  });
  expect(subscribed).toHaveLength(1);
  expect(page.messages).toHaveLength(2);
});

test('it replaces the previous worker only when told to', async () => {
  for (const data of [undefined, 'takeOver', { type: 'unknown' }, { type: 'keep', urls: [1] }]) {
    await fire('message', { data });
  }
  expect(takenOver).toBe(0);
  await fire('message', { data: { type: 'takeOver' } });
  expect(takenOver).toBe(1);
});
