import type { MessageText } from '../message-text.ts';

/** What operators are told of while it lasts. */
export const ALERT_MESSAGE_KINDS = ['operatorAlert', 'operatorAlertOver'] as const;

export type AlertTexts = Readonly<Record<(typeof ALERT_MESSAGE_KINDS)[number], MessageText>>;
