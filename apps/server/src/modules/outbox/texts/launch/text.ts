import type { MessageText } from '../message-text.ts';

/** What is told about commitments to new currencies when their time has come. */
export const LAUNCH_KINDS = ['launchAllocated', 'launchReturned', 'launchReleased'] as const;
export type LaunchKind = (typeof LAUNCH_KINDS)[number];

export type LaunchTexts = Readonly<Record<LaunchKind, MessageText>>;
