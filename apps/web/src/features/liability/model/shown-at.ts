import { parseDecimal } from '@tallystick/core/money/decimal';
import type { ShownBalances } from '#lib/shown-balances.ts';
import type { BalanceProof } from '../api/liability.ts';

/** What this device has to compare a proof with. */
export interface DeviceView {
  /** Minor units by currency; null: the balances changed around that moment, or this device was not there. */
  readonly shown: Readonly<Record<string, string>> | null;
  /** When the device showed them. */
  readonly atMs: number | null;
}

const NOTHING: DeviceView = { shown: null, atMs: null };

/**
 * What the device showed at the proof's moment. Where it saw balances change just around it, either side may be what the
 * exchange had, so one that differs says nothing; what it saw unchanged before and after must be what is proven.
 */
export function shownAt(proof: BalanceProof, kept: readonly ShownBalances[]): DeviceView {
  const { at_ms: atMs } = proof.record.body;
  const before = kept.findLast(({ fromMs }) => fromMs <= atMs);
  const after = kept.find(({ fromMs }) => fromMs > atMs);
  const isDuring = before !== undefined && before.toMs >= atMs;
  for (const one of isDuring ? [before] : [before, after]) {
    if (one === undefined) continue;
    const shown = minorsOf(proof, one);
    if (shown !== null && (isDuring || isProven(proof, shown))) {
      return { shown, atMs: one === before ? Math.min(one.toMs, atMs) : one.fromMs };
    }
  }
  return NOTHING;
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

function isProven(proof: BalanceProof, shown: Readonly<Record<string, string>>): boolean {
  const proven = new Map(
    proof.statements.map(({ currency, parts }) => [
      currency,
      String(parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
    ]),
  );
  const codes = new Set([...proven.keys(), ...Object.keys(shown)]);
  return [...codes].every(code => (proven.get(code) ?? '0') === (shown[code] ?? '0'));
}
