import type { CallOutput } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Customer } from '../parts/customer.ts';
import { setOptionTerms } from '@tallystick/server/testing/option-terms';
import { until } from './until.ts';

/** Short enough to expire while the clock is set wrong twice, so that nothing has to wait for the expiry. */
export const OPTION_S = 10;
/** Maximum age of a price: the largest that so short an option allows. */
const STALE_MS = 4_900;
const MARKET = 1;
const STAKE = '10';

export const sellShortOptions = (url: string) =>
  setOptionTerms(url, { marketId: MARKET, staleMs: STALE_MS, times: [[OPTION_S, '80']] });

/** Buys an option and waits until it has its entry price. Resolves to its id. */
export async function buyOption(holder: Customer): Promise<number> {
  const move = { from: 'spot', to: 'option', currency_id: USDT, amount: STAKE } as const;
  await holder.call('POST wallet/change', move);
  const { terms_version } = await holder.call('GET microtrade/seconds', { market_id: MARKET });
  const wanted = { market_id: MARKET, direction: 'rise', seconds: OPTION_S, practice: false } as const;
  const input = { ...wanted, currency_id: USDT, amount: STAKE, terms_version };
  let id = 0;
  // On a busy machine prices are late, and no options are sold until new ones come.
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

export type Proof = CallOutput<'GET microtrade/proof'>['proof'];

/** Resolves once the option is settled and its ticks are signed. */
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
