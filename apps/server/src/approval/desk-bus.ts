import type { Command } from '@tallystick/core';
import type { CommandBus } from '../engine/command-bus.ts';
import { hashInput } from '../engine/idempotency/hash-input.ts';
import { submitCommand } from '../http/submit.ts';

type FundHouse = Extract<Command, { readonly type: 'fundHouse' }> & {
  /** The insurance fund has a floor: see `takeFromInsurance`. */
  readonly from: Exclude<Extract<Command, { readonly type: 'fundHouse' }>['from'], 'insurance'>;
};

/**
 * All commands the desk can send to the exchange. There are none for prices, orders, fills, results and customers'
 * balances: desk code that names one does not compile, because the desk holds only this interface.
 */
export type DeskCommand =
  | Extract<
      Command,
      {
        readonly type:
          | 'changeMarketTerms'
          | 'changePerpetualTerms'
          | 'haltTrading'
          | 'resumeTrading'
          | 'configureOptions'
          | 'configureLaunchOffer'
          | 'cancelLaunchOffer'
          | 'configureTrustProduct'
          | 'takeFromInsurance'
          | 'changeReferralTerms'
          | 'setReferralStanding'
          | 'configureDust';
      }
    >
  | FundHouse;

export interface DeskBus {
  /** Resolves once the command is on disk. The same key sends it once. Throws CallFailure when it is refused. */
  submit(command: DeskCommand, key: string): Promise<void>;
}

export function createDeskBus(bus: CommandBus): DeskBus {
  return {
    async submit(command, key) {
      const inputHash = hashInput({ command: JSON.stringify(command, plain) });
      await submitCommand(bus, command, { idempotency: { scope: 'desk', key, inputHash } });
    },
  };
}

/** JSON knows no bigint. */
function plain(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
