import { setFormatTimeZone } from './format-locale.ts';
import { createStoredStore, useStored } from './stored-store.ts';
import { DEVICE_ZONE, isTimeZone } from './time-zone.ts';
import type { ValuationCode } from './valuation-code.ts';

/** Choices that live on this device only. */
export interface Settings {
  /** Which colour means a rising price. */
  readonly upColour: 'green' | 'red';
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

function apply(): void {
  const { upColour, timeZone } = store.read();
  document.documentElement.dataset['upColour'] = upColour;
  setFormatTimeZone(timeZone === DEVICE_ZONE ? undefined : timeZone);
}

export const currentSettings = store.read;

export function changeSettings(change: Partial<Settings>): void {
  store.change(current => ({ ...current, ...change }));
}

/** Applies choices, now and when they change here or in another tab; called once before the first paint. */
export function applySettings(): void {
  apply();
  store.watch(apply);
}

export function useSettings(): Settings {
  return useStored(store);
}
