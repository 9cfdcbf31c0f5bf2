import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { workerAddress } from './worker-address.ts';

/** Which of the operator's browsers this one is: the server's number of its subscription. */
const KEPT = 'tallystick-desk-push';

export type PushState = 'unavailable' | 'blocked' | 'possible';

/** Whether this browser can be pushed to. */
export function pushState(): PushState {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isThere) return 'unavailable';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** The number of this browser's subscription; valid only while it is in the server's list. */
export function thisDevice(): number | null {
  return wholeOf(localStorage.getItem(KEPT) ?? '');
}

/**
 * Asks for permission and subscribes this browser. The desk has no service worker before, and uses it for push only.
 * Rejects if that is not possible.
 */
export async function turnOn(): Promise<'on' | 'refused' | 'switchedOff'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  const { key } = await callDesk('GET desk/push_key', {});
  if (key === null) return 'switchedOff';
  const { serviceWorker } = navigator;
  await serviceWorker.register(workerAddress(), { updateViaCache: 'none' });
  const { pushManager } = await serviceWorker.ready;
  // A subscription with another key would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const { device_id: id } = await callDesk('POST desk/push_subscribe', {
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
  });
  localStorage.setItem(KEPT, String(id));
  return 'on';
}

export async function turnOff(id: number): Promise<void> {
  await callDesk('POST desk/push_unsubscribe', { device_id: id });
  if (thisDevice() !== id) return;
  localStorage.removeItem(KEPT);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
