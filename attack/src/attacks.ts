import type { Attack } from './attack.ts';

/** By the name one types. */
export const ATTACKS: Readonly<Record<string, Attack>> = {};
