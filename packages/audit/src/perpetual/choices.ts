import type { Refusal } from '../part.ts';
import type { ChoiceCommand } from './commands.ts';
import { isMultiple, isTopUpLimit } from './margin.ts';
import type { Contracted } from './state.ts';
import type { Venue } from './venue.ts';

/** Of an order that names none: what its customer chose, or the smallest on offer. */
export function ownMultiple(venue: Venue, customerId: number, { id, contract }: Contracted): number {
  return Number(venue.choice(customerId, id).multiple ?? contract.multiples[0]!);
}

/** What later orders and positions of a contract take over from their customer. */
export function choose(venue: Venue, command: ChoiceCommand): Refusal {
  const { customerId, marketId } = command;
  const market = venue.markets.get(marketId);
  if (market === undefined) return 'unknown_perpetual';
  const before = venue.choice(customerId, marketId);
  const key = `${customerId}/${marketId}`;
  if (command.type === 'setLeverage') {
    if (!isMultiple(command.multiple, market)) return 'multiple_not_offered';
    venue.choices.set(key, { ...before, multiple: BigInt(command.multiple) });
  } else {
    if (!isTopUpLimit(command.limitMinor)) return 'invalid_amount';
    venue.choices.set(key, { ...before, topUpLimit: command.limitMinor });
  }
  return null;
}
