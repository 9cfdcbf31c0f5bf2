import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireOption } from '@tallystick/protocol/wire';
import type { Purchase, Terms } from './ticket.ts';

const PPM_DECIMALS = 6;

/**
 * Whether the bought option is the requested one: the same terms and rate, with an entry after the request. The proof
 * works with the terms in the receipt, so they are checked here.
 *
 * @param seenTick The newest tick this device knew at the request; 0: none. The entry must be newer.
 */
export function isAsAsked(option: WireOption, purchase: Purchase, terms: Terms, seenTick: number): boolean {
  const { receipt } = option;
  const rate = terms.times.find(({ seconds }) => seconds === purchase.seconds)?.payout_rate;
  return (
    option.currency_id === purchase.currency_id &&
    receipt.market_id === purchase.market_id &&
    receipt.direction === purchase.direction &&
    receipt.seconds === purchase.seconds &&
    receipt.practice === purchase.practice &&
    receipt.terms_version === purchase.terms_version &&
    receipt.stake_minor === String(parseDecimal(purchase.amount, receipt.decimals)) &&
    rate !== undefined &&
    parseDecimal(rate, PPM_DECIMALS) === BigInt(receipt.payout_ppm) &&
    receipt.chain_head.number >= seenTick
  );
}
