import type { CDPSession, Page, Worker } from 'playwright-core';

interface Shown {
  readonly title: string;
  readonly body?: string;
  readonly tag?: string;
  readonly route: string;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly ExtendableEvent: new (name: string) => Event;
  shown: Shown[];
}

/** The app's service worker, as the browser and its push service see it. */
export class WorkerOfApp {
  readonly #worker: Worker;
  readonly #devtools: CDPSession;
  readonly #origin: string;
  readonly #registrationId: string;

  private constructor(worker: Worker, devtools: CDPSession, origin: string, registrationId: string) {
    this.#worker = worker;
    this.#devtools = devtools;
    this.#origin = origin;
    this.#registrationId = registrationId;
  }

  /** The page's worker must be active. */
  static async found(page: Page, webUrl: string): Promise<WorkerOfApp> {
    const devtools = await page.context().newCDPSession(page);
    const { promise, resolve } = Promise.withResolvers<string>();
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === webUrl);
      if (own) resolve(own.registrationId);
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await promise;
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error('no worker runs');
    await worker.evaluate(() => {
      const scope = globalThis as unknown as Scope;
      scope.shown = [];
      const show = scope.registration.showNotification.bind(scope.registration);
      scope.registration.showNotification = (title, options) => {
        const { body, tag, data } = options ?? {};
        const { route } = data as { route: string };
        scope.shown.push({
          title,
          ...(body === undefined ? {} : { body }),
          ...(tag === undefined ? {} : { tag }),
          route,
        });
        return show(title, options);
      };
    });
    return new WorkerOfApp(worker, devtools, new URL(webUrl).origin, registrationId);
  }

  /** Delivers a decrypted push message, as the browser does. */
  async deliver(data: string): Promise<void> {
    await this.#devtools.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registrationId,
      data,
    });
  }

  /** Notifications that the worker gave to the system: a browser without a screen keeps no list of them. */
  shown(): Promise<Shown[]> {
    return this.#worker.evaluate(() => (globalThis as unknown as Scope).shown);
  }

  /** Simulates a press on the notification with that target. */
  async press(route: string): Promise<void> {
    await this.#worker.evaluate(pressed => {
      const scope = globalThis as unknown as Scope;
      const made = {
        notification: { data: { route: pressed }, close: () => undefined },
        // Simulated events have no user activation, and may not bring a window to the front.
        waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      };
      dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), made));
    }, route);
  }
}
