import type { MessageText } from '../message-text.ts';

/** Messages to promoters. */
export const REFERRAL_KINDS = ['rebatesPaid'] as const;
export type ReferralKind = (typeof REFERRAL_KINDS)[number];

export type ReferralTexts = Readonly<Record<ReferralKind, MessageText>>;
