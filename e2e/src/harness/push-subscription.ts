import type { TestBrowser } from '@tallystick/server/modules/push/testing/test-browser';
import type { Page } from 'playwright-core';

/**
 * The tests' browser has no push service: a page that subscribes gets these keys and the permission it asks for. The key it
 * subscribed with is in `window.askedWith`.
 */
export async function subscribesWith(page: Page, keys: TestBrowser): Promise<void> {
  await page.addInitScript(subscription => {
    const { endpoint, ...rest } = subscription;
    // A browser without a screen always denies the permission.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = () => Promise.resolve('granted');
    PushManager.prototype.subscribe = options => {
      (window as { askedWith?: unknown }).askedWith = options?.applicationServerKey;
      const made = { toJSON: () => ({ endpoint, keys: rest }), unsubscribe: () => Promise.resolve(true) };
      return Promise.resolve(made as unknown as PushSubscription);
    };
  }, keys.subscription);
}
