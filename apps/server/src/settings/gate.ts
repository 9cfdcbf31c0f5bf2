import type { CallName } from '@tallystick/protocol';
import type { Gate } from '../http/call-router.ts';
import type { Begins } from '../module/module.ts';
import type { PlatformSettings } from './platform-settings.ts';

/**
 * Maintenance closes everything but what tells the app so; a product line that is off takes nothing new. No option is
 * sold while the price log is stopped: nobody could check its result.
 */
export function createGate(settings: PlatformSettings, begins: Begins, isLogStopped: () => boolean): Gate {
  return name => {
    if (settings.get('maintenance').on && !isAlwaysOpen(name)) return 'maintenance';
    if (name === 'POST microtrade/submit' && isLogStopped()) return 'product_off';
    const line = begins[name];
    return line !== undefined && !settings.get('products')[line] ? 'product_off' : null;
  };
}

/**
 * What is signed can be read at any time: it is what others check us by. How everything is doing is asked for above all
 * when it is not doing; and while nobody can log in, the wait for a lost second factor goes on, so its owner can stop it.
 */
const ALWAYS_OPEN: ReadonlySet<CallName> = new Set<CallName>([
  'GET app/config',
  'GET status/now',
  'GET status/history',
  'POST user/recovery_stop',
]);

function isAlwaysOpen(name: CallName): boolean {
  return ALWAYS_OPEN.has(name) || name.startsWith('GET price_log/') || name.startsWith('GET signed_log/');
}
