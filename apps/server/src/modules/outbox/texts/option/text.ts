import type { MessageText } from '../message-text.ts';

/** What is told about second options that nobody expects: a stake that came back because prices stood still. */
export const OPTION_KINDS = ['optionStaleEntry', 'optionStaleExit'] as const;
export type OptionKind = (typeof OPTION_KINDS)[number];

export type OptionTexts = Readonly<Record<OptionKind, MessageText>>;
