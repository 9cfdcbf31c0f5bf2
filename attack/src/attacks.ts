import type { Attack } from './attack.ts';
import { replays } from './replays.ts';

/** By the name one types. */
export const ATTACKS: Readonly<Record<string, Attack>> = { replays };
