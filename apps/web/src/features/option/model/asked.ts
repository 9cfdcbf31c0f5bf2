import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireOption } from '@tallystick/protocol/wire';
import type { Purchase, Terms } from './ticket.ts';

const PPM_DECIMALS = 6;

/**
 * Whether what was bought is what was asked for: the same bet at the rate that was shown, its entry still to come. The
 * terms in the receipt are what the proof works with, so this is the moment to look at them.
 *
 * @param seenTick The newest tick this device knew when it asked; 0: none. What had been seen cannot be an entry.
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
