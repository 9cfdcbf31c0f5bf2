import { parseDecimal } from '@tallystick/core/money/decimal';
import type { ShownBalances } from '#lib/shown-balances.ts';
import type { BalanceProof } from '../api/liability.ts';

/** What this device has to compare a proof with. */
export interface DeviceView {
  /** Minor units by currency; null: the balances changed around that moment, or this device was not there. */
  readonly shown: Readonly<Record<string, string>> | null;
  /** When the device showed them. */
  readonly atMs: number | null;
  /** When it showed others than are proven, next before and after; empty unless `shown` is null. */
  readonly otherAtMs: readonly number[];
}

/** An answer of the wallet is on its way for a while: what changes meanwhile is on screen only with the next one. */
const ON_ITS_WAY_MS = 5_000;

/**
 * What the device showed at the proof's moment. Where it saw balances change just around it, either side may be what the
 * exchange had, so one that differs decides nothing, and is only named. What it saw unchanged before and after must be
 * what is proven.
 */
export function shownAt(proof: BalanceProof, kept: readonly ShownBalances[]): DeviceView {
  const { at_ms: atMs } = proof.record.body;
  const before = kept.findLast(({ fromMs }) => fromMs <= atMs);
  const after = kept.find(({ fromMs }) => fromMs > atMs);
  const sides = [before, after].flatMap(one => {
    const shown = one === undefined ? null : minorsOf(proof, one);
    if (one === undefined || shown === null) return [];
    return [{ shown, atMs: one === before ? Math.min(one.toMs, atMs) : one.fromMs }];
  });
  const [first, second] = sides;
  if (first === undefined) return { shown: null, atMs: null, otherAtMs: [] };
  const isDuring = before !== undefined && before.toMs - ON_ITS_WAY_MS >= atMs;
  const isUnchanged = isDuring || (second !== undefined && isSame(first.shown, second.shown));
  const proven = provenIn(proof);
  const found = isUnchanged ? first : sides.find(({ shown }) => isSame(shown, proven));
  return found === undefined
    ? { shown: null, atMs: null, otherAtMs: sides.map(side => side.atMs) }
    : { ...found, otherAtMs: [] };
}

/** Null: an amount has more digits than the currency of the proof. */
function minorsOf(proof: BalanceProof, { held }: ShownBalances): Record<string, string> | null {
  const decimals = new Map(proof.record.body.tree.map(of => [of.currency, of.decimals]));
  const minors: Record<string, string> = {};
  for (const [code, amount] of Object.entries(held)) {
    const minor = parseDecimal(amount, decimals.get(code) ?? DECIMALS);
    if (minor === null) return null;
    if (minor + unbooked(proof, code) !== 0n) minors[code] = String(minor + unbooked(proof, code));
  }
  return minors;
}

/** Of a currency that nobody holds, any will do: the amount is only compared with nothing. */
const DECIMALS = 18;

/** Interest that was earned and not booked yet is proven, and not in what the wallet shows. */
function unbooked(proof: BalanceProof, code: string): bigint {
  const parts = proof.statements.find(({ currency }) => currency === code)?.parts ?? [];
  return BigInt(parts.find(({ part }) => part === 'interest')?.amount ?? 0);
}

type Minors = Readonly<Record<string, string>>;

function provenIn({ statements }: BalanceProof): Minors {
  return Object.fromEntries(
    statements.map(({ currency, parts }) => [
      currency,
      String(parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
    ]),
  );
}

function isSame(one: Minors, other: Minors): boolean {
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...codes].every(code => (one[code] ?? '0') === (other[code] ?? '0'));
}
