import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/signal.ts';
import { createStoredStore, useStored } from '#lib/stored-store.ts';
import { acceptState, isTimeToAsk, withVisit } from './install-state.ts';

/** What Chromium gives a page that could be installed (W3C Manifest Incubations); other browsers have no such event. */
interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const store = createStoredStore('install', acceptState);
const changed = createSignal<void>();
let held: InstallEvent | undefined;

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event;

/** Call once per visit, before the browser can ask by itself. */
export function watchInstall(): void {
  store.change(state => withVisit(state, Date.now()));
  window.addEventListener('beforeinstallprompt', event => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    held = event;
    changed.emit();
  });
  window.addEventListener('appinstalled', () => {
    held = undefined;
    answerInstall();
    changed.emit();
  });
}

export function answerInstall(): void {
  store.change(state => ({ ...state, isAnswered: true }));
}

/** Opens the browser's install prompt. Each event can be used once. */
export async function install(): Promise<void> {
  const event = held;
  held = undefined;
  answerInstall();
  changed.emit();
  await event?.prompt();
}

/** Whether the browser could install the app now. */
export function useCanInstall(): boolean {
  return useSyncExternalStore(changed.listen, () => held !== undefined);
}

/** Whether the app should offer the installation by itself. */
export function useInstallOffer(): boolean {
  const state = useStored(store);
  return useCanInstall() && isTimeToAsk(state);
}

/** Whether the app was opened from the home screen. */
export function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

/** On iOS the customer must install by hand. iPads identify as Macs. */
export function isApplePhone(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}
