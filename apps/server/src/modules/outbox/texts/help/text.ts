import type { MessageText } from '../message-text.ts';

/** What is told of tickets and feedback. */
export const HELP_KINDS = [
  /** The desk has answered, or asked something. */
  'ticketAnswered',
  /** The same to a visitor who left an address: the answer itself. */
  'feedbackAnswered',
] as const;

export type HelpTexts = Readonly<Record<(typeof HELP_KINDS)[number], MessageText>>;
