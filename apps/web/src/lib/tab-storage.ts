/**
 * Safe access to sessionStorage, for data that must survive a reload but not be found by later users of the device.
 * Nothing is kept if storage is blocked or full.
 */
const PREFIX = 'tallystick.';

export function readTab(key: string): unknown {
  try {
    const text = window.sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Blocked, or written by hand: counts as absent.
    return undefined;
  }
}

/** Undefined removes the value. Returns false if the value could not be stored. */
export function writeTab(key: string, value: unknown): boolean {
  try {
    if (value === undefined) window.sessionStorage.removeItem(PREFIX + key);
    else window.sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    // Blocked or full: a reload loses the value.
    return false;
  }
}
