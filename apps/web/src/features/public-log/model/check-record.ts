import { openCheckpoint } from '@tallystick/verify/checkpoint';
import { entryHash, readEntry, type PublicEntry } from '@tallystick/verify/public-log/entry';
import { readJson } from '@tallystick/verify/file';
import type { PublicRecordKind } from '@tallystick/verify/public-log/records';
import { includesRecord } from '@tallystick/verify/public-log/inclusion';
import type { WirePublicRecord } from '@tallystick/protocol/wire';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';

export interface CheckedRecord {
  /** As it is hashed: what is shown. Null: it is not of the form that is published. */
  readonly entry: PublicEntry | null;
  /** Hex. */
  readonly hash: string;
  /** Whether the head this device trusts covers it, and it is the record that was listed; null: not yet. */
  readonly isIncluded: boolean | null;
}

type FetchInclusion = (number: number, size: number) => Promise<readonly string[]>;

/** Works out a record's hash again, and whether it is part of the log as this device knows it. */
export async function checkRecord(
  record: WirePublicRecord,
  trust: PublicLogTrust | null,
  fetchInclusion: FetchInclusion,
): Promise<CheckedRecord> {
  const bytes = new TextEncoder().encode(record.entry);
  const entry = readEntry(bytes);
  const hash = entryHash(bytes);
  // The list is made of these fields, before anything is checked.
  if (entry !== null && !isListedAs(entry, record)) return { entry, hash, isIncluded: false };
  if (entry === null || trust === null || entry.number > trust.size) return { entry, hash, isIncluded: null };
  const keys = trust.keys.map(publicKey => ({ name: trust.origin, publicKey }));
  const opened = openCheckpoint(trust.note, keys, 'record');
  const hashes = await fetchInclusion(entry.number, trust.size);
  const isIncluded = opened.ok && includesRecord(opened.checkpoint, entry.number, bytes, hashes);
  return { entry, hash, isIncluded };
}

/** All of them. Fails if one could not be checked, unless what is known is wrong already. */
export async function checkRecords(
  records: readonly WirePublicRecord[],
  ...how: [trust: PublicLogTrust | null, fetchInclusion: FetchInclusion]
): Promise<readonly CheckedRecord[]> {
  const ended = await Promise.allSettled(records.map(record => checkRecord(record, ...how)));
  const checked = ended.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = ended.find(one => one.status === 'rejected');
  if (failed !== undefined && inLogOf(checked) !== 'wrong') throw failed.reason;
  return checked;
}

/** How records stand together: as the one that stands worst; `checking` while that is not worked out. */
export type InLog = 'checking' | 'right' | 'waiting' | 'wrong';

export function inLogOf(checked: readonly CheckedRecord[]): Exclude<InLog, 'checking'> {
  if (checked.some(({ entry, isIncluded }) => entry === null || isIncluded === false)) return 'wrong';
  return checked.every(({ isIncluded }) => isIncluded === true) ? 'right' : 'waiting';
}

function isListedAs(entry: PublicEntry, { number, kind, at_ms: atMs }: WirePublicRecord): boolean {
  return entry.number === number && entry.kind === kind && entry.at_ms === atMs;
}

/** What of a body tells records of a kind apart, in their list. */
const TELLING: Readonly<Record<PublicRecordKind, readonly string[]>> = {
  price_head: ['size'],
  journal_head: ['size'],
  audit_head: ['size'],
  liabilities: ['point'],
  reserves: ['point'],
  launch_list: ['currency'],
  terms: ['market', 'product', 'state'],
  notice: ['subject'],
  source: ['version'],
  books: ['sequence'],
  profit_withdrawal: ['amount', 'currency', 'state'],
};

/** A few words of the record's own; '' if it cannot be read. */
export function summaryOf(kind: PublicRecordKind, text: string): string {
  const read = readJson(text);
  const { body } = (read.ok ? read.value : {}) as { readonly body?: Readonly<Record<string, unknown>> };
  return TELLING[kind].flatMap(name => (body?.[name] === undefined ? [] : [String(body[name])])).join(' · ');
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
