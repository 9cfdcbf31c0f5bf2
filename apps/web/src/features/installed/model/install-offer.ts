import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/signal.ts';
import { createStoredStore, useStored } from '#lib/stored-store.ts';

/** What Chromium gives a page that could be installed (W3C Manifest Incubations); other browsers have no such event. */
interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallState {
  /** Times the app was opened, an hour apart or more. */
  readonly visits: number;
  readonly lastVisitMs: number;
  /** Asked once, the customer is not asked again: the settings have it. */
  readonly isAnswered: boolean;
}

const HOUR_MS = 3_600_000;
/** Whoever comes back may want it closer at hand. */
const FROM_VISIT = 2;
const NEVER_HERE: InstallState = { visits: 0, lastVisitMs: 0, isAnswered: false };

export function acceptState(stored: unknown): InstallState {
  if (typeof stored !== 'object' || stored === null) return NEVER_HERE;
  const { visits, lastVisitMs, isAnswered }: Partial<InstallState> = stored;
  return {
    visits: Number.isSafeInteger(visits) ? (visits ?? 0) : 0,
    lastVisitMs: Number.isSafeInteger(lastVisitMs) ? (lastVisitMs ?? 0) : 0,
    isAnswered: isAnswered === true,
  };
}

export function withVisit(state: InstallState, nowMs: number): InstallState {
  if (state.visits > 0 && Math.abs(nowMs - state.lastVisitMs) < HOUR_MS) return state;
  return { ...state, visits: state.visits + 1, lastVisitMs: nowMs };
}

export function isTimeToAsk(state: InstallState): boolean {
  return !state.isAnswered && state.visits >= FROM_VISIT;
}

const store = createStoredStore('install', acceptState);
const changed = createSignal<void>();
let held: InstallEvent | undefined;

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event;

/** Once per visit, before the browser may ask by itself. */
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

/** Opens the browser's own question; each event is good for one. */
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

/** Whether to offer it by ourselves. */
export function useInstallOffer(): boolean {
  const state = useStored(store);
  return useCanInstall() && isTimeToAsk(state);
}

/** Opened from the home screen. */
export function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

/** There the customer has to do it by hand; iPads say that they are Macs. */
export function isApplePhone(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}
