import type { MessageText } from '../message-text.ts';

/** Messages about positions that changed, or may soon change, without their owner's action. */
export const PERPETUAL_KINDS = [
  'perpetualNearLiquidation',
  'perpetualTakeProfit',
  'perpetualStopLoss',
  'perpetualToppedUp',
  'perpetualLiquidated',
  'perpetualDeleveraged',
  'perpetualFundingReceived',
  'perpetualFundingPaid',
] as const;
export type PerpetualKind = (typeof PERPETUAL_KINDS)[number];

export type PerpetualTexts = Readonly<Record<PerpetualKind, MessageText>>;
