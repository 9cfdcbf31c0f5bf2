import type { DeskOutput } from '@tallystick/protocol/desk';
import { wholeOf } from '#lib/format.ts';
import { readLines, type Read } from '#lib/read-lines.ts';

export type OptionMarket = DeskOutput<'GET desk/options'>['items'][number];

export interface OptionTime {
  readonly seconds: number;
  readonly payout_percent: string;
}

export interface OptionStakes {
  readonly currency_id: number;
  readonly min_stake: string;
  readonly max_stake: string;
  readonly exposure_limit: string;
}

const AMOUNT = /^\d{1,20}(\.\d{1,18})?$/;
const PERCENT = /^\d{1,3}(\.\d{1,4})?$/;

export function timesText(times: OptionMarket['times']): string {
  return times.map(({ seconds, payout_percent }) => `${seconds} ${payout_percent}`).join('\n');
}

export function stakesText(currencies: OptionMarket['currencies']): string {
  return currencies
    .map(one => `${one.currency} ${one.min_stake} ${one.max_stake} ${one.exposure_limit}`)
    .join('\n');
}

/** `60 85`: seconds, and what a win adds in percent of the stake. */
export function readTimes(text: string): Read<OptionTime> {
  return readLines(text, ([typed = '', percent = '', ...more]) => {
    const seconds = wholeOf(typed);
    if (seconds === null || seconds === 0 || !PERCENT.test(percent) || more.length > 0) return null;
    return { seconds, payout_percent: percent };
  });
}

/** `USDT 5 2000 50000`: smallest and largest stake, and the exposure limit of a direction. */
export function readStakes(text: string, ids: ReadonlyMap<string, number>): Read<OptionStakes> {
  const read = readLines(text, ([code = '', min = '', max = '', limit = '', ...more]) => {
    const id = ids.get(code.toUpperCase());
    if (id === undefined || more.length > 0 || ![min, max, limit].every(part => AMOUNT.test(part)))
      return null;
    return { currency_id: id, min_stake: min, max_stake: max, exposure_limit: limit };
  });
  return 'line' in read ? read : { items: read.items.toSorted((a, b) => a.currency_id - b.currency_id) };
}
