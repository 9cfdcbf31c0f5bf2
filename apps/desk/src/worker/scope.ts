/** What a service worker sees, as far as this one uses it: the project's types are those of pages. */
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface ScopeEvents {
  install: LastingEvent;
  activate: LastingEvent;
  push: LastingEvent & { readonly data: { text(): string } | null };
  notificationclick: LastingEvent & { readonly notification: Pick<Notification, 'close' | 'data'> };
}

export interface OpenWindow {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

export interface WorkerScope {
  readonly registration: Pick<ServiceWorkerRegistration, 'scope' | 'showNotification'>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof ScopeEvents>(
    name: Name,
    listener: (event: ScopeEvents[Name]) => void,
  ): void;
}
