import type { Language } from '@tallystick/protocol/languages';
import { isLanguage } from '#i18n/languages.ts';
import type { AppBuild } from './build.ts';
import { KeptApp } from './kept-app.ts';
import { isToWorker, type ToPage, type ToWorker } from './messages.ts';
import { answererOf } from './rules.ts';
import type { SubscriptionChangedEvent, WorkerScope } from './scope.ts';
import { routeOf, shownMessage } from './shown-message.ts';

/** Cache for the worker's own data, apart from the versions of the app. */
const MEMORY = 'tallystick-worker';

/** Lets a build of the app work offline, and shows pushes. */
export class AppWorker {
  readonly #scope: WorkerScope;
  readonly #app: KeptApp;
  readonly #base: string;

  constructor(scope: WorkerScope, build: AppBuild) {
    this.#scope = scope;
    this.#base = scope.registration.scope;
    this.#app = new KeptApp(build, {
      caches: scope.caches,
      fetch: (request, init) => fetch(request, init),
      scope: this.#base,
    });
  }

  start(): void {
    const scope = this.#scope;
    scope.addEventListener('install', event => event.waitUntil(this.#app.install()));
    scope.addEventListener('activate', event => event.waitUntil(this.#app.activate()));
    scope.addEventListener('fetch', event => {
      const answerer = answererOf(event.request, this.#base);
      if (answerer === 'page') event.respondWith(this.#app.page(event.request));
      if (answerer === 'part') event.respondWith(this.#app.part(event.request));
    });
    scope.addEventListener('message', event => {
      if (isToWorker(event.data)) event.waitUntil(this.#hear(event.data));
    });
    scope.addEventListener('push', event => event.waitUntil(this.#show(event.data?.text())));
    scope.addEventListener('notificationclick', event => {
      event.notification.close();
      event.waitUntil(this.#open(routeOf(event.notification.data)));
    });
    scope.addEventListener('pushsubscriptionchange', event => event.waitUntil(this.#resubscribe(event)));
  }

  #hear(message: ToWorker): Promise<void> {
    switch (message.type) {
      case 'keep':
        return this.#app.keep(message.urls);
      case 'keepApp':
        return this.#app.keepAll(message.language);
      case 'language':
        return this.#remember(message.language);
      case 'takeOver':
        return this.#scope.skipWaiting();
    }
  }

  async #show(text: string | undefined): Promise<void> {
    const { title, options } = shownMessage(text, await this.#language(), `${this.#base}icons/`);
    await this.#scope.registration.showNotification(title, options);
    // Where badges are missing or forbidden, only the notification is shown.
    await this.#scope.navigator.setAppBadge?.().catch(() => undefined);
  }

  /** Opens it in an open window of the app, the front one first; otherwise in a new one. */
  async #open(route: string): Promise<void> {
    const window = (await this.#windows()).toSorted((a, b) => rank(b) - rank(a))[0];
    if (!window) {
      await this.#scope.clients.openWindow(`${this.#base}#${route}`);
      return;
    }
    window.postMessage({ type: 'goTo', route } satisfies ToPage, []);
    await window.focus();
  }

  async #windows() {
    const all = await this.#scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return all.filter(({ url }) => url.startsWith(this.#base));
  }

  /** A page must send the new address to the server, because only pages have the session. */
  async #resubscribe({ oldSubscription, newSubscription }: SubscriptionChangedEvent): Promise<void> {
    const key = oldSubscription?.options.applicationServerKey;
    if (!newSubscription && key) {
      const { pushManager } = this.#scope.registration;
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    }
    for (const window of await this.#windows()) {
      window.postMessage({ type: 'subscriptionChanged' } satisfies ToPage, []);
    }
  }

  async #remember(language: Language): Promise<void> {
    const memory = await this.#scope.caches.open(MEMORY);
    await memory.put(`${this.#base}language`, new Response(language));
  }

  async #language(): Promise<Language> {
    const kept = await this.#scope.caches.match(`${this.#base}language`);
    const language = await kept?.text();
    return isLanguage(language) ? language : 'en';
  }
}

function rank({ focused, visibilityState }: { focused: boolean; visibilityState: string }): number {
  if (focused) return 2;
  return visibilityState === 'visible' ? 1 : 0;
}
