import { useSyncExternalStore } from 'react';
import { currentLanguage } from '#i18n/setup.ts';
import { createSignal } from '#lib/signal.ts';
import { isAnythingUnderWay } from '#lib/under-way.ts';
import { isToPage, type ToWorker } from '../../../worker/messages.ts';
import { isStandalone } from '../model/install-offer.ts';
import { workerAddress } from './worker-address.ts';

/** Looked for again when the app is shown after this time. */
const LOOK_AGAIN_MS = 15 * 60_000;
/** The first page has the line for itself. */
const START_DELAY_MS = 3_000;

/** `waiting`: a new version is there. `replaced`: another window has already changed to it. */
type NewVersion = 'waiting' | 'replaced';

/** A pressed notification leads there. */
export const goneTo = createSignal<string>();
/** The push service gave this device another address: the server has to hear of it. */
export const pushAddressChanged = createSignal<void>();

const changed = createSignal<void>();
let newVersion: NewVersion | undefined;
let waiting: ServiceWorker | undefined;
let isTaking = false;

function found(version: NewVersion | undefined, worker?: ServiceWorker): void {
  newVersion = version;
  waiting = worker;
  changed.emit();
}

export function useNewVersion(): NewVersion | undefined {
  return useSyncExternalStore(changed.listen, () => newVersion);
}

/** Changes to the new version and loads the page anew; not while an answer is awaited. */
export function takeNewVersion(): void {
  if (isAnythingUnderWay()) return;
  if (newVersion === 'replaced' || !waiting) {
    window.location.reload();
    return;
  }
  isTaking = true;
  tell(waiting, { type: 'takeOver' });
}

/** Keeps the app on the device, from a moment after it has been loaded. Once per visit. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (!isToPage(data)) return;
    if (data.type === 'goTo') goneTo.emit(data.route);
    else pushAddressChanged.emit();
  });
  const begin = (): void => {
    window.setTimeout(() => {
      register(serviceWorker).catch(() => {
        // Refused (a private window) or not reachable: the app works as without one, and tries again at its next start.
      });
    }, START_DELAY_MS);
  };
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  const hadOne = container.controller !== null;
  const registration = await container.register(workerAddress(), {
    scope: import.meta.env.BASE_URL,
    updateViaCache: 'none',
  });
  container.addEventListener('controllerchange', () => {
    // The very first one only begins to watch over what is already here.
    if (isTaking) window.location.reload();
    else if (hadOne) found('replaced');
  });
  watchVersions(registration);
  const { active } = await container.ready;
  if (!active) return;
  tell(active, { type: 'language', language: currentLanguage() });
  keepInUse(active);
  if (isStandalone()) tell(active, { type: 'keepApp', language: currentLanguage() });
  window.addEventListener('pagehide', () => keepInUse(registration.active ?? active));
}

function watchVersions(registration: ServiceWorkerRegistration): void {
  const look = (worker: ServiceWorker | null): void => {
    if (worker?.state === 'installed' && registration.active) found('waiting', worker);
    else if (worker && worker === waiting && worker.state === 'redundant') found(undefined);
  };
  look(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => look(installing));
  });
  let lookedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAtMs < LOOK_AGAIN_MS) return;
    lookedAtMs = Date.now();
    // No network: the next time will do.
    registration.update().catch(() => undefined);
  });
}

/** What this visit has loaded: before there was a worker, too. */
function keepInUse(worker: ServiceWorker): void {
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(name => name.startsWith(`${window.location.origin}${import.meta.env.BASE_URL}assets/`));
  tell(worker, { type: 'keep', urls });
}

/** For what the worker says by itself, in the language that the app has now. */
export function tellLanguage(): void {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (worker) tell(worker, { type: 'language', language: currentLanguage() });
}

function tell(worker: ServiceWorker, message: ToWorker): void {
  worker.postMessage(message, []);
}
