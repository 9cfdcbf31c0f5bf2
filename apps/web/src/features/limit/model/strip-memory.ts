import { createStoredStore, useStored } from '#lib/stored-store.ts';

/** What the strip shows of the own limits: that they stop everything, what can still be risked, or nothing. */
export type StripKind = 'stop' | 'remaining' | 'none';
const KINDS: readonly StripKind[] = ['stop', 'remaining', 'none'];

const store = createStoredStore('limits', stored => KINDS.find(kind => kind === stored));

/** What it last showed on this device; its height is reserved while loading. Undefined: never shown here. */
export function useStripMemory(): StripKind | undefined {
  return useStored(store);
}

export function rememberStrip(kind: StripKind): void {
  if (store.read() !== kind) store.change(() => kind);
}
