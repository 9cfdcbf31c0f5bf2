import type { MessageText } from '../message-text.ts';

/** What is told about positions that changed without their owner, or are about to. */
export const PERPETUAL_KINDS = [
  'perpetualNearLiquidation',
  'perpetualTakeProfit',
  'perpetualStopLoss',
  'perpetualLiquidated',
  'perpetualDeleveraged',
  'perpetualFundingReceived',
  'perpetualFundingPaid',
] as const;
export type PerpetualKind = (typeof PERPETUAL_KINDS)[number];

export type PerpetualTexts = Readonly<Record<PerpetualKind, MessageText>>;
