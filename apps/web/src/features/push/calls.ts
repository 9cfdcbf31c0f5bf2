import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentSession } from '#lib/session.ts';

const KEY = ['push/devices'];

export function usePushDevices() {
  return useQuery(callQuery('GET push/devices', {}, KEY));
}

const devicesAreOld = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

/** Whether this browser can be pushed to; it needs the app's service worker. */
export async function pushState(): Promise<'unavailable' | 'blocked' | 'possible'> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unavailable';
  if ((await navigator.serviceWorker.getRegistration()) === undefined) return 'unavailable';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Asks for permission and subscribes this browser. False if denied. Rejects on errors. */
export async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { key } = await callApi('GET push/key', {});
  const { pushManager } = await navigator.serviceWorker.ready;
  // The browser refuses to subscribe while a subscription with another key exists.
  await (await pushManager.getSubscription())?.unsubscribe();
  await register(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  return true;
}

/** Sends the current push address of this device to the server, if push is on for it. */
export async function renewAddress(): Promise<void> {
  if (currentSession() === undefined) return;
  const { items } = await callApi('GET push/devices', {});
  if (!items.some(device => device.current)) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (subscription) await register(subscription);
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await callApi('POST push/subscribe', {
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
  });
  await devicesAreOld();
}

export async function removeDevice(id: number): Promise<void> {
  await callApi('POST push/unsubscribe', { device_id: id });
  await devicesAreOld();
}

export async function testPush(): Promise<void> {
  await callApi('POST push/test', {});
}
