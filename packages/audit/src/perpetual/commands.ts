import type { PerpetualConfig, Status } from '../world.ts';
import type { Asks } from './asks.ts';
import type { Side } from './figures.ts';
import type { Mode } from './state.ts';

/** The commands of perpetual contracts, as the journal writes them: prices in ticks, amounts in minor units. */
export interface PlaceOrder {
  readonly type: 'placePerpetualOrder';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly orderType: 'limit' | 'market';
  readonly lots: number;
  /** Null: as chosen for the contract. */
  readonly multiple: number | null;
  readonly priceTicks: number | null;
  readonly worstPriceTicks: number | null;
  readonly postOnly: boolean;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  readonly clientOrderId: string | null;
  /** Without it, the multiple must be in the contract's list. */
  readonly reduceOnly?: boolean;
  readonly mode?: Mode | null;
  readonly instructions?: Asks;
}

export interface AmendOrder {
  readonly type: 'amendPerpetualOrder';
  readonly customerId: number;
  readonly orderId: number;
  readonly priceTicks: number | null;
  readonly lots: number | null;
  readonly postOnly: boolean;
}

export interface ReplaceOrder extends Omit<PlaceOrder, 'type'> {
  readonly type: 'replacePerpetualOrder';
  readonly cancelOrderId: number;
  readonly replaceMode: 'stopOnFailure' | 'allowFailure';
}

export interface ReplaceOrders {
  readonly type: 'replacePerpetualOrders';
  readonly customerId: number;
  readonly marketId: number;
  readonly multiple: number | null;
  readonly postOnly: boolean;
  readonly cancel: readonly number[];
  readonly longs: readonly (readonly [priceTicks: number, lots: number])[];
  readonly shorts: readonly (readonly [priceTicks: number, lots: number])[];
}

export interface ClosePosition {
  readonly type: 'closePosition';
  readonly customerId: number;
  readonly positionId: number;
  readonly lots: number | null;
  readonly priceTicks: number | null;
  readonly worstPriceTicks: number | null;
}

export interface OffsetPositions {
  readonly type: 'offsetPositions';
  readonly customerId: number;
  readonly longPositionId: number;
  readonly shortPositionId: number;
  readonly lots: number | null;
}

export interface SetStops {
  readonly type: 'setStops';
  readonly customerId: number;
  readonly positionId: number;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

export type TraderCommand =
  | PlaceOrder
  | AmendOrder
  | ReplaceOrder
  | ReplaceOrders
  | ClosePosition
  | OffsetPositions
  | SetStops
  | { readonly type: 'cancelPerpetualOrder'; readonly customerId: number; readonly orderId: number }
  | {
      readonly type: 'cancelAllPerpetualOrders' | 'closeAllPositions';
      readonly customerId: number;
      readonly marketId: number | null;
    }
  | {
      readonly type: 'reversePosition';
      readonly customerId: number;
      readonly positionId: number;
      readonly worstPriceTicks: number | null;
    }
  | {
      readonly type: 'addMargin' | 'removeMargin';
      readonly customerId: number;
      readonly positionId: number;
      readonly amountMinor: bigint;
    }
  | {
      readonly type: 'changeLeverage';
      readonly customerId: number;
      readonly positionId: number;
      readonly multiple: number;
    }
  | {
      readonly type: 'setTopUp';
      readonly customerId: number;
      readonly positionId: number;
      readonly limitMinor: bigint;
    }
  | ModeCommand
  | ChoiceCommand;

export type ChoiceCommand =
  | {
      readonly type: 'setLeverage';
      readonly customerId: number;
      readonly marketId: number;
      readonly multiple: number;
    }
  | {
      readonly type: 'setTopUpDefault';
      readonly customerId: number;
      readonly marketId: number;
      readonly limitMinor: bigint;
    };

type ModeCommand = {
  readonly type: 'setPositionMode';
  readonly customerId: number;
  readonly marketId: number;
  readonly mode: Mode;
};

export type PerpetualCommand =
  | TraderCommand
  | { readonly type: 'configurePerpetual'; readonly perpetual: PerpetualConfig }
  | { readonly type: 'setPerpetualStatus'; readonly marketId: number; readonly status: Status };

export const PERPETUAL_COMMANDS: readonly PerpetualCommand['type'][] = [
  'configurePerpetual',
  'setPerpetualStatus',
  'placePerpetualOrder',
  'cancelPerpetualOrder',
  'cancelAllPerpetualOrders',
  'closePosition',
  'closeAllPositions',
  'reversePosition',
  'offsetPositions',
  'setStops',
  'addMargin',
  'replacePerpetualOrders',
  'removeMargin',
  'setLeverage',
  'changeLeverage',
  'setTopUp',
  'setTopUpDefault',
  'setPositionMode',
  'amendPerpetualOrder',
  'replacePerpetualOrder',
];
