import type { Attack } from './attack.ts';
import { clock } from './clock.ts';
import { floods } from './floods.ts';
import { fuzz } from './fuzz.ts';
import { lockout } from './lockout.ts';
import { replays } from './replays.ts';
import { slowReaders } from './slow-readers.ts';
import { stops } from './stops.ts';
import { tamper } from './tamper.ts';

/** By the name given on the command line. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'slow-readers': slowReaders,
  floods,
  lockout,
  replays,
  fuzz,
  stops,
  clock,
  tamper,
};
