import { createStoredStore, useStored } from '#lib/stored-store.ts';

/** What a strip says of the customer's own limits: that they stop everything, what may still be risked, or nothing. */
export type StripKind = 'stop' | 'remaining' | 'none';
const KINDS: readonly StripKind[] = ['stop', 'remaining', 'none'];

const store = createStoredStore('limits', stored => KINDS.find(kind => kind === stored));

/** What it said last on this device: its place is kept until it is known what it says now. undefined: never seen here. */
export function useStripMemory(): StripKind | undefined {
  return useStored(store);
}

export function rememberStrip(kind: StripKind): void {
  if (store.read() !== kind) store.change(() => kind);
}
