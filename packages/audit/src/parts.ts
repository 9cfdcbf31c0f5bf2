import { Conversions } from './convert.ts';
import { CorrectionPart } from './correction.ts';
import { CustomerPart } from './customer.ts';
import { Dust } from './dust.ts';
import { Launch } from './launch/launch.ts';
import { LimitPart } from './limit.ts';
import { MarketPart } from './market.ts';
import { Options } from './option/option.ts';
import type { Part } from './part.ts';
import { PerpetualPart } from './perpetual/perpetual.ts';
import { Referral } from './referral.ts';
import { SpotPart } from './spot/spot.ts';
import { Terms } from './terms/terms.ts';
import { Trust } from './trust/trust.ts';
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
  ['option', world => new Options(world)],
  ['trust', world => new Trust(world)],
  ['launch', world => new Launch(world)],
  ['convert', world => new Conversions(world)],
  ['dust', world => new Dust(world)],
  ['referral', world => new Referral(world)],
  ['terms', world => new Terms(world)],
  ['limit', world => new LimitPart(world)],
  ['market', world => new MarketPart(world)],
  ['customer', world => new CustomerPart(world)],
  ['wallet', world => new WalletPart(world)],
  ['correction', world => new CorrectionPart(world)],
  ['withdrawal', world => new WithdrawalPart(world)],
];
