import { CONVERT_COMMANDS, type ConvertCommand } from './convert/command.ts';
import { CORRECTION_COMMANDS, type CorrectionCommand } from './correction/command.ts';
import { CUSTOMER_COMMANDS, type CustomerCommand } from './customer/command.ts';
import { DUST_COMMANDS, type DustCommand } from './dust/command.ts';
import { LAUNCH_COMMANDS, type LaunchCommand } from './launch/command.ts';
import { LIMIT_COMMANDS, type LimitCommand } from './limit/command.ts';
import { MARKET_COMMANDS, type MarketCommand } from './market/command.ts';
import { OPTION_COMMANDS, type OptionCommand } from './option/command.ts';
import { PERPETUAL_COMMANDS, type PerpetualCommand } from './perpetual/command.ts';
import { REFERRAL_COMMANDS, type ReferralCommand } from './referral/command.ts';
import { SPOT_COMMANDS, type SpotCommand } from './spot/command.ts';
import { TERMS_COMMANDS, type TermsCommand } from './terms/command.ts';
import { TRUST_COMMANDS, type TrustCommand } from './trust/command.ts';
import { WALLET_COMMANDS, type WalletCommand } from './wallet/command.ts';
import { WITHDRAWAL_COMMANDS, type WithdrawalCommand } from './withdrawal/command.ts';

/** Folder name → commands which that folder applies. */
export interface OwnedCommands {
  readonly spot: SpotCommand;
  readonly perpetual: PerpetualCommand;
  readonly option: OptionCommand;
  readonly trust: TrustCommand;
  readonly launch: LaunchCommand;
  readonly convert: ConvertCommand;
  readonly dust: DustCommand;
  readonly referral: ReferralCommand;
  readonly terms: TermsCommand;
  readonly limit: LimitCommand;
  readonly market: MarketCommand;
  readonly customer: CustomerCommand;
  readonly wallet: WalletCommand;
  readonly correction: CorrectionCommand;
  readonly withdrawal: WithdrawalCommand;
}

export type Owner = keyof OwnedCommands;

/** Lets everything happen that is due by now; no other command makes time pass. Refused when nothing is due. */
interface PassTime {
  readonly type: 'passTime';
}

/**
 * Everything that can happen to the exchange, imperative. Time is not part of a command: the sequencer stamps it.
 * There is no command that sets a price, a fill, a balance or a result.
 */
export type Command = OwnedCommands[Owner] | PassTime;

export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;

const LISTS = {
  spot: SPOT_COMMANDS,
  perpetual: PERPETUAL_COMMANDS,
  option: OPTION_COMMANDS,
  trust: TRUST_COMMANDS,
  launch: LAUNCH_COMMANDS,
  convert: CONVERT_COMMANDS,
  dust: DUST_COMMANDS,
  referral: REFERRAL_COMMANDS,
  terms: TERMS_COMMANDS,
  limit: LIMIT_COMMANDS,
  market: MARKET_COMMANDS,
  customer: CUSTOMER_COMMANDS,
  wallet: WALLET_COMMANDS,
  correction: CORRECTION_COMMANDS,
  withdrawal: WITHDRAWAL_COMMANDS,
} as const satisfies { readonly [O in Owner]: readonly OwnedCommands[O]['type'][] };

type Listed<O extends Owner> = (typeof LISTS)[O][number];
/** Commands that are missing in their folder's list, or listed by two folders. */
type Wrong = {
  [O in Owner]: Exclude<OwnedCommands[O]['type'], Listed<O>> | (Listed<O> & Listed<Exclude<Owner, O>>);
}[Owner];

/** Command type → folder that applies it. A command listed by no folder, or by two, does not compile. */
export const OWNERS: ReadonlyMap<string, [Wrong] extends [never] ? Owner : Wrong> = new Map(
  Object.entries(LISTS).flatMap(([owner, types]) => types.map(type => [type, owner as Owner] as const)),
);
