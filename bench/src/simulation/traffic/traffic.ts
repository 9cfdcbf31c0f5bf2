import type { Command, ReadonlyExchange } from '@tallystick/core';
import type { Random } from '@tallystick/core/testing/random';
import type { Sender } from '../clients.ts';
import { CONTRACT_WISHES } from './contracts.ts';
import { OPERATOR_WISHES } from './operators.ts';
import { PRODUCT_WISHES } from './products.ts';
import { SPOT_WISHES } from './spot.ts';
import { Wishes } from './wish.ts';

export interface Wanted {
  readonly sender: Sender;
  readonly command: Command;
}

const WISHES = new Wishes([...SPOT_WISHES, ...CONTRACT_WISHES, ...PRODUCT_WISHES, ...OPERATOR_WISHES]);

/** What all who use the exchange want at this moment, as they see it; `most`: so many things at once. */
export function wantedNow(exchange: ReadonlyExchange, random: Random, nowMs: number, most: number): Wanted[] {
  const wanted: Wanted[] = [];
  for (let left = random.between(1, most); left > 0; left--) {
    const { sender, make } = WISHES.pick(random);
    const made = make({ exchange, random, nowMs });
    if (made === null) continue;
    for (const command of Array.isArray(made) ? (made as readonly Command[]) : [made as Command])
      wanted.push({ sender, command });
  }
  return wanted;
}

/** Mostly some seconds, now and then a minute. */
export function pause(random: Random): number {
  const kind = random.below(25);
  if (kind < 7) return random.between(50, 2_800);
  return kind < 20 ? random.between(2_800, 26_000) : random.between(26_000, 70_000);
}
