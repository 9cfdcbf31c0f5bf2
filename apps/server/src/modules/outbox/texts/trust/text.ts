import type { MessageText } from '../message-text.ts';

/** What is told about locked deposits: nobody has to be there when they pay. */
export const TRUST_KINDS = ['trustInterest', 'trustCompleted', 'trustRenewed'] as const;
export type TrustKind = (typeof TRUST_KINDS)[number];

export type TrustTexts = Readonly<Record<TrustKind, MessageText>>;
