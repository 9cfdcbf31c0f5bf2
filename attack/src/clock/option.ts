import type { CallOutput } from '@tallystick/protocol';
import { verifyOption } from '@tallystick/verify';
import type { Check } from '../attack.ts';
import type { Customer } from '../parts/customer.ts';
import { setOptionTerms } from '@tallystick/server/testing/option-terms';
import { until, WITHIN_MS } from './until.ts';

/** Shorter than the clock is wrong twice, so that it is due meanwhile, and nobody has to wait for it. */
export const OPTION_S = 10;
/** As much as such a short time allows. */
const STALE_MS = 4_900;
const MARKET = 1;
const USDT = 3;
const STAKE = '10';

export const sellShortOptions = (url: string) =>
  setOptionTerms(url, { marketId: MARKET, staleMs: STALE_MS, times: [[OPTION_S, '80']] });

/** An option that has its entry price. Resolves to its id. */
export async function buyOption(holder: Customer): Promise<number> {
  const move = { from: 'spot', to: 'option', currency_id: USDT, amount: STAKE } as const;
  await holder.call('POST wallet/change', move);
  const { terms_version } = await holder.call('GET microtrade/seconds', { market_id: MARKET });
  const wanted = { market_id: MARKET, direction: 'rise', seconds: OPTION_S, practice: false } as const;
  const input = { ...wanted, currency_id: USDT, amount: STAKE, terms_version };
  let id = 0;
  // Prices are late on a busy machine, and options are not sold then.
  await until(async () => {
    const { text, code } = await holder.send('POST microtrade/submit', input);
    if (code === 'stale_tick') return false;
    if (code !== 1) throw new Error(`no option could be bought: ${text}`);
    id = (JSON.parse(text) as { data: CallOutput<'POST microtrade/submit'> }).data.option.option_id;
    return true;
  }, 'no option could be bought');
  await until(async () => {
    const { option } = await holder.call('GET microtrade/detail', { option_id: id });
    return option.state !== 'pending';
  }, 'the option did not begin');
  return id;
}

type Proof = CallOutput<'GET microtrade/proof'>['proof'];

/** Once it is settled, and the prices that decided are signed. */
export async function proofOf(holder: Customer, id: number): Promise<Proof> {
  await until(async () => {
    const { option } = await holder.call('GET microtrade/detail', { option_id: id });
    return option.state === 'settled';
  }, 'the option was not settled');
  let proof: Proof | null = null;
  await until(async () => {
    const { text, code } = await holder.send('GET microtrade/proof', { option_id: id });
    if (code === 'not_yet_signed') return false;
    if (code !== 1) throw new Error(`there is no proof: ${text}`);
    ({ proof } = (JSON.parse(text) as { data: { proof: Proof } }).data);
    return true;
  }, 'the prices were not signed');
  return proof!;
}

/**
 * Whether each ended when it was due and as its prices say, worked out again from the log: while the clock is wrong there
 * are none, so the stake goes back where the newest one before the end was too old by then. Both are as promised; which
 * of them it is depends on when the clock was set.
 */
export function settledInTime(proofs: readonly Proof[]): Check {
  const seen = proofs.map(proof => ({ proof, lateMs: lateMsOf(proof), ...verifyOption(proof) }));
  const held = seen.filter(({ verdict, lateMs }) => verdict === 'right' && lateMs > 0 && lateMs < WITHIN_MS);
  return {
    promise: `${OPTION_S} s options bought before are settled when they are due or the clock is right again, as their prices say`,
    seen: seen
      .map(({ proof, lateMs, verdict }) => `${ended(proof)}, ${lateMs} ms late: ${verdict}`)
      .join('; '),
    held: proofs.length > 0 && held.length === proofs.length,
  };
}

function lateMsOf({ receipt: { settled_at_ms: settledAtMs, delivery_at_ms: deliveryAtMs } }: Proof): number {
  return (settledAtMs ?? Infinity) - deliveryAtMs;
}

function ended({ receipt, log }: Proof): string {
  const before = log.range.ticks.filter(
    ({ market_id: market, at_ms: atMs }) => market === receipt.market_id && atMs <= receipt.delivery_at_ms,
  );
  const newest = before.at(-1);
  const age = newest === undefined ? 'no price' : `a price ${receipt.delivery_at_ms - newest.at_ms} ms old`;
  return `${receipt.result} by ${age} of at most ${receipt.stale_ms}`;
}
