import { EXCHANGE_KINDS } from '../events/kinds/exchange-kinds.ts';
import type { Kind } from '../events/kinds/kind.ts';
import { OFFICE_KINDS } from '../events/kinds/office-kinds.ts';

/** Every kind that was ever stored. Both tables may hold each: what an upgrade carries over is in the office's. */
export const STORED_KINDS: Readonly<Record<string, Kind<unknown>>> = { ...EXCHANGE_KINDS, ...OFFICE_KINDS };

/** JSON, with minor units as text. */
export function encodeBody(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Throws an Error that names the kind, if it or its version is unknown or the body is not of it. */
export function decodeBody(kind: string, version: number, body: string): unknown {
  const known = STORED_KINDS[kind];
  if (known === undefined) throw new Error(`a kind of event nobody knows: ${kind}`);
  try {
    return known.decode(version, body);
  } catch (error) {
    throw new Error(`an event of kind ${kind}, version ${version}, cannot be read`, { cause: error });
  }
}
