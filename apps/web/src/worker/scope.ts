/**
 * The part of the service worker API that this worker uses. The project loads TypeScript's types for pages, which cannot
 * be combined with those for workers.
 */

export interface LastingEvent {
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface AskedEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface MessageReceivedEvent extends LastingEvent {
  readonly data: unknown;
}

export interface PushedEvent extends LastingEvent {
  readonly data: { text(): string } | null;
}

export interface PressedEvent extends LastingEvent {
  readonly notification: Pick<Notification, 'close' | 'data'>;
}

export interface SubscriptionChangedEvent extends LastingEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

export interface OpenWindow {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, handedOver: readonly Transferable[]): void;
}

interface ScopeEvents {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: AskedEvent;
  message: MessageReceivedEvent;
  push: PushedEvent;
  notificationclick: PressedEvent;
  pushsubscriptionchange: SubscriptionChangedEvent;
}

export interface WorkerScope {
  readonly caches: CacheStorage;
  readonly registration: Pick<
    ServiceWorkerRegistration,
    'scope' | 'showNotification' | 'pushManager' | 'unregister'
  >;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly navigator: {
    readonly languages: readonly string[];
    setAppBadge?(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof ScopeEvents>(
    name: Name,
    listener: (event: ScopeEvents[Name]) => void,
  ): void;
}
