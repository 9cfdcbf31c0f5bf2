/**
 * Safe access to localStorage: it throws in private windows and on full disks, and the app must work without it.
 * Values that cannot be stored are kept in memory until the page closes.
 */
const PREFIX = 'tallystick.';
const memory = new Map<string, string>();

export type StorageKey =
  | 'token'
  | 'user'
  | 'lang'
  | 'version'
  | 'config'
  | 'settings'
  | 'favourites'
  | 'rate'
  | 'chart'
  | 'trade'
  | 'limits'
  | 'option'
  | 'perpetual'
  | 'priceLog'
  | 'publicLog'
  | 'receipts'
  | 'chatVisitor'
  | 'seen'
  | 'ownSeen'
  | 'shownBalances'
  | 'auditRoots'
  | 'install';

function reach(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    // Even reading the property throws if storage is blocked.
    return undefined;
  }
}

export function readStored(key: StorageKey): string | undefined {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  return reach()?.getItem(PREFIX + key) ?? undefined;
}

export function writeStored(key: StorageKey, value: string): void {
  try {
    const store = reach();
    if (!store) throw new Error('storage is blocked');
    store.setItem(PREFIX + key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function removeStored(key: StorageKey): void {
  memory.delete(key);
  reach()?.removeItem(PREFIX + key);
}

/** Reads a stored JSON value; a value that `accept` rejects counts as absent. */
export function readStoredJson<T>(key: StorageKey, accept: (value: unknown) => value is T): T | undefined {
  const text = readStored(key);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return accept(value) ? value : undefined;
  } catch {
    // Written by another version or by hand: counts as absent.
    return undefined;
  }
}

export function writeStoredJson(key: StorageKey, value: unknown): void {
  writeStored(key, JSON.stringify(value));
}

/** Removes everything but the session, the language and the settings: what "clear cache" promises. */
export function clearStoredCache(): void {
  const cache: readonly StorageKey[] = ['config', 'favourites', 'rate', 'chart', 'trade', 'seen', 'ownSeen'];
  cache.forEach(removeStored);
}

/** Calls `listener` when another tab changes one of the keys. Returns a function that stops that. */
export function onStoredElsewhere(keys: readonly StorageKey[], listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === null || keys.some(key => event.key === PREFIX + key)) listener();
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}
