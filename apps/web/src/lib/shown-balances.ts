import { onSessionChange } from './session.ts';
import { createStoredStore } from './stored-store.ts';

/** What this device showed of the customer's balances, and from when until when it saw them so. */
export interface ShownBalances {
  readonly fromMs: number;
  readonly toMs: number;
  /** Totals by currency code, decimals; zeros are left out. */
  readonly held: Readonly<Record<string, string>>;
}

interface Stored {
  /** The customer. */
  readonly owner: number;
  /** Oldest first. */
  readonly shown: readonly ShownBalances[];
}

/** Times of at most so many changes are kept. */
const KEPT = 200;
/** What is seen again within this time was so all the time in between: the wallet is asked for every ten seconds. */
const GAP_MS = 60_000;

function accept(stored: unknown): Stored | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { owner, shown } = stored as Partial<Stored>;
  return typeof owner === 'number' && Array.isArray(shown) ? { owner, shown } : null;
}

const store = createStoredStore<Stored | null>('shownBalances', accept);

onSessionChange(session => {
  if (session === undefined) store.change(() => null);
});

/** Keeps what is on screen at this moment of the server's clock. */
export function keepShown(owner: number, held: Readonly<Record<string, string>>, atMs: number): void {
  const current = store.read();
  const shown = current?.owner === owner ? current.shown : [];
  const last = shown.at(-1);
  if (last !== undefined && atMs < last.toMs) return;
  const goesOn = last !== undefined && isSame(last.held, held) && atMs - last.toMs <= GAP_MS;
  const next = goesOn
    ? [...shown.slice(0, -1), { ...last, toMs: atMs }]
    : [...shown, { fromMs: atMs, toMs: atMs, held }];
  store.change(() => ({ owner, shown: next.slice(-KEPT) }));
}

/** What was shown to the customer, oldest first. */
export function keptShown(owner: number): readonly ShownBalances[] {
  const current = store.read();
  return current?.owner === owner ? current.shown : [];
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...codes].every(code => one[code] === other[code]);
}
