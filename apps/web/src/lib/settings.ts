import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';
import { onStoredElsewhere, readStoredJson, writeStoredJson } from './storage.ts';

export const THEME_CHOICES = ['dark', 'light', 'device'] as const;
export type Theme = 'dark' | 'light';

/** From 90 to 130 % of the normal size: see tokens.css. */
export const TEXT_SIZES = ['small', 'normal', 'large', 'largest'] as const;

/** Choices that live on this device only. */
export interface Settings {
  /** Which colour means a rising price. */
  readonly upColour: 'green' | 'red';
  /** `device` follows the device, also when it changes in the evening. */
  readonly theme: (typeof THEME_CHOICES)[number];
  readonly textSize: (typeof TEXT_SIZES)[number];
  /** Show stars instead of amounts on balance screens. */
  readonly hideBalances: boolean;
  /** Hide very small balances. */
  readonly hideSmall: boolean;
  /** The main currency of totals; the other one is shown below it. */
  readonly valuation: 'USDT' | 'BTC';
  /** Ask once more before an order is sent. */
  readonly confirmOrders: boolean;
  /** How the customer logs in on this device. */
  readonly loginBy: 'phone' | 'email';
}

const defaults: Settings = {
  upColour: 'green',
  theme: 'dark',
  textSize: 'normal',
  hideBalances: false,
  hideSmall: false,
  valuation: 'USDT',
  confirmOrders: true,
  loginBy: 'phone',
};

function isPartial(value: unknown): value is Partial<Settings> {
  return typeof value === 'object' && value !== null;
}

const stored = (): Settings => ({ ...defaults, ...readStoredJson('settings', isPartial) });

let current = stored();
const changed = createSignal<Settings>();

const deviceIsLight = () => window.matchMedia('(prefers-color-scheme: light)');

/** The theme on the screen. */
export function currentTheme(): Theme {
  if (current.theme === 'device') return deviceIsLight().matches ? 'light' : 'dark';
  return current.theme === 'light' ? 'light' : 'dark';
}

/** Does what the script in index.html has done before the first paint, and the colour of a rising price. */
function paint(): void {
  const { dataset } = document.documentElement;
  const theme = currentTheme();
  dataset['upColour'] = current.upColour;
  dataset['theme'] = theme;
  dataset['textSize'] = current.textSize;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-dark]')) {
    meta.content = meta.dataset[theme] ?? meta.content;
  }
}

function show(settings: Settings): void {
  current = settings;
  paint();
  changed.emit(current);
}

export function currentSettings(): Settings {
  return current;
}

export function changeSettings(change: Partial<Settings>): void {
  const next = { ...current, ...change };
  writeStoredJson('settings', next);
  show(next);
}

/** Applies stored choices to the document, and follows other tabs and the device; called once before the first paint. */
export function applySettings(): void {
  paint();
  onStoredElsewhere(['settings'], () => show(stored()));
  deviceIsLight().addEventListener('change', () => show(current));
}

export function useSettings(): Settings {
  return useSyncExternalStore(changed.listen, currentSettings);
}

/** How many times their normal size letters are on the screen, for what is drawn on a canvas; 1 is 14 px for the body. */
export function currentTextScale(): number {
  return Number.parseFloat(getComputedStyle(document.body).fontSize) / 14;
}

/** For what is drawn on a canvas: all else takes its colours from tokens.css. */
export function useTheme(): Theme {
  return useSyncExternalStore(changed.listen, currentTheme);
}
