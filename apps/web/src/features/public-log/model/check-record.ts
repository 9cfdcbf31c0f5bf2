import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { openCheckpoint } from '@tallystick/verify/checkpoint';
import { leafHash, verifyInclusion } from '@tallystick/verify/merkle';
import { entryHash, readEntry, type PublicEntry } from '@tallystick/verify/public-log/entry';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';

export interface CheckedRecord {
  /** Null: it is not of the form that is published. */
  readonly entry: PublicEntry | null;
  /** Hex. */
  readonly hash: string;
  /** Whether the head this device trusts covers it; null: not yet. */
  readonly isIncluded: boolean | null;
}

/** Works out a record's hash again, and whether it is part of the log as this device knows it. */
export async function checkRecord(
  text: string,
  trust: PublicLogTrust | null,
  fetchInclusion: (number: number, size: number) => Promise<readonly string[]>,
): Promise<CheckedRecord> {
  const bytes = utf8ToBytes(text);
  const entry = readEntry(bytes);
  const hash = entryHash(bytes);
  if (entry === null || trust === null || entry.number > trust.size) return { entry, hash, isIncluded: null };
  const keys = trust.keys.map(publicKey => ({ name: trust.origin, publicKey }));
  const opened = openCheckpoint(trust.note, keys, 'record');
  const hashes = await fetchInclusion(entry.number, trust.size);
  const isIncluded =
    opened.ok &&
    verifyInclusion({
      index: entry.number - 1,
      size: opened.checkpoint.size,
      leaf: leafHash(bytes),
      proof: hashes.map(hexToBytes),
      root: hexToBytes(opened.checkpoint.root),
    });
  return { entry, hash, isIncluded };
}

/** A line of a body; times as milliseconds. */
export type RecordLine = readonly [name: string, value: string | { readonly atMs: number }];

/** The body as lines of names and values: named terms one by one, other nested values as JSON. */
export function linesOf(body: unknown): readonly RecordLine[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]: [string, unknown]): RecordLine[] => {
    if (typeof value === 'number' && name.endsWith('at_ms')) return [[name, { atMs: value }]];
    if (Array.isArray(value) && value.length > 0 && value.every(isNamed)) {
      return value.map(one => [one.name, one.value]);
    }
    return [[name, typeof value === 'string' ? value : JSON.stringify(value, null, 1)]];
  });
}

function isNamed(value: unknown): value is { readonly name: string; readonly value: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { name, value: text, ...others } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof text === 'string' && Object.keys(others).length === 0;
}
