import type { MessageText } from '../message-text.ts';

/** Messages about events that customers do not watch happen: fills, price alerts, answers of support. */
export const NOTIFICATION_KINDS = [
  'orderBought',
  'orderSold',
  'contractBought',
  'contractSold',
  /** Several orders filled within seconds. */
  'ordersFilled',
  'alertRose',
  'alertFell',
  'alertChange',
  'alertDayChange',
  'alertFunding',
  'chatAnswered',
  /** For customers who have just turned pushes on. */
  'pushTest',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export type NotificationTexts = Readonly<Record<NotificationKind, MessageText>>;

/** A message whose SMS consists of the subject alone. */
export function notice(subject: string, ...paragraphs: readonly string[]): MessageText {
  return { subject, paragraphs, sms: `Tallystick: ${subject}` };
}
