import type { RecordKind } from '../api/public-log.ts';

/** In the order of what people look for. */
export const KINDS = [
  'liabilities',
  'reserves',
  'terms',
  'notice',
  'launch_list',
  'profit_withdrawal',
  'books',
  'source',
  'price_head',
  'journal_head',
  'audit_head',
] as const satisfies readonly RecordKind[];

/** Undefined: all kinds. */
export function kindIn(text: string | null): RecordKind | undefined {
  return KINDS.find(kind => kind === text);
}
