import type { Attack } from './attack.ts';
import { fuzz } from './fuzz.ts';
import { lockout } from './lockout.ts';
import { replays } from './replays.ts';
import { stops } from './stops.ts';

/** By the name one types. */
export const ATTACKS: Readonly<Record<string, Attack>> = { lockout, replays, fuzz, stops };
