import type { ConvertCommand } from './convert/command.ts';
import type { CorrectionCommand } from './correction/command.ts';
import type { CustomerCommand } from './customer/command.ts';
import type { DustCommand } from './dust/command.ts';
import type { LaunchCommand } from './launch/command.ts';
import type { LimitCommand } from './limit/command.ts';
import type { MarketCommand } from './market/command.ts';
import type { OptionCommand } from './option/command.ts';
import type { PerpetualCommand } from './perpetual/command.ts';
import type { ReferralCommand } from './referral/command.ts';
import type { SpotCommand } from './spot/command.ts';
import type { TermsCommand } from './terms/command.ts';
import type { TrustCommand } from './trust/command.ts';
import type { WalletCommand } from './wallet/command.ts';
import type { WithdrawalCommand } from './withdrawal/command.ts';

/** Who applies which commands, by the name of the folder. */
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

/** Whatever is due by now happens: nothing else makes time pass. Refused when nothing is due. */
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
