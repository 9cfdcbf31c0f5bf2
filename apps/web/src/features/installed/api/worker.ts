import { currentLanguage } from '#i18n/setup.ts';
import { isAnythingUnderWay } from '#lib/under-way.ts';
import { isToPage, type ToWorker } from '../../../worker/messages.ts';
import { isStandalone } from '../model/install-offer.ts';
import {
  currentNewVersion,
  foundVersion,
  goneTo,
  pushAddressChanged,
  type NewVersion,
} from '../model/worker-news.ts';
import { workerAddress } from './worker-address.ts';

/** Checks for a new version if the app is shown after this time. */
const LOOK_AGAIN_MS = 15 * 60_000;
let waiting: ServiceWorker | undefined;
let isTaking = false;

function found(version: NewVersion | undefined, worker?: ServiceWorker): void {
  waiting = worker;
  foundVersion(version);
}

/** Activates the new version and reloads the page, but not while a request is pending. */
export function takeNewVersion(): void {
  if (isAnythingUnderWay()) return;
  if (currentNewVersion() === 'replaced' || !waiting) {
    window.location.reload();
    return;
  }
  isTaking = true;
  post(waiting, { type: 'takeOver' });
}

/** Registers the service worker. Call once per visit; no effect in browsers without workers. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (!isToPage(data)) return;
    if (data.type === 'goTo') goneTo.emit(data.route);
    else pushAddressChanged.emit();
  });
  serviceWorker.startMessages();
  try {
    await register(serviceWorker);
  } catch {
    // Refused (a private window) or unreachable: the app works without it, and retries at its next start.
  }
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  const hadOne = container.controller !== null;
  const registration = await container.register(workerAddress(), {
    scope: import.meta.env.BASE_URL,
    updateViaCache: 'none',
  });
  container.addEventListener('controllerchange', () => {
    // The very first worker changes nothing on this page.
    if (isTaking) window.location.reload();
    else if (hadOne) found('replaced');
  });
  watchVersions(registration);
  const { active } = await container.ready;
  if (!active) return;
  post(active, { type: 'language', language: currentLanguage() });
  keepInUse(active);
  if (isStandalone()) post(active, { type: 'keepApp', language: currentLanguage() });
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
    // No network: the next check will do.
    registration.update().catch(() => undefined);
  });
}

/** Caches what this visit loaded before the worker started. */
function keepInUse(worker: ServiceWorker): void {
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(name => name.startsWith(`${window.location.origin}${import.meta.env.BASE_URL}assets/`));
  post(worker, { type: 'keep', urls });
}

function post(worker: ServiceWorker, message: ToWorker): void {
  worker.postMessage(message, []);
}
