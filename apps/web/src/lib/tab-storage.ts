/**
 * sessionStorage behind a guard: what a reload must not lose, and nobody who opens the app later may find. Where storage
 * is blocked or full nothing is kept.
 */
const PREFIX = 'tallystick.';

export function readTab(key: string): unknown {
  try {
    const text = window.sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Blocked, or written by hand: as good as absent.
    return undefined;
  }
}

/** Undefined forgets it. False: it is not kept. */
export function writeTab(key: string, value: unknown): boolean {
  try {
    if (value === undefined) window.sessionStorage.removeItem(PREFIX + key);
    else window.sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    // Blocked or full: a reload then loses what was typed, as it would without us.
    return false;
  }
}
