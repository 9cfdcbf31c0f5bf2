import type { Attack } from './attack.ts';
import { lockout } from './lockout.ts';

/** By the name one types. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  lockout,
};
