import type { CallOutput } from '@tallystick/protocol';
import { CallFailure } from '../http/call-failure.ts';
import type { CallContext, RegisterCall } from '../http/call-router.ts';
import { readCursor } from '../http/page.ts';
import type { PriceLogReader } from './reader.ts';

const YEAR_S = 31_536_000;

/** Cache times: answers that can never change, and those that grow. */
const FOREVER = YEAR_S;
const A_MOMENT = 2;

export function registerPriceLogCalls(register: RegisterCall, log: PriceLogReader): void {
  const kept = <T>({ cacheFor }: CallContext, seconds: number, output: T): T => {
    cacheFor(seconds);
    return output;
  };
  register('GET price_log/checkpoint', async ({ size }, context) =>
    kept(context, size === undefined ? A_MOMENT : FOREVER, await log.checkpoint(size)),
  );
  register('GET price_log/checkpoints', ({ cursor, limit }) => log.checkpoints(below(cursor), limit));
  register('GET price_log/keys', () => log.keys());
  register('GET price_log/ticks', async ({ from, from_ms: fromMs, limit }, context) => {
    const first = from ?? (fromMs === undefined ? 1 : await log.numberAt(fromMs));
    if (first === null) return { previous_hash: '0'.repeat(64), ticks: [], next_from: null };
    const page = await log.ticks(first, limit);
    // A full page by number never changes.
    return kept(context, from !== undefined && page.ticks.length === limit ? FOREVER : A_MOMENT, page);
  });
  register('GET price_log/inclusion', async ({ number, size }, context) =>
    kept(context, FOREVER, await log.inclusion(number, size)),
  );
  register('GET price_log/consistency', async ({ from, to }, context) =>
    kept(context, FOREVER, await log.consistency(from, to)),
  );
  register('GET price_log/archives', ({ cursor, limit }) => log.archives(below(cursor), limit));
  register('GET price_log/archive', async ({ first }, context) => {
    const bytes = await log.archiveFile(first);
    return kept(context, FOREVER, { bytes, contentType: 'application/gzip' });
  });
}

/** The page ends below this. */
function below(cursor: string | undefined): number {
  return readCursor(cursor, 1)?.[0] ?? Number.MAX_SAFE_INTEGER;
}

/** Looks up customers' options. */
export interface ProvenOptions {
  /** @throws unknown_option */
  detail(customerId: number, optionId: number): Promise<CallOutput<'GET microtrade/detail'>>;
}

export function registerProofCalls(
  register: RegisterCall,
  log: PriceLogReader,
  options: ProvenOptions,
): void {
  register('GET microtrade/proof', async ({ option_id: optionId }, { session }) => {
    const { option, signed_terms } = await options.detail(session.customerId, optionId);
    const { receipt, state } = option;
    if (state !== 'settled') throw new CallFailure('not_yet_signed');
    const evidence = await log.evidence(receipt.chain_head.number, receipt.delivery_at_ms);
    return { proof: { kind: 'tallystick option proof 1', receipt, signed_terms, log: evidence } };
  });
}
