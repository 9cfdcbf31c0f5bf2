import { useSyncExternalStore } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import { callApi } from './api-client.ts';
import { createSignal } from './signal.ts';

export type AppConfig = CallOutput<'GET app/config'>;

/** The app's own version (specification, section 1). */
export const APP_VERSION = '3.5.8';
/** The version of what is stored on the device. */
export const STORED_VERSION = '1.0.0';

let current: AppConfig | undefined;
const changed = createSignal<AppConfig>();

export async function loadAppConfig(): Promise<AppConfig> {
  const config = await callApi('GET app/config', {});
  current = config;
  changed.emit(config);
  return config;
}

/** Undefined until the server has answered. */
export function useAppConfig(): AppConfig | undefined {
  return useSyncExternalStore(changed.listen, () => current);
}
