import type { CallName } from '@tallystick/protocol';
import type { ProductLine } from '@tallystick/protocol/desk/settings';
import type { Gate } from '../http/call-router.ts';
import type { PlatformSettings } from './platform-settings.ts';

/** Calls that begin something new in a product line. Existing positions can always be viewed and ended. */
const BEGINS: Partial<Record<CallName, ProductLine>> = {
  'POST coin/trade': 'spot',
  'POST convert/accept': 'spot',
  'POST convert/dust': 'spot',
  'POST lever/submit': 'perpetual',
  'POST lever/reverse': 'perpetual',
  'POST lh/send/order': 'launch',
  'POST wallet/get_in_address': 'deposit',
  'POST wallet/charge_req': 'deposit',
  'POST lh/deposit': 'trust',
  'POST wallet/out': 'withdrawal',
};

/**
 * Maintenance closes every call except those that announce it; a product line that is off accepts nothing new. No
 * option is sold while the price log is stopped, because nobody could check its result.
 */
export function createGate(settings: PlatformSettings, isLogStopped: () => boolean): Gate {
  return name => {
    if (settings.get('maintenance').on && !isAlwaysOpen(name)) return 'maintenance';
    if (name === 'POST microtrade/submit' && isLogStopped()) return 'product_off';
    const line = BEGINS[name];
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
