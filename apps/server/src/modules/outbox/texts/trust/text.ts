import type { MessageText } from '../message-text.ts';

/** Messages about locked deposits: interest paid, completed, renewed. */
export const TRUST_KINDS = ['trustInterest', 'trustCompleted', 'trustRenewed'] as const;
export type TrustKind = (typeof TRUST_KINDS)[number];

export type TrustTexts = Readonly<Record<TrustKind, MessageText>>;
