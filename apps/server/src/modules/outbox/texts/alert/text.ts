import type { MessageText } from '../message-text.ts';

/** Messages to operators about alerts that begin and end. */
export const ALERT_MESSAGE_KINDS = ['operatorAlert', 'operatorAlertOver'] as const;

export type AlertTexts = Readonly<Record<(typeof ALERT_MESSAGE_KINDS)[number], MessageText>>;
