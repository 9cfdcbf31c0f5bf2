import type { MessageText } from '../message-text.ts';

/** Messages about tickets and feedback. */
export const HELP_KINDS = [
  /** The desk has answered, or asked a question. */
  'ticketAnswered',
  /** The same to a visitor who left an address: the answer itself. */
  'feedbackAnswered',
] as const;

export type HelpTexts = Readonly<Record<(typeof HELP_KINDS)[number], MessageText>>;
