import type { Attack } from './attack.ts';
import { floods } from './floods.ts';
import { slowReaders } from './slow-readers.ts';

/** By the name one types. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'slow-readers': slowReaders,
  floods,
};
