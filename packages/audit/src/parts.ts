import { CustomerPart } from './customer.ts';
import { MarketPart } from './market.ts';
import type { Part } from './part.ts';
import { PerpetualPart } from './perpetual/perpetual.ts';
import type { World } from './world.ts';

export type PartName =
  | 'spot'
  | 'perpetual'
  | 'option'
  | 'trust'
  | 'launch'
  | 'convert'
  | 'dust'
  | 'referral'
  | 'terms'
  | 'limit'
  | 'market'
  | 'customer'
  | 'wallet'
  | 'correction'
  | 'withdrawal';

/** Every part of the exchange. The constructors enter themselves into the world where others need them. */
export const PARTS: readonly (readonly [PartName, (world: World) => Part])[] = [
  ['perpetual', world => new PerpetualPart(world)],
  ['market', world => new MarketPart(world)],
  ['customer', world => new CustomerPart(world)],
];
