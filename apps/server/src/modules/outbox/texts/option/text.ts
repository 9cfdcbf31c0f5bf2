import type { MessageText } from '../message-text.ts';

/** Messages about second options whose stake was returned because prices stood still. */
export const OPTION_KINDS = ['optionStaleEntry', 'optionStaleExit'] as const;
export type OptionKind = (typeof OPTION_KINDS)[number];

export type OptionTexts = Readonly<Record<OptionKind, MessageText>>;
