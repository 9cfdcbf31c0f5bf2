import type { CallName } from '@tallystick/protocol';
import type { Gate } from '../http/call-router.ts';
import type { Begins } from '../module/module.ts';
import type { PlatformSettings } from './platform-settings.ts';

/**
 * Maintenance closes every call except those that announce it; a product line that is off accepts nothing new. No
 * option is sold while the price log is stopped, because nobody could check its result.
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
 * Open even in maintenance: signed logs, because others check us by them; the status, because it matters most then; and
 * the steps of a second factor's recovery, so that its owner can stop it.
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
