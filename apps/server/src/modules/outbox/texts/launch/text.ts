import type { MessageText } from '../message-text.ts';

/** Messages about the results of commitments to new currencies. */
export const LAUNCH_KINDS = ['launchAllocated', 'launchReturned', 'launchReleased'] as const;
export type LaunchKind = (typeof LAUNCH_KINDS)[number];

export type LaunchTexts = Readonly<Record<LaunchKind, MessageText>>;
