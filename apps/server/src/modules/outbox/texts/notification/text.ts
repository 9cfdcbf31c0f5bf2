import type { MessageText } from '../message-text.ts';

/** What is told of events that nobody was there for: fills, price alerts, answers of support. */
export const NOTIFICATION_KINDS = [
  'orderBought',
  'orderSold',
  'contractBought',
  'contractSold',
  /** Several orders within seconds: one message. */
  'ordersFilled',
  'alertRose',
  'alertFell',
  'alertChange',
  'alertDayChange',
  'alertFunding',
  'chatAnswered',
  /** For who has just turned pushes on. */
  'pushTest',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export type NotificationTexts = Readonly<Record<NotificationKind, MessageText>>;

/** One sentence, and what it is about: as SMS that is all. */
export function notice(subject: string, ...paragraphs: readonly string[]): MessageText {
  return { subject, paragraphs, sms: `Tallystick: ${subject}` };
}
