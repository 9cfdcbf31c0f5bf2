import { hash } from 'node:crypto';

type Plain = string | number | bigint | boolean | null | undefined;

/**
 * A short hash of what a sender chose, for `Idempotency.inputHash`. The order of fields does not matter; undefined
 * counts as absent.
 */
export function hashInput(fields: Readonly<Record<string, Plain>>): string {
  const canonical: [string, Plain][] = [];
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined) continue;
    // Insertion sort: for so few names it takes half the time of `sort`.
    let at = canonical.length;
    for (; at > 0 && canonical[at - 1]![0] > name; at--) canonical[at] = canonical[at - 1]!;
    canonical[at] = [name, typeof value === 'bigint' ? `${value}n` : value];
  }
  return hash('sha256', JSON.stringify(canonical), 'base64url').slice(0, 22);
}
