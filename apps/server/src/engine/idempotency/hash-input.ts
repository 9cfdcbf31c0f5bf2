import { createHash } from 'node:crypto';

type Plain = string | number | bigint | boolean | null | undefined;

/**
 * A short hash of what a sender chose, for `Idempotency.inputHash`. The order of fields does not matter; undefined
 * counts as absent.
 */
export function hashInput(fields: Readonly<Record<string, Plain>>): string {
  const canonical = Object.keys(fields)
    .filter(name => fields[name] !== undefined)
    .toSorted()
    .map(name => {
      const value = fields[name];
      return [name, typeof value === 'bigint' ? `${value}n` : value];
    });
  return createHash('sha256').update(JSON.stringify(canonical)).digest('base64url').slice(0, 22);
}
