import { useSyncExternalStore } from 'react';

/** As the script in index.html reads it before the first paint. */
const KEY = 'tallystick.desk';

export const THEMES = ['dark', 'light', 'device'] as const;
type ThemeChoice = (typeof THEMES)[number];

const listeners = new Set<() => void>();
const deviceIsLight = () => window.matchMedia('(prefers-color-scheme: light)');

function kept(): ThemeChoice {
  try {
    const { theme } = (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as { readonly theme?: unknown };
    return THEMES.find(known => known === theme) ?? 'dark';
  } catch {
    // Blocked, or written by hand: as for somebody who has chosen nothing.
    return 'dark';
  }
}

let choice = kept();

function show(next: ThemeChoice): void {
  choice = next;
  const isLight = choice === 'device' ? deviceIsLight().matches : choice === 'light';
  const theme = isLight ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-dark]')) {
    meta.content = meta.dataset[theme] ?? meta.content;
  }
  for (const listener of listeners) listener();
}

/** Follows other tabs and the device; called once. */
export function watchTheme(): void {
  window.addEventListener('storage', event => {
    if (event.key === null || event.key === KEY) show(kept());
  });
  deviceIsLight().addEventListener('change', () => show(choice));
}

/** Stores the choice in this browser; where nothing can be stored, it holds until the page closes. */
export function chooseTheme(next: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ theme: next }));
  } catch {
    // Blocked or full: see above.
  }
  show(next);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => choice,
  );
}
