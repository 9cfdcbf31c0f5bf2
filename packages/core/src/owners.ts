import type { CommandType, OwnedCommands, Owner } from './command.ts';
import { CONVERT_COMMANDS } from './convert/command.ts';
import { CORRECTION_COMMANDS } from './correction/command.ts';
import { CUSTOMER_COMMANDS } from './customer/command.ts';
import { DUST_COMMANDS } from './dust/command.ts';
import { LAUNCH_COMMANDS } from './launch/command.ts';
import { LIMIT_COMMANDS } from './limit/command.ts';
import { MARKET_COMMANDS } from './market/command.ts';
import { OPTION_COMMANDS } from './option/command.ts';
import { PERPETUAL_COMMANDS } from './perpetual/command.ts';
import { REFERRAL_COMMANDS } from './referral/command.ts';
import { SPOT_COMMANDS } from './spot/command.ts';
import { TERMS_COMMANDS } from './terms/command.ts';
import { TRUST_COMMANDS } from './trust/command.ts';
import { WALLET_COMMANDS } from './wallet/command.ts';
import { WITHDRAWAL_COMMANDS } from './withdrawal/command.ts';

/** `never` for a command that two folders claim, so that it fits no entry. */
type OwnerOf<T extends CommandType> = TheOnly<
  { [O in Owner]: T extends OwnedCommands[O]['type'] ? O : never }[Owner]
>;
type TheOnly<O, Each = O> = Each extends O ? ([O] extends [Each] ? O : never) : never;

/** Which folder applies which command. A command that none, or that two of them have, does not compile. */
export const OWNERS: { readonly [T in Exclude<CommandType, 'passTime'>]: OwnerOf<T> } = {
  ...SPOT_COMMANDS,
  ...PERPETUAL_COMMANDS,
  ...OPTION_COMMANDS,
  ...TRUST_COMMANDS,
  ...LAUNCH_COMMANDS,
  ...CONVERT_COMMANDS,
  ...DUST_COMMANDS,
  ...REFERRAL_COMMANDS,
  ...TERMS_COMMANDS,
  ...LIMIT_COMMANDS,
  ...MARKET_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...WALLET_COMMANDS,
  ...CORRECTION_COMMANDS,
  ...WITHDRAWAL_COMMANDS,
};
