import type { MarketStatus } from '@tallystick/core';

/** How much a status holds back: raising it takes one person, lowering it two. */
export const STRICTNESS: Readonly<Record<MarketStatus, number>> = { open: 0, cancelOnly: 1, halted: 2 };
