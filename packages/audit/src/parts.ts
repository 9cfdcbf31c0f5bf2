import { CorrectionPart } from './correction.ts';
import { CustomerPart } from './customer.ts';
import { LimitPart } from './limit.ts';
import { MarketPart } from './market.ts';
import type { Part } from './part.ts';
import { PerpetualPart } from './perpetual/perpetual.ts';
import { SpotPart } from './spot/spot.ts';
import { WalletPart } from './wallet.ts';
import { WithdrawalPart } from './withdrawal.ts';
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
  ['spot', world => new SpotPart(world)],
  ['perpetual', world => new PerpetualPart(world)],
  ['limit', world => new LimitPart(world)],
  ['market', world => new MarketPart(world)],
  ['customer', world => new CustomerPart(world)],
  ['wallet', world => new WalletPart(world)],
  ['correction', world => new CorrectionPart(world)],
  ['withdrawal', world => new WithdrawalPart(world)],
];
