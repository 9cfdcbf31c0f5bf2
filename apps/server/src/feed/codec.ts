import { EXCHANGE_KINDS } from '../events/kinds/exchange-kinds.ts';
import type { Kind } from '../events/kinds/kind.ts';
import { OFFICE_KINDS } from '../events/kinds/office-kinds.ts';

/** Every kind ever stored. Both tables may contain any: events carried over by an upgrade are in the office's. */
export const STORED_KINDS: Readonly<Record<string, Kind<unknown>>> = { ...EXCHANGE_KINDS, ...OFFICE_KINDS };

/** JSON, with minor units as text. */
export function encodeBody(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Throws an Error naming the kind if the kind or its version is unknown or the body does not match. */
export function decodeBody(kind: string, version: number, body: string): unknown {
  const known = STORED_KINDS[kind];
  if (known === undefined) throw new Error(`a kind of event nobody knows: ${kind}`);
  try {
    return known.decode(version, body);
  } catch (error) {
    throw new Error(`an event of kind ${kind}, version ${version}, cannot be read`, { cause: error });
  }
}
