import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';
import { readStoredJson, writeStoredJson } from './storage.ts';

/** Choices that live on this device only. */
export interface Settings {
  /** Which colour means a rising price. */
  readonly upColour: 'green' | 'red';
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
  hideBalances: false,
  hideSmall: false,
  valuation: 'USDT',
  confirmOrders: true,
  loginBy: 'phone',
};

function isPartial(value: unknown): value is Partial<Settings> {
  return typeof value === 'object' && value !== null;
}

let current: Settings = { ...defaults, ...readStoredJson('settings', isPartial) };
const changed = createSignal<Settings>();

function paint(): void {
  document.documentElement.dataset['upColour'] = current.upColour;
}

export function currentSettings(): Settings {
  return current;
}

export function changeSettings(change: Partial<Settings>): void {
  current = { ...current, ...change };
  writeStoredJson('settings', current);
  paint();
  changed.emit(current);
}

/** Applies stored choices to the document; called once before the first paint. */
export function applySettings(): void {
  paint();
}

export function useSettings(): Settings {
  return useSyncExternalStore(changed.listen, currentSettings);
}
