import { expect } from 'vitest';
import type { BadSnapshot } from '../snapshots/snapshot-store.ts';

/** Whoever is killed between a snapshot and the entry that names it leaves one that is passed over; nothing worse. */
export function onlyUnbound({ sequence, reason }: BadSnapshot): void {
  expect(reason, `snapshot ${sequence}`).toBe('the journal does not name its state');
}
