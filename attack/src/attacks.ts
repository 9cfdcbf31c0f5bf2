import type { Attack } from './attack.ts';
import { fuzz } from './fuzz.ts';

/** By the name one types. */
export const ATTACKS: Readonly<Record<string, Attack>> = { fuzz };
