import { useSyncExternalStore } from 'react';

const SHOWN_MS = 5_000;
const listeners = new Set<() => void>();
let shown: string | null = null;
let timer = 0;

function set(text: string | null): void {
  shown = text;
  for (const listener of listeners) listener();
}

/** Shows for some seconds that something was done. */
export function toast(text: string): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => set(null), SHOWN_MS);
  set(text);
}

export function Toasts() {
  const text = useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return <output className="toasts">{text === null ? null : <p>{text}</p>}</output>;
}
