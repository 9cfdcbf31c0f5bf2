import type { CallOutput } from '@tallystick/protocol';
import type { LogEvidence } from '@tallystick/verify/evidence';
import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';

type Page = CallOutput<'GET price_log/ticks'>;

const PAGE_SIZE = 1000;
/** Safety limit: more pages than the longest possible option needs, over all markets. */
const MOST_PAGES = 200;

/** The published ticks of all markets from an option's purchase until after its delivery. */
export async function fetchTicksOf(
  receipt: WireOptionReceipt,
  signal?: AbortSignal,
): Promise<LogEvidence['range']> {
  const ticks: Page['ticks'][number][] = [];
  let previous: string | null = null;
  let from = receipt.chain_head.number + 1;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const {
      ticks: found,
      next_from,
      previous_hash,
    }: Page = await callApi('GET price_log/ticks', { from, limit: PAGE_SIZE }, signal ? { signal } : {});
    previous ??= previous_hash;
    ticks.push(...found);
    if (next_from === null || (found.at(-1)?.at_ms ?? 0) > receipt.delivery_at_ms) {
      return { previous_hash: previous, ticks };
    }
    from = next_from;
  }
  throw new RangeError('the price log does not reach the end of the option');
}
