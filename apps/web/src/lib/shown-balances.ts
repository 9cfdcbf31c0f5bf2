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
  /** What the customer logs in with, and did before: proofs of earlier moments are made out to the earlier names. */
  readonly names: readonly string[];
}

/** Times of at most so many changes are kept. */
const KEPT = 200;
/** What is seen again within this time was so all the time in between: the wallet is asked for every ten seconds. */
const GAP_MS = 60_000;
/** Log-in names that are kept; the oldest are dropped first. */
const NAMES = 16;

function accept(stored: unknown): Stored | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { owner, shown, names } = stored as Partial<Stored>;
  if (typeof owner !== 'number' || !Array.isArray(shown)) return null;
  return { owner, shown, names: Array.isArray(names) ? names.filter(name => typeof name === 'string') : [] };
}

const store = createStoredStore<Stored | null>('shownBalances', accept);

onSessionChange(session => {
  if (session === undefined) store.change(() => null);
});

/** Keeps what is on screen at this moment of the server's clock. */
export function keepShown(owner: number, held: Readonly<Record<string, string>>, atMs: number): void {
  const { shown, names } = keptOf(owner);
  const last = shown.at(-1);
  if (last !== undefined && atMs < last.toMs) return;
  const goesOn = last !== undefined && isSame(last.held, held) && atMs - last.toMs <= GAP_MS;
  const next = goesOn
    ? [...shown.slice(0, -1), { ...last, toMs: atMs }]
    : [...shown, { fromMs: atMs, toMs: atMs, held }];
  store.change(() => ({ owner, shown: next.slice(-KEPT), names }));
}

/** What was shown to the customer, oldest first. */
export function keptShown(owner: number): readonly ShownBalances[] {
  return keptOf(owner).shown;
}

/** Keeps what the customer logs in with. */
export function keepNames(owner: number, names: readonly string[]): void {
  const { shown, names: before } = keptOf(owner);
  const fresh = names.filter(name => !before.includes(name));
  if (fresh.length > 0) store.change(() => ({ owner, shown, names: [...before, ...fresh].slice(-NAMES) }));
}

/** What the customer has logged in with on this device, oldest first. */
export function keptNames(owner: number): readonly string[] {
  return keptOf(owner).names;
}

function keptOf(owner: number): Pick<Stored, 'shown' | 'names'> {
  const current = store.read();
  return current?.owner === owner ? current : { shown: [], names: [] };
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...codes].every(code => one[code] === other[code]);
}
