/** What ends a withdrawal: only one of them may be told that it did. */
export const ENDS = ['send', 'reject'] as const;
export type End = (typeof ENDS)[number];
export type Deed = 'approve' | End;

/** The state in which each must find it in the end. */
export const ENDED: Readonly<Record<End, string>> = { send: 'passed', reject: 'rejected' };
