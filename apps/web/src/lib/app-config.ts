import { useSyncExternalStore } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import { callApi } from './api-client.ts';
import { createSignal } from './signal.ts';
import { readStoredJson, writeStoredJson } from './storage.ts';

export type AppConfig = CallOutput<'GET app/config'>;

/** The app's own version (specification, section 1). */
export const APP_VERSION = '3.5.8';
/** Version of the data stored on the device. */
export const STORED_VERSION = '1.0.0';

function isConfig(value: unknown): value is AppConfig {
  return typeof value === 'object' && value !== null && 'mode' in value && 'faucet' in value;
}

// The last known configuration is used until the server answers, so that the layout need not move.
let current = readStoredJson('config', isConfig);
const changed = createSignal<AppConfig>();

export async function loadAppConfig(): Promise<AppConfig> {
  const config = await callApi('GET app/config', {});
  current = config;
  writeStoredJson('config', config);
  changed.emit(config);
  return config;
}

/** The server's last configuration; undefined on the very first visit until it has answered. */
export function useAppConfig(): AppConfig | undefined {
  return useSyncExternalStore(changed.listen, () => current);
}
