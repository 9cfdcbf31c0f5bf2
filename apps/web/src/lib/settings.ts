import { useSyncExternalStore } from 'react';
import { setFormatTimeZone } from './format-locale.ts';
import { createStoredStore, useStored } from './stored-store.ts';
import { DEVICE_ZONE, isTimeZone } from './time-zone.ts';
import type { ValuationCode } from './valuation-code.ts';

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
  /** What totals are shown in, as stored: see `valuationIn`. A second currency is shown below. */
  readonly valuation: ValuationCode;
  /** Of every time in the app: `device`, or an IANA name. */
  readonly timeZone: string;
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
  timeZone: DEVICE_ZONE,
  confirmOrders: true,
  loginBy: 'phone',
};

/** A zone that this browser does not know counts as not chosen: formatting in it would fail. */
function accept(stored: unknown): Settings {
  const chosen: Settings = { ...defaults, ...(typeof stored === 'object' ? stored : null) };
  return isTimeZone(chosen.timeZone) ? chosen : { ...chosen, timeZone: DEVICE_ZONE };
}

const store = createStoredStore('settings', accept);

const deviceIsLight = () => window.matchMedia('(prefers-color-scheme: light)');

/** The theme on the screen. */
export function currentTheme(): Theme {
  const { theme } = store.read();
  if (theme === 'device') return deviceIsLight().matches ? 'light' : 'dark';
  return theme === 'light' ? 'light' : 'dark';
}

/** Does what the script in index.html has done before the first paint, and the rest of what choices change. */
function apply(): void {
  const { upColour, textSize, timeZone } = store.read();
  const { dataset } = document.documentElement;
  const theme = currentTheme();
  dataset['upColour'] = upColour;
  dataset['theme'] = theme;
  dataset['textSize'] = textSize;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-dark]')) {
    meta.content = meta.dataset[theme] ?? meta.content;
  }
  setFormatTimeZone(timeZone === DEVICE_ZONE ? undefined : timeZone);
}

export const currentSettings = store.read;

export function changeSettings(change: Partial<Settings>): void {
  store.change(current => ({ ...current, ...change }));
}

/**
 * Applies choices, now and when they change here, in another tab or on the device; called once before the first paint.
 */
export function applySettings(): void {
  apply();
  store.watch(apply);
  deviceIsLight().addEventListener('change', apply);
}

export function useSettings(): Settings {
  return useStored(store);
}

/** How many times their normal size letters are on the screen, for what is drawn on a canvas; 1 is 14 px for the body. */
export function currentTextScale(): number {
  return Number.parseFloat(getComputedStyle(document.body).fontSize) / 14;
}

function watchTheme(listener: () => void): () => void {
  const device = deviceIsLight();
  device.addEventListener('change', listener);
  const stop = store.watch(listener);
  return () => {
    device.removeEventListener('change', listener);
    stop();
  };
}

/** For what is drawn on a canvas: all else takes its colours from tokens.css. */
export function useTheme(): Theme {
  return useSyncExternalStore(watchTheme, currentTheme);
}
